// A page in each language of web/languages/, beside the English one and of the same parts: dist/de.html. Words are put in while it
// is built, so no visitor fetches a language that is not read.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { contentOf } from './beside.mts';
import { Messages, type Say } from './messages.mts';
import { fromRoot } from './shared.mts';

export interface Language {
  // "de"
  readonly id: string;
  // As it calls itself.
  readonly name: string;
  // By what the English page says; "=" where that is the same. A word that may be a name in the program stands behind its
  // file: "views/Legend.svelte|absolute".
  readonly messages: Readonly<Record<string, string>>;
  // What the engine says (web/languages/engine/), without the file or part in brackets before it: own-words.ts.
  readonly engine: Readonly<Record<string, string>>;
}

const kFolder = fromRoot('web/languages');
export const readLanguages = (): Language[] =>
  readdirSync(kFolder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const read = (path: string) => JSON.parse(readFileSync(`${kFolder}/${path}`, 'utf8')) as unknown;
      const engine = read(`engine/${name}`) as Language['engine'];
      return {
        id: name.slice(0, -'.json'.length),
        ...(read(name) as Omit<Language, 'id' | 'engine'>),
        engine,
      };
    });

// Whether the manual, or some of it, is in it.
export const hasManual = (id: string): boolean => existsSync(fromRoot(`web/manual/${id}/words.json`));

// Files whose words people read.
const kSource = fromRoot('web/src');
export const isSource = (file: string): boolean =>
  /\.(svelte|ts)$/.test(file) && !/^(engine\/|generated\/messages\.ts)|\.d\.ts$/.test(file);

export function sayIn({ messages }: Pick<Language, 'messages'>, file: string): Say {
  return (message, alone) => {
    const own = messages[`${file}|${message}`];
    const found = own ?? (alone ? undefined : messages[message]);
    return found === '=' ? message : found;
  };
}

// "[{0}] is not there" as the engine's words have it: "is not there", and counted from {0}.
export function withoutPlace(message: string): { readonly place: string; readonly said: string } {
  const place = /^(?:\[[^\]]*\] )*/.exec(message)![0];
  return { place, said: counted(message.slice(place.length), -filledIn(place)) };
}
const filledIn = (text: string): number => text.match(/\{\d+\}/g)?.length ?? 0;
const counted = (text: string, by: number): string =>
  text.replaceAll(/\{(\d+)\}/g, (_, i: string) => `{${Number(i) + by}}`);

// What the page itself asks a server for, and starts, fails with the same messages as the engine.
const sayOfEngine =
  ({ engine }: Pick<Language, 'engine'>): Say =>
  (message) => {
    const { place, said } = withoutPlace(message);
    const own = engine[said];
    return own === undefined ? undefined : place + counted(own, filledIn(place));
  };

// plural() of English adds an s; a language has both forms, "Wort|Wörter".
const kPlural = "${noun}${n === 1 ? '' : 's'}";
const kForms = "${noun.split('|')[n === 1 ? 0 : 1]}";

function translated(code: string, file: string, language: Language | null): string {
  let source = code;
  if (language && file === 'text/format.ts') {
    if (!code.includes(kPlural))
      throw new Error(`[languages] ${file} has no ${kPlural} any more: say how plurals are made`);
    source = code.replace(kPlural, kForms);
  }
  const say =
    language && file.startsWith('engine/')
      ? sayOfEngine(language)
      : sayIn(language ?? { messages: {} }, file);
  return new Messages(source, file.endsWith('.svelte'), say).code;
}

// What the lists of models say of each for people.
const kSaid = ['name', 'task', 'attends'] as const;
function ofModels(json: string, say: Say): string {
  const list = JSON.parse(json) as Record<string, unknown>[] | null;
  for (const entry of list ?? []) {
    for (const key of kSaid)
      if (typeof entry[key] === 'string') entry[key] = say(entry[key], false) ?? entry[key];
    const held = entry['held'] as { texts: string } | null | undefined;
    if (held) held.texts = say(held.texts, false) ?? held.texts;
  }
  return JSON.stringify(list);
}

const kList = 'virtual:languages';
const kOfEngine = 'virtual:engine-words';
const kGlossary = 'virtual:glossary';

// Terms by their ids, as `language` or else English explains them.
function glossaryIn(language: string): string {
  const { terms } = JSON.parse(readFileSync(fromRoot('web/glossary.json'), 'utf8')) as {
    terms: (Record<string, unknown> & { id: string })[];
  };
  return JSON.stringify(Object.fromEntries(terms.map((one) => [one.id, one[language] ?? one['en']])));
}

// English is what the sources say: there, only the tags go away.
export function words(language: Language | null): Plugin {
  const said = language ?? { id: 'en', name: 'English', messages: {}, engine: {} };
  const say = sayIn(said, 'assets/models');
  return {
    name: 'heed-words',
    enforce: 'pre',
    // All that the page is in, as they call themselves: for the switch.
    resolveId: (id) => ([kList, kOfEngine, kGlossary].includes(id) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${kOfEngine}`)
        return `import { ownWords } from '${kSource}/text/own-words.ts';
export default ownWords(${JSON.stringify(said.engine)});`;
      if (id === `\0${kGlossary}`) return `export default ${glossaryIn(said.id)}`;
      // What another language needs and English does not: in the place of a file, the one beside it.
      const beside = language && id.startsWith(kSource) && id.replace(/\.(ts|svelte)$/, '.own.$1');
      if (beside && existsSync(beside)) return readFileSync(beside, 'utf8');
      if (id !== `\0${kList}`) return null;
      const manual = (id: string) => (hasManual(id) ? `manual/${id}/` : 'manual/');
      const own = readLanguages().map(({ id, name }) => ({ id, name, manual: manual(id) }));
      const all = [{ id: 'en', name: 'English', manual: 'manual/' }, ...own];
      return `export default ${JSON.stringify(all)}`;
    },
    transform(code, id) {
      const path = id.split('?')[0]!;
      if (language && /models\/index\.json$/.test(path)) return { code: ofModels(code, say), map: null };
      if (language && /^\0virtual:(encoders|writers|translators)$/.test(id)) {
        const head = 'export default ';
        return { code: head + ofModels(code.slice(head.length), say), map: null };
      }
      const file = relative(kSource, path).split(sep).join('/');
      const isOurs = isSource(file) || (language !== null && /^engine\/.*(?<!\.d)\.ts$/.test(file));
      if (file.startsWith('..') || !isOurs || (!language && !/\bt`/.test(code))) return null;
      return { code: translated(code, file, language), map: null };
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        language
          ? html
              .replace('<html lang="en">', `<html lang="${said.id}">`)
              .replaceAll(/(<title>|<noscript\s*>|content=")([^<"]+)/g, (all, head: string, text: string) => {
                const found = say(text.replaceAll(/\s+/g, ' ').trim(), false);
                return found === undefined ? all : head + found;
              })
          : html,
    },
  };
}

// Which language a file of dist/ is of, where it is of one alone.
export const ofLanguage = new Map<string, string>();

// `pageIn`: how the page is built in a language.
export function languages(pageIn: (language: Language) => InlineConfig): Plugin {
  return {
    name: 'heed-languages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        for (const language of readLanguages()) {
          const made = (await build(pageIn(language))) as Rolldown.RolldownOutput;
          for (const file of made.output) {
            const fileName = file.fileName === 'index.html' ? `${language.id}.html` : file.fileName;
            if (bundle[fileName]) continue;
            this.emitFile({ type: 'asset', fileName, source: contentOf(file) });
            ofLanguage.set(fileName, `heed-${language.id}`);
          }
        }
      },
    },
  };
}
