// Builds the manual, web/manual/, into dist/manual/: a page for each of its Markdown files, and an index to search them by.
import { readFileSync } from 'node:fs';
import { Marked, type Token, type Tokens } from 'marked';
import MiniSearch from 'minisearch';
import type { Plugin } from 'vite';
import { builtBeside, contentOf } from './beside.mts';
import { fromRoot } from './shared.mts';

interface Listed {
  readonly id: string;
  readonly file: string;
}

export interface Page {
  readonly id: string;
  readonly title: string;
  readonly html: string;
  // From a heading to the next one.
  readonly sections: readonly { readonly anchor: string; readonly title: string; readonly text: string }[];
  // Beside the Markdown.
  readonly pictures: readonly string[];
}

export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

const plain = (tokens: readonly Token[] = []): string =>
  tokens
    .map((token) =>
      'tokens' in token && token.tokens ? plain(token.tokens) : 'text' in token ? token.text : '',
    )
    .join('');

function textOf(token: Token): string {
  if (token.type === 'table')
    return [token.header, ...token.rows]
      .flat()
      .map((cell: Tokens.TableCell) => plain(cell.tokens))
      .join(' ');
  if (token.type === 'list') return token.items.map((item: Tokens.ListItem) => plain(item.tokens)).join(' ');
  return 'tokens' in token && token.tokens ? plain(token.tokens) : 'text' in token ? String(token.text) : '';
}

export function pageOf(id: string, markdown: string): Page {
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(markdown);
  const sections: { anchor: string; title: string; text: string }[] = [];
  const pictures: string[] = [];
  for (const token of tokens) {
    if (token.type === 'heading')
      sections.push({ anchor: anchorOf(plain(token.tokens)), title: plain(token.tokens), text: '' });
    else if (sections.length) sections.at(-1)!.text += ` ${textOf(token)}`;
  }
  marked.use({
    renderer: {
      heading({ tokens: inner, depth }) {
        const text = this.parser.parseInline(inner);
        return `<h${depth} id="${anchorOf(plain(inner))}">${text}</h${depth}>\n`;
      },
      image({ href, text }) {
        pictures.push(href);
        return `<img src="${href}" alt="${text.replaceAll('"', '&quot;')}">`;
      },
      table(token) {
        const cell = ({ text, tokens: inner }: Tokens.TableCell, name: string) => {
          const kind = text ? name : 'td'; // a heading without words heads nothing
          return `<${kind}>${this.parser.parseInline(inner)}</${kind}>`;
        };
        const cells = (row: Tokens.TableCell[], name: string) => row.map((one) => cell(one, name)).join('');
        const head = token.header.some(({ text }) => text)
          ? `<thead><tr>${cells(token.header, 'th')}</tr></thead>`
          : '';
        const body = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
      code({ text }) {
        const shown = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        return `<pre tabindex="0"><code>${shown}</code></pre>\n`;
      },
    },
  });
  const title = sections[0]?.title;
  if (!title) throw new Error(`[manual] ${id}.md has no heading: its first line is its title, "# Title"`);
  return { id, title, html: marked.parser(tokens), sections, pictures };
}

const read = (path: string) => readFileSync(fromRoot(path), 'utf8');

export const readPages = (): Page[] =>
  (JSON.parse(read('web/manual/contents.json')) as Listed[]).map(({ id, file }) => pageOf(id, read(file)));

// Of all sections; what stands nearest to a heading leads there.
function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch({ fields: ['title', 'text'], storeFields: ['title', 'page'] });
  const all = new Map<string, object>();
  for (const { id, title: page, sections } of pages)
    for (const { anchor, title, text } of sections) {
      const place = `${id}.html#${anchor}`;
      if (!all.has(place)) all.set(place, { id: place, page, title, text });
    }
  index.addAll([...all.values()]);
  return JSON.stringify(index);
}

// Its script and styles, as any page's.
const bundle = () =>
  builtBeside(
    { resolve: { alias: [{ find: /^@typeface\//, replacement: `${fromRoot('build/typeface')}/` }] } },
    fromRoot('web/manual/manual.ts'),
  );

function written(
  page: Page,
  at: number,
  pages: readonly Page[],
  names: { style: string; script: string },
): string {
  const link = ({ id, title }: Page, more = '') => `<a href="${id}.html"${more}>${title}</a>`;
  const contents = pages
    .map((one) => `<li>${link(one, one === page ? ' aria-current="page"' : '')}</li>`)
    .join('\n          ');
  const before = pages[at - 1];
  const after = pages[at + 1];
  const ways = [before && `<span>← ${link(before)}</span>`, after && `<span>${link(after)} →</span>`];
  const parts = {
    TITLE: at === 0 ? 'Heed: the manual' : `${page.title} · Heed`,
    STYLE: names.style,
    SCRIPT: names.script,
    EMBED: page.html.includes('<heed-attention')
      ? '<script type="module" src="../embed/heed-attention.js"></script>'
      : '',
    CONTENTS: contents,
    TEXT: page.html,
    NEXT: `<p class="next">${ways.filter(Boolean).join('')}</p>`,
  };
  return read('web/manual/page.html').replaceAll(/@([A-Z]+)@/g, (_, name: keyof typeof parts) => parts[name]);
}

export function manual(): Plugin {
  return {
    name: 'heed-manual',
    apply: 'build',
    async generateBundle() {
      const emit = (name: string, source: string | Uint8Array) =>
        this.emitFile({ type: 'asset', fileName: `manual/${name}`, source });
      const pages = readPages();
      const files = await bundle();
      const named = (ending: string) => files.find(({ fileName }) => fileName.endsWith(ending))!.fileName;
      const names = { style: named('.css'), script: named('.js') };
      for (const file of files) emit(file.fileName, contentOf(file));
      pages.forEach((page, at) => emit(`${page.id}.html`, written(page, at, pages, names)));
      emit('search.json', searchIndex(pages));
      for (const picture of new Set(pages.flatMap(({ pictures }) => pictures)))
        emit(picture, readFileSync(fromRoot(`web/manual/${picture}`)));
    },
  };
}
