// What index.html needs at build time only: preloading the font, and no policy while the development server
// injects its own inline scripts and styles.
import type { HtmlTagDescriptor, Plugin } from 'vite';

const kPolicy = /\s*<meta http-equiv="Content-Security-Policy"[^>]*>/;

export function page(): Plugin {
  return {
    name: 'heed-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        if (!context.bundle) return html.replace(kPolicy, '');
        const tags: HtmlTagDescriptor[] = Object.keys(context.bundle)
          .filter((name) => /-latin-wght-.*\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `./${name}`, crossorigin: '' },
            injectTo: 'head',
          }));
        return { html, tags };
      },
    },
  };
}
