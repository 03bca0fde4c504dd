// Builds the manual, web/manual/, into dist/manual/: a page for each of its Markdown files, and an index to search them by. What
// there is of it in another language, web/manual/de/, stands below; of the rest, the English pages are named.
import { existsSync, readFileSync } from 'node:fs';
import { Marked, type Token, type Tokens } from 'marked';
import MiniSearch from 'minisearch';
import type { Plugin } from 'vite';
import { builtBeside, contentOf } from './beside.mts';
import { hasManual, ofLanguage } from './language.mts';
import { fromRoot } from './shared.mts';
import { readLanguages } from './words.mts';

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

// `table`: what screen readers call one.
export function pageOf(id: string, markdown: string, table = 'Table'): Page {
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
      table(rows) {
        const cell = ({ text, tokens: inner }: Tokens.TableCell, name: string) => {
          const kind = text ? name : 'td'; // a heading without words heads nothing
          return `<${kind}>${this.parser.parseInline(inner)}</${kind}>`;
        };
        const cells = (row: Tokens.TableCell[], name: string) => row.map((one) => cell(one, name)).join('');
        const head = rows.header.some(({ text }) => text)
          ? `<thead><tr>${cells(rows.header, 'th')}</tr></thead>`
          : '';
        const body = rows.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
        return `<div class="table" tabindex="0" role="group" aria-label="${table}"><table>${head}<tbody>${body}</tbody></table></div>\n`;
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

// What stands around the pages, and what the search says; %n is a number, %s what was looked for.
interface Words {
  readonly title: string;
  readonly manual: string;
  readonly skip: string;
  readonly search: string;
  readonly found: string;
  readonly sections: string;
  readonly nothing: string;
  readonly broken: string;
  readonly table: string;
}

// The manual in a language: "" is English, which has every page.
export interface Edition {
  readonly id: string;
  readonly name: string;
  readonly words: Words;
  readonly pages: readonly Page[];
}

function readEdition(id: string, name: string): Edition {
  const folder = `web/manual/${id && `${id}/`}`;
  const listed = JSON.parse(read('web/manual/contents.json')) as Listed[];
  const fileOf = (one: Listed) => (id ? `${folder}${one.id}.md` : one.file);
  const there = listed.filter((one) => !id || existsSync(fromRoot(fileOf(one))));
  const words = JSON.parse(read(`${folder}words.json`)) as Words;
  const pages = there.map((one) => pageOf(one.id, read(fileOf(one)), words.table));
  return { id, name, words, pages };
}

export const readEditions = (): [Edition, ...Edition[]] => [
  readEdition('', 'English'),
  ...readLanguages()
    .filter(({ id }) => hasManual(id))
    .map(({ id, name }) => readEdition(id, name)),
];

// An index of all sections; what stands nearest to a heading leads there.
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

// Where an edition's pages stand in dist/manual/.
const folderOf = ({ id }: Edition) => (id ? `${id}/` : '');

// `page` of `edition`, among all: with the way to the same page in other languages, and to what is there in English alone.
function written(
  page: Page,
  edition: Edition,
  editions: readonly [Edition, ...Edition[]],
  names: { style: string; script: string },
): string {
  const top = edition.id ? '../' : '';
  const link = (one: Page, more = '') =>
    edition.pages.includes(one)
      ? `<a href="${one.id}.html"${more}>${one.title}</a>`
      : `<a href="${top}${one.id}.html" hreflang="en" lang="en">${one.title}</a>`;
  const named = ({ pages }: Edition, id: string) => pages.find((one) => one.id === id);
  const contents = editions[0].pages
    .map((english) => named(edition, english.id) ?? english)
    .map((one) => `<li>${link(one, one === page ? ' aria-current="page"' : '')}</li>`)
    .join('\n          ');
  const at = edition.pages.indexOf(page);
  const before = edition.pages[at - 1];
  const after = edition.pages[at + 1];
  const ways = [before && `<span>← ${link(before)}</span>`, after && `<span>${link(after)} →</span>`];
  const others = editions
    .filter((one) => one !== edition && named(one, page.id))
    .map((one) => {
      const lang = one.id || 'en';
      return `<a href="${top}${folderOf(one)}${page.id}.html" hreflang="${lang}" lang="${lang}">${one.name}</a>`;
    });
  const words = Object.entries(edition.words).map(([name, text]) => [name.toUpperCase(), text]);
  const parts: Record<string, string> = {
    ...Object.fromEntries(words),
    LANG: edition.id || 'en',
    ROOT: `../${top}`,
    HOME: edition.id ? `../../${edition.id}.html` : '../',
    TITLE: at === 0 ? edition.words.title : `${page.title} · Heed`,
    STYLE: top + names.style,
    SCRIPT: top + names.script,
    EMBED: page.html.includes('<heed-attention')
      ? `<script type="module" src="../${top}embed/heed-attention.js"></script>`
      : '',
    LANGUAGES: others.join(' '),
    CONTENTS: contents,
    TEXT: page.html,
    NEXT: `<p class="next">${ways.filter(Boolean).join('')}</p>`,
  };
  return read('web/manual/page.html').replaceAll(/@([A-Z]+)@/g, (_, name: string) => parts[name]!);
}

export function manual(): Plugin {
  return {
    name: 'heed-manual',
    apply: 'build',
    async generateBundle() {
      const emit = (name: string, source: string | Uint8Array) =>
        this.emitFile({ type: 'asset', fileName: `manual/${name}`, source });
      const editions = readEditions();
      const files = await bundle();
      const named = (ending: string) => files.find(({ fileName }) => fileName.endsWith(ending))!.fileName;
      const names = { style: named('.css'), script: named('.js') };
      for (const file of files) emit(file.fileName, contentOf(file));
      for (const edition of editions) {
        const emitOwn = (name: string, source: string) => {
          const path = folderOf(edition) + name;
          if (edition.id) ofLanguage.set(`manual/${path}`, `heed-${edition.id}`);
          emit(path, source);
        };
        for (const page of edition.pages) emitOwn(`${page.id}.html`, written(page, edition, editions, names));
        emitOwn('search.json', searchIndex(edition.pages));
      }
      for (const picture of new Set(editions[0].pages.flatMap(({ pictures }) => pictures)))
        emit(picture, readFileSync(fromRoot(`web/manual/${picture}`)));
    },
  };
}
