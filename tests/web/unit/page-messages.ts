// All messages of the page by section, in English and in each language, as sentences: without tags, and with a noun for what is filled in.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Literals } from '../../../web/vite/literals.mts';
import { type Language, readEnglish, textIn, type Words } from '../../../web/vite/words.mts';
import { split } from './prose.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const generated = `${root}/web/src/generated`;

// By how the id begins, or where the text stands.
const kSections: Readonly<Record<string, string>> = {
  recipe: 'Settings',
  methods: 'Why and What if',
  why: 'Why and What if',
  evidence: 'Evidence',
  mechanisms: 'Two sentences and Lab',
  lab: 'Two sentences and Lab',
  tokenizer: 'Tokenizer',
  lists: 'Models and Fill',
  models: 'Models and Fill',
  train: 'Train',
  translate: 'Translate',
  'next-word': 'Next word',
  lessons: 'Lessons',
};

export interface Said {
  readonly section: string;
  // Its id, or the table that it stands in.
  readonly at: string;
  readonly message: string;
}

const inSection = (at: string, message: string): Said => ({
  section: kSections[at.split('.')[0]!] ?? 'Read',
  at,
  message,
});

interface Entry {
  readonly name: string;
  readonly task: string;
  readonly attends: string;
  readonly held?: { readonly texts: string };
}
const kLists = ['index', 'encoders', 'writers', 'translators'];
const entries = (): Entry[] =>
  kLists.flatMap((name) => JSON.parse(readFileSync(`${root}/assets/models/${name}.json`, 'utf8')) as Entry[]);

function ofGenerated(): Said[] {
  const names = readdirSync(generated).filter((name) => !/^(messages|filled)\.ts$/.test(name));
  return names.flatMap((name) => {
    const { met } = new Literals(readFileSync(`${generated}/${name}`, 'utf8'), () => undefined);
    return met.map((text) => inSection(name.replace(/\.ts$/, ''), text));
  });
}

// What a language says by the English text: the engine's tables, the lists of models and the page's frame.
export function tableTexts(): Said[] {
  const lists = entries().flatMap(({ name, task, attends, held }) => [name, task, attends, held?.texts]);
  const html = readFileSync(`${root}/index.html`, 'utf8');
  const frame = [...html.matchAll(/(?:<title>|<noscript\s*>|name="description"\s+content=")([^<"]+)/g)];
  return [
    ...ofGenerated(),
    ...lists.flatMap((text) => (text ? [inSection('lists', text)] : [])),
    ...frame.map(([, text]) => inSection('frame', text!.replaceAll(/\s+/g, ' ').trim())),
  ];
}

const textOf = (words: Words) => (typeof words === 'string' ? words : Object.values(words).join('; '));

// The lessons have a test of their own.
export function pageMessages(): Said[] {
  const own = Object.entries(readEnglish()).map(([id, words]) => inSection(id, textOf(words)));
  const lists = entries().flatMap(({ task, attends }) => [
    inSection('lists', task),
    inSection('lists', attends),
  ]);
  return [...own.filter(({ at }) => !at.startsWith('lesson.')), ...ofGenerated(), ...lists];
}

export function inLanguage(said: readonly Said[], { messages, tables }: Language): Said[] {
  const ofTables = textIn(tables);
  return said.map((one) => {
    const own = messages[one.at];
    return { ...one, message: own ? textOf(own.text) : (ofTables(one.message) ?? one.message) };
  });
}

// What stands in quotation marks is an example, no sentence of ours.
export const sentencesOf = (message: string): string[] =>
  split(
    message
      .replaceAll(/<\/?\d+>|&#?\w+;/g, '')
      .replaceAll(/\{\d+\}|“[^”]*”|„[^“]*“/g, 'It')
      .trim(),
  );
