// What index.html learns at build time: which font to preload, which file is the worker. In development it loses its
// policy instead, since the development server injects inline scripts and styles.
import type { HtmlTagDescriptor, Plugin } from 'vite';

const kPolicy = /\s*<meta\s+http-equiv="Content-Security-Policy"[^>]*>/;
const kEarly = 'src="./early.js"';

export function page(): Plugin {
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
        return { html: html.replace(kEarly, `${kEarly} data-worker="./${worker}"`), tags: fonts };
      },
    },
  };
}
