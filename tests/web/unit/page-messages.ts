// All messages of the page by section, in English and in each language, as sentences: without tags, and with a noun for what is filled in.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isSource, type Language, sayIn } from '../../../web/vite/language.mts';
import { Messages } from '../../../web/vite/messages.mts';
import { split } from './prose.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const source = `${root}/web/src`;

// By the file: the first that fits. The lessons have a test of their own.
const kSections: readonly (readonly [string, RegExp])[] = [
  ['', /^lessons\//],
  ['Settings', /^generated\/recipe/],
  ['Why and What if', /^(panels\/why|state\/why|generated\/methods)/],
  ['Evidence', /^(panels|state)\/evidence/],
  ['Two sentences and Lab', /^((panels|state|views|export)\/lab|text\/lab|generated\/mechanisms)/],
  ['Tokenizer', /^((panels|state)\/tokenizer|text\/signs)/],
  ['Models and Fill', /^((panels|state)\/(opened|about)|state\/hub|panels\/Gallery|lists)/],
  ['Train', /^(panels|state)\/train/],
  ['Translate', /^(panels|state)\/translate/],
  ['Next word', /^(panels|state)\/write/],
  ['Lessons', /^panels\/lessons/],
  ['Read', /./],
];

export interface Said {
  readonly section: string;
  readonly file: string;
  readonly message: string;
}

const kLists = ['index', 'encoders', 'writers', 'translators'];
function ofLists(): [string, string][] {
  const all = kLists.flatMap(
    (name) =>
      JSON.parse(readFileSync(`${root}/assets/models/${name}.json`, 'utf8')) as {
        task: string;
        attends: string;
      }[],
  );
  return all.flatMap(({ task, attends }) => [
    ['lists', task],
    ['lists', attends],
  ]);
}

function ofSources(): [string, string][] {
  const files = (readdirSync(source, { recursive: true }) as string[]).filter(isSource).sort();
  return files.flatMap((file) => {
    const code = readFileSync(`${source}/${file}`, 'utf8');
    const { met } = new Messages(code, file.endsWith('.svelte'), () => undefined);
    return met.map((message): [string, string] => [file, message]);
  });
}

export function pageMessages(): Said[] {
  const all = [...ofSources(), ...ofLists()].map(([file, message]) => ({
    section: kSections.find(([, of]) => of.test(file))![0],
    file,
    message,
  }));
  return all.filter(({ section }) => section);
}

export function inLanguage(said: readonly Said[], language: Pick<Language, 'messages'>): Said[] {
  return said.map((one) => ({
    ...one,
    message: (sayIn(language, one.file)(one.message, false) ?? one.message).replaceAll('|', '. '),
  }));
}

// What stands in quotation marks is an example, no sentence of ours.
export const sentencesOf = (message: string): string[] =>
  split(
    message
      .replaceAll(/<\/?\d+>|&#?\w+;/g, '')
      .replaceAll(/\{\d+\}|“[^”]*”|„[^“]*“/g, 'It')
      .trim(),
  );
