// Each language says all that the page says, with what is filled in, and nothing that the page does not say any more.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { words } from '../../../web/src/text/format.ts';
import { isSource, readLanguages, sayIn } from '../../../web/vite/language.mts';
import { Messages } from '../../../web/vite/messages.mts';
import { isRead } from '../../../web/vite/read-by-people.mts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const source = `${root}/web/src`;

interface Met {
  readonly file: string;
  readonly message: string;
}

function saidByLists(): Met[] {
  return ['index', 'encoders', 'writers', 'translators'].flatMap((name) => {
    const list = JSON.parse(readFileSync(`${root}/assets/models/${name}.json`, 'utf8')) as {
      name: string;
      task: string;
      attends: string;
      held?: { texts: string };
    }[];
    const all = list.flatMap(({ name, task, attends, held }) => [name, task, attends, held?.texts]);
    return all.flatMap((message) => (message ? [{ file: `${name}.json`, message }] : []));
  });
}

function saidByTheFrame(): Met[] {
  const html = readFileSync(`${root}/index.html`, 'utf8');
  const found = [...html.matchAll(/(?:<title>|<noscript\s*>|name="description"\s+content=")([^<"]+)/g)];
  assert.equal(found.length, 3);
  return found.map(([, text]) => ({ file: 'index.html', message: text!.replaceAll(/\s+/g, ' ').trim() }));
}

const placeholders = (text: string) => [...new Set(text.match(/\{\d+\}|<\/?\d+>/g) ?? [])].sort();
// What English fills in for plurals alone; a language has both forms in the word itself.
const kLeftOut: Readonly<Record<string, string>> = { 'line{0} {1}{2}: {3}': '{0}' };

for (const language of readLanguages()) {
  const files = (readdirSync(source, { recursive: true }) as string[]).filter(isSource);
  const met: Met[] = [...saidByLists(), ...saidByTheFrame()];
  for (const file of files) {
    const code = readFileSync(`${source}/${file}`, 'utf8');
    const found = new Messages(code, file.endsWith('.svelte'), sayIn(language, file)).met;
    met.push(...found.map((message) => ({ file, message })));
  }
  const of = ({ file, message }: Met) =>
    language.messages[`${file}|${message}`] ?? language.messages[message];

  test(`${language.name} says all of it`, () => {
    const missing = met.filter((one) => of(one) === undefined);
    assert.deepEqual(
      missing.map(({ file, message }) => `${file}: ${message}`),
      [],
      `web/languages/${language.id}.json has none of these: say them, or "=" where they are the same`,
    );
    assert.ok(met.length > 1500, `${met.length} messages were met`);
  });

  test(`${language.name} fills in what English does`, () => {
    const off = met.filter((one) => {
      const said = of(one)!;
      if (said === '=' || /\|/.test(said)) return false;
      const expected = placeholders(one.message).filter((part) => part !== kLeftOut[one.message]);
      return JSON.stringify(placeholders(said)) !== JSON.stringify(expected);
    });
    assert.deepEqual(off.map(of), []);
  });

  test(`${language.name} says nothing that is not said any more`, () => {
    const known = new Set(met.flatMap(({ file, message }) => [message, `${file}|${message}`]));
    assert.deepEqual(
      Object.keys(language.messages).filter((message) => !known.has(message)),
      [],
    );
  });
}

test('classes of the models that ship, and of the texts that Train begins with, have names in each language', () => {
  const models = `${root}/assets/models`;
  const labels = readdirSync(models, { withFileTypes: true }).flatMap((one) => {
    if (!one.isDirectory()) return [];
    const config = JSON.parse(readFileSync(`${models}/${one.name}/config.json`, 'utf8')) as {
      id2label?: object;
    };
    return Object.values(config.id2label ?? {}) as string[];
  });
  const texts = readFileSync(`${root}/assets/examples/guests.tsv`, 'utf8').trim().split('\n').slice(1);
  labels.push(...texts.map((row) => row.split('\t')[0]!));
  assert.ok(new Set(labels).size >= 15);
  for (const label of new Set(labels)) {
    assert.equal(words(label, false), label.replaceAll('_', ' '), 'a visitor’s label stays');
    for (const { messages } of readLanguages()) assert.ok(messages[words(label, true)], label);
  }
});

const german = (code: string, isSvelte: boolean, messages: Record<string, string>) =>
  new Messages(code, isSvelte, sayIn({ messages }, 'x')).code;

test('a line of markup is one message, and its parts stand where the language puts them', () => {
  const code = '<p>A <b class="x">row</b> of {count} words.</p>';
  const messages = { 'A <0>row</0> of {1} words.': 'Von {1} Wörtern eine <0>Zeile</0>.' };
  assert.equal(german(code, true, messages), '<p>Von {count} Wörtern eine <b class="x">Zeile</b>.</p>');
  assert.equal(german(code, true, {}), code, 'without the message nothing changes');
});

test('blocks and expressions within are said by themselves', () => {
  const code = `<p>Done{#if many} with <i>all</i>{/if}: {n ? 'Go on' : 'none'}</p>`;
  const messages = {
    'Done{0}: {1}': 'Fertig{0}: {1}',
    'with <0>all</0>': 'mit <0>allem</0>',
    'Go on': 'Weiter',
  };
  assert.equal(
    german(code, true, messages),
    `<p>Fertig{#if many} mit <i>allem</i>{/if}: {n ? "Weiter" : 'none'}</p>`,
  );
});

test('attributes, tagged words, templates and plurals', () => {
  const messages = {
    'Layer {0}': 'Schicht {0}',
    Yes: 'Ja',
    'It gives {0}.': 'Es gibt {0}.',
    '1 word': 'Wort|Wörter',
  };
  assert.equal(german('<i aria-label="Layer {n}"></i>', true, messages), '<i aria-label="Schicht {n}"></i>');
  assert.equal(german('a = t`Yes`;', false, messages), 'a = `Ja`;');
  assert.equal(german('a = t`No`;', false, messages), 'a = `No`;', 'the tag goes away in any language');
  assert.equal(german('a = `It gives ${f(1)}.`;', false, messages), 'a = `Es gibt ${f(1)}.`;');
  assert.equal(german("plural(n, 'word')", false, messages), 'plural(n, "Wort|Wörter")');
});

test('names in the program are no words, unless a language says of a file that they are', () => {
  const code = "import x from 'Some module'; const a: 'Kind' = b; if (c === 'Two words') d = 'map';";
  assert.equal(german(code, false, { 'Some module': 'X', Kind: 'X', 'Two words': 'X', map: 'X' }), code);
  assert.equal(german("d = 'map'", false, { 'x|map': 'Karte' }), 'd = "Karte"');
  assert.ok(isRead('Two words') && isRead('Label') && isRead('{0} left'));
  for (const name of ['tz-chip is-{0}', '[aria-rowindex="{0}"]', 'layer', 'ArrowLeft', 'heed:theme', '#fff'])
    assert.equal(isRead(name), false, name);
});
