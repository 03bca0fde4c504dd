// What index.html learns at build time: which font to preload, which file is the worker, which model opens first. In development it loses its
// policy instead, since the development server injects inline scripts and styles.
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { readGallery, versionOf } from './models.mts';

const kPolicy = /\s*<meta\s+http-equiv="Content-Security-Policy"[^>]*>/;
const kEarly = 'src="./early.js"';

// A ModelSource of web/src/engine/protocol.ts, with addresses relative to the page.
function firstModel(gallery: string): object {
  const [first] = readGallery(gallery);
  if (!first) throw new Error('[page] index.json lists no model: add one entry at least');
  const address = (wanted: string) =>
    `./models/${first.id}/${first.files.find((name) => name.endsWith(wanted)) ?? wanted}`;
  return {
    name: first.id,
    version: versionOf(gallery, first),
    config: address('config.json'),
    tokenizer: address('tokenizer.json'),
    weights: address('.safetensors'),
  };
}

export function page(gallery: string): Plugin {
  return {
    name: 'heed-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        if (!context.bundle) return html.replace(kPolicy, '');
        const names = Object.keys(context.bundle);
        const worker = names.find((name) => /\/worker-[^/]*\.js$/.test(name));
        if (!worker || !html.includes(kEarly))
          throw new Error('[page] no worker, or no early.js to start it');
        const fonts: HtmlTagDescriptor[] = names
          .filter((name) => /-latin-wght-.*\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `./${name}`, crossorigin: '' },
            injectTo: 'head',
          }));
        const model = JSON.stringify(firstModel(gallery)).replaceAll('"', '&quot;');
        const early = `${kEarly} data-worker="./${worker}" data-model="${model}"`;
        return { html: html.replace(kEarly, early), tags: fonts };
      },
    },
  };
}
