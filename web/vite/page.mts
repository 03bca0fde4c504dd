// What index.html learns at build time: what to preload, which file is the worker, which model opens first. In
// development it loses its policy instead, since the development server injects inline scripts and styles.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';
import { readGallery, versionOf } from './models.mts';
import { fromRoot } from './shared.mts';

const kPolicy = /\s*<meta\s+http-equiv="Content-Security-Policy"[^>]*>/;
const kEarly = 'src="./early.js"';
const kEarlySource = fromRoot('web/public/early.js');

// A ModelSource of web/src/engine/protocol.ts, with addresses relative to the page; and the sentence of a first visit.
function firstModel(gallery: string): object {
  const [first] = readGallery(gallery);
  if (!first) throw new Error('[page] index.json lists no model: add one entry at least');
  const address = (wanted: string) =>
    `./models/${first.id}/${first.files.find((name) => name.endsWith(wanted)) ?? wanted}`;
  return {
    name: first.id,
    version: versionOf(gallery, first),
    example: first.examples?.[0] ?? '',
    config: address('config.json'),
    tokenizer: address('tokenizer.json'),
    weights: address('.safetensors'),
  };
}

// Browsers keep the file under its address: that of another version of the page has another one.
const earlyAddress = () =>
  `src="./early.js?${createHash('sha256').update(readFileSync(kEarlySource)).digest('hex').slice(0, 8)}"`;

const quoted = (value: unknown) => JSON.stringify(value).replaceAll('&', '&amp;').replaceAll("'", '&#39;');

const preload = (of: string) => `<link rel="preload" crossorigin ${of}>\n    `;

// early.js stops the parser, and a browser that has met a policy in the page looks for nothing behind it: so all that
// the page needs is named before. The style sheet itself comes after, since scripts wait for style sheets.
function ordered(html: string, fonts: readonly string[]): string {
  const early = /<script[^>]*src="\.\/early\.js[^"]*"[^>]*><\/script>\s*/.exec(html)?.[0] ?? '';
  const style = /<link rel="stylesheet"[^>]*(href="[^"]*")[^>]*>/.exec(html);
  if (!early || !style) throw new Error('[page] no early.js, or no style sheet to put after it');
  const first = [
    preload(`as="style" ${style[1]}`),
    ...fonts.map((name) => preload(`as="font" type="font/woff2" href="./${name}"`)),
  ];
  return html.replace(early, '').replace(style[0], `${first.join('')}${early}${style[0]}`);
}

export function page(gallery: string): Plugin {
  return {
    name: 'heed-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        if (!context.bundle) return html.replace(kPolicy, '');
        const names = Object.keys(context.bundle);
        const worker = names.find((name) => /^assets\/worker-[^/]*\.js$/.test(name));
        if (!worker || !html.includes(kEarly))
          throw new Error('[page] no worker, or no early.js to start it');
        const fonts = names.filter((name) => /^assets\/source-sans-3-first-.*\.woff2$/.test(name));
        const attributes = `${earlyAddress()} data-worker="./${worker}" data-model='${quoted(firstModel(gallery))}'`;
        return ordered(html.replace(kEarly, attributes), fonts).replace(/\n\s+/g, '\n');
      },
    },
    // Files of the public folder are copied as they are; this one is waited for.
    writeBundle({ dir = '' }) {
      const file = join(dir, 'early.js');
      writeFileSync(file, minifySync(file, readFileSync(file, 'utf8')).code);
    },
  };
}
