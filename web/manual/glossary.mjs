// Writes the manual's page glossary.md, in every language that web/glossary.json has: node web/manual/glossary.mjs; ./dev describe
// does so too.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const { pages, terms } = JSON.parse(readFileSync(at('../glossary.json'), 'utf8'));

// Markdown by the page's path in web/manual/.
export const kGlossaries = Object.fromEntries(
  Object.entries(pages).map(([language, { title, lead }]) => {
    const own = terms
      .map((one) => one[language])
      .toSorted((a, b) => a.term.localeCompare(b.term, language, { sensitivity: 'base' }));
    const parts = own.map(({ term, says }) => `## ${term}\n\n${says}`);
    return [
      `${language === 'en' ? '' : `${language}/`}glossary.md`,
      `${[`# ${title}`, lead, ...parts].join('\n\n')}\n`,
    ];
  }),
);

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, page] of Object.entries(kGlossaries)) writeFileSync(at(path), page);
