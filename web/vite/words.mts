// The words of the page: web/languages/en.json by ids, and beside it each language, which says of every message from which English
// it was made.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Say, Text } from './messages.mts';
import { fromRoot } from './shared.mts';

// Plurals have forms by the categories of Intl.PluralRules: { "one": "{0} row", "other": "{0} rows" }.
export type Words = string | Readonly<Record<string, string>>;
type Table = Readonly<Record<string, string>>;

export interface Translation {
  // hashOf() the English words.
  readonly of: string;
  readonly text: Words;
}

export interface Language {
  // "de"
  readonly id: string;
  // As it calls itself.
  readonly name: string;
  readonly messages: Readonly<Record<string, Translation>>;
  // What the engine's tables and the lists of models say, by the English; "=" where that is the same.
  readonly tables: Table;
  // What the engine says, without the file or part in brackets before it: own-words.ts.
  readonly engine: Table;
}

const kFolder = fromRoot('web/languages');
const read = (path: string): unknown =>
  existsSync(`${kFolder}/${path}`) ? JSON.parse(readFileSync(`${kFolder}/${path}`, 'utf8')) : {};

export const readEnglish = () => (read('en.json') as { messages: Readonly<Record<string, Words>> }).messages;

// All but English.
export const readLanguages = (): Language[] =>
  readdirSync(kFolder)
    .filter((name) => name.endsWith('.json') && name !== 'en.json')
    .map((name) => ({
      id: name.slice(0, -'.json'.length),
      ...(read(name) as Pick<Language, 'name' | 'messages'>),
      tables: read(`tables/${name}`) as Table,
      engine: read(`engine/${name}`) as Table,
    }));

export const hashOf = (words: Words): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 6);

// Ids whose English has changed since, that have no words, and that English has not.
export function review({ messages }: Pick<Language, 'messages'>, english = readEnglish()) {
  const ids = Object.keys(english);
  return {
    missing: ids.filter((id) => !messages[id]),
    changed: ids.filter((id) => messages[id] && messages[id].of !== hashOf(english[id]!)),
    unknown: Object.keys(messages).filter((id) => !english[id]),
  };
}

export const pluralCategories = (language: string): readonly string[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

// In English where the language has no words.
export function sayIn(language: Pick<Language, 'id' | 'messages'> | null, english = readEnglish()): Say {
  return (id) => {
    const own = language?.messages[id]?.text;
    const words = own ?? english[id];
    if (words === undefined) throw new Error(`[languages] en.json has no "${id}": add it, or use another id`);
    return inOrder(words, own === undefined ? 'en' : language!.id, language?.id ?? 'en');
  };
}

const inOrder = (words: Words, from: string, to: string): Text => {
  if (typeof words === 'string') return words;
  const categories = pluralCategories(from);
  return pluralCategories(to).map((one) => (categories.includes(one) && words[one]) || words['other']!);
};

export const textIn =
  (tables: Table) =>
  (text: string): string | undefined =>
    tables[text] === '=' ? text : tables[text];

const kHead =
  '// Made by `npm run words` from web/languages/en.json: what is filled in, by the ids of messages.\n';
export function filledFor(english: Readonly<Record<string, Words>>): string {
  const lines = Object.entries(english).flatMap(([id, words]) => {
    const all = typeof words === 'string' ? words : Object.values(words).join(' ');
    const numbers = [...all.matchAll(/[{<](\d+)[}>]/g)].map(([, i]) => Number(i));
    const of = typeof words === 'string' ? 'string | number' : 'number';
    return numbers.length
      ? [
          `  '${id}': [${Array(Math.max(...numbers) + 1)
            .fill(of)
            .join(', ')}];\n`,
        ]
      : [];
  });
  return `${kHead}export interface Filled {\n${lines.join('')}}\n`;
}
