// Writes the manual's page glossary.md, in every language that web/glossary.json has: node web/manual/glossary.ts; ./dev describe
// does so too.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Entry {
  readonly term: string;
  readonly says: string;
}
interface Glossary {
  readonly pages: Readonly<Record<string, { readonly title: string; readonly lead: string }>>;
  readonly terms: readonly (Readonly<Record<string, Entry>> & { readonly id: string })[];
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const { pages, terms } = JSON.parse(readFileSync(at('../glossary.json'), 'utf8')) as Glossary;

// Markdown by the page's path in web/manual/.
export const kGlossaries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(pages).map(([language, { title, lead }]) => {
    const parts = terms
      .map((one) => one[language]!)
      .toSorted((a, b) => a.term.localeCompare(b.term, language, { sensitivity: 'base' }))
      .map(({ term, says }) => `## ${term}\n\n${says}`);
    const folder = language === 'en' ? '' : `${language}/`;
    return [`${folder}glossary.md`, `${[`# ${title}`, lead, ...parts].join('\n\n')}\n`];
  }),
);

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, page] of Object.entries(kGlossaries)) writeFileSync(at(path), page);
