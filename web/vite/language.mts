// A page in each language of web/languages/, beside the English one and of the same parts: dist/de.html. Words are put in while it
// is built, so no visitor fetches a language that is not read.
import { existsSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { contentOf } from './beside.mts';
import { Literals } from './literals.mts';
import { Messages, type Say } from './messages.mts';
import { fromRoot } from './shared.mts';
import { type Language, readLanguages, sayIn, textIn } from './words.mts';

// Whether the manual, or some of it, is in it.
export const hasManual = (id: string): boolean => existsSync(fromRoot(`web/manual/${id}/words.json`));

// Files whose words have ids.
const kSource = fromRoot('web/src');
export const isSource = (file: string): boolean =>
  /\.(svelte|ts)$/.test(file) && !/^(engine|generated)\/|^text\/(t\.ts|Message\.svelte)$|\.d\.ts$/.test(file);

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
  ({ engine }: Pick<Language, 'engine'>) =>
  (message: string) => {
    const { place, said } = withoutPlace(message);
    const own = engine[said];
    return own === undefined ? undefined : place + counted(own, filledIn(place));
  };

function translated(code: string, file: string, language: Language | null, byId: Say): string | null {
  if (isSource(file))
    return /\/(t\.ts|Message\.svelte)'/.test(code)
      ? new Messages(code, file.endsWith('.svelte'), byId).code
      : null;
  if (!language || !/^(engine|generated)\/.*(?<!\.d)\.ts$/.test(file)) return null;
  const say = file.startsWith('engine/') ? sayOfEngine(language) : textIn(language.tables);
  return new Literals(code, say).code;
}

// What the lists of models say of each for people.
const kSaid = ['name', 'task', 'attends'] as const;
function ofModels(json: string, say: (text: string) => string | undefined): string {
  const list = JSON.parse(json) as Record<string, unknown>[] | null;
  for (const entry of list ?? []) {
    for (const key of kSaid) if (typeof entry[key] === 'string') entry[key] = say(entry[key]) ?? entry[key];
    const held = entry['held'] as { texts: string } | null | undefined;
    if (held) held.texts = say(held.texts) ?? held.texts;
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

export function words(language: Language | null): Plugin {
  const said = language ?? { id: 'en', tables: {}, engine: {} };
  const say = textIn(said.tables);
  const byId = sayIn(language);
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
      const made = translated(code, file, language, byId);
      return made === null ? null : { code: made, map: null };
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        language
          ? html
              .replace('<html lang="en">', `<html lang="${said.id}">`)
              .replaceAll(/(<title>|<noscript\s*>|content=")([^<"]+)/g, (all, head: string, text: string) => {
                const found = say(text.replaceAll(/\s+/g, ' ').trim());
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
