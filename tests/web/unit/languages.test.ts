// All words of the page have ids, and each language has words for all of them, with what is filled in.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { words } from '../../../web/src/text/format.ts';
import { isSource } from '../../../web/vite/language.mts';
import { type Met, Messages } from '../../../web/vite/messages.mts';
import {
  filledFor,
  hashOf,
  pluralCategories,
  readEnglish,
  readLanguages,
  review,
  sayIn,
  type Words,
} from '../../../web/vite/words.mts';
import { bareWords } from './bare-words.ts';
import { tableTexts } from './page-messages.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const source = `${root}/web/src`;
const english = readEnglish();
const inEnglish = sayIn(null);

const files = (readdirSync(source, { recursive: true }) as string[]).filter(isSource);
const codeOf = (file: string) => readFileSync(`${source}/${file}`, 'utf8');
const met: (Met & { file: string })[] = files.flatMap((file) =>
  new Messages(codeOf(file), file.endsWith('.svelte'), inEnglish).met.map((one) => ({ ...one, file })),
);

const formsOf = (words: Words) => (typeof words === 'string' ? [words] : Object.values(words));
const placeholders = (text: string) => [...new Set(text.match(/\{\d+\}|<\/?\d+>/g) ?? [])].sort();

test('the page uses every message, and gives what it fills in', () => {
  const used = new Set(met.map(({ id }) => id));
  assert.deepEqual(
    Object.keys(english).filter((id) => !used.has(id)),
    [],
    'web/languages/en.json has messages that the page does not use',
  );
  const off = met.filter(({ id, values }) => {
    const numbers = placeholders(formsOf(english[id]!).join('')).map((one) =>
      Number(one.replaceAll(/\D/g, '')),
    );
    return values !== new Set(numbers).size;
  });
  assert.deepEqual(off, []);
  assert.ok(used.size > 1500, `${used.size} messages are used`);
});

test('all words of the page have ids', () => {
  const bare = files.flatMap((file) =>
    bareWords(codeOf(file), file.endsWith('.svelte')).map((text) => `${file}: ${text}`),
  );
  assert.deepEqual(bare, [], 'put them into web/languages/en.json, or list them in bare-words.ts');
});

test('the types of what is filled in are those of the messages', () => {
  const made = readFileSync(`${source}/generated/filled.ts`, 'utf8');
  assert.equal(made, filledFor(english), 'run `npm run words`');
});

for (const language of readLanguages()) {
  const { missing, changed, unknown } = review(language);

  test(`${language.name} says all of it`, (context) => {
    const file = `web/languages/${language.id}.json`;
    assert.deepEqual(missing, [], `${file} has none of these: the page says them in English`);
    assert.deepEqual(unknown, [], `${file} has words for ids that en.json lacks`);
    for (const id of changed) context.diagnostic(`to review, since the English has changed: ${id}`);
  });

  test(`${language.name} fills in what English does`, () => {
    const off = Object.entries(language.messages).filter(([id, { text }]) =>
      formsOf(text).some(
        (one) => String(placeholders(one)) !== String(placeholders(formsOf(english[id]!)[0]!)),
      ),
    );
    assert.deepEqual(off, []);
    for (const { text } of Object.values(language.messages))
      if (typeof text !== 'string') assert.deepEqual(Object.keys(text), pluralCategories(language.id));
  });

  test(`${language.name} says what the tables of the engine and the lists of models say`, () => {
    const texts = tableTexts().map(({ message }) => message);
    assert.deepEqual(
      texts.filter((text) => !language.tables[text]),
      [],
    );
    assert.deepEqual(
      Object.keys(language.tables).filter((text) => !texts.includes(text)),
      [],
    );
  });
}

test('classes of the models that ship, and of the texts that Train begins with, have names', () => {
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
    assert.ok(Object.values(english).includes(words(label, true)), label);
  }
});

const kWords: Readonly<Record<string, Words>> = {
  row: 'A <0>row</0> of {1} words.',
  yes: 'Yes, "{0}" & <more',
  end: ' and {0}',
  odd: '"a" & <b',
  all: { one: '{0} word', other: '{0} words' },
};
const kGerman = {
  id: 'de',
  messages: {
    row: { of: hashOf(kWords['row']!), text: 'Von {1} Wörtern eine <0>Zeile</0>.' },
    yes: { of: 'old', text: 'Ja: {0}' },
    all: { of: hashOf(kWords['all']!), text: { one: '{0} Wort', other: '{0} Wörter' } },
  },
};
const made = (code: string, isSvelte: boolean, language: typeof kGerman | null = kGerman) =>
  new Messages(code, isSvelte, sayIn(language, kWords)).code;

test('the parts within a message stand where the language puts them', () => {
  const code = '<p><Message id="row"><b class="x">…</b> {count}</Message></p>';
  assert.equal(made(code, true), '<p>Von {count} Wörtern eine <b class="x">Zeile</b>.</p>');
  assert.equal(made(code, true, null), '<p>A <b class="x">row</b> of {count} words.</p>');
  const nested = `<Message id="row"><b>…</b> {#if n}{n ? t('yes', n) : ''}{/if}</Message>`;
  assert.equal(made(nested, true), "Von {#if n}{n ? `Ja: ${n}` : ''}{/if} Wörtern eine <b>Zeile</b>.");
});

test('calls in programs, markup and attributes become words', () => {
  assert.equal(made("a = t('yes', f(t('yes', 1)));", false), 'a = `Ja: ${f(`Ja: ${1}`)}`;');
  assert.equal(made("<i>{t('yes', n)}</i>", true), '<i>{`Ja: ${n}`}</i>');
  assert.equal(made("<i>{t('yes', n)}</i>", true, null), '<i>{`Yes, "${n}" & <more`}</i>');
  assert.equal(
    made("<i title={t('odd')}>{t('odd')}</i>", true),
    '<i title="&quot;a&quot; &amp; &lt;b">"a" &amp; &lt;b</i>',
  );
  assert.equal(made("<i title={t('yes', n)}></i>", true, null), '<i title={`Yes, "${n}" & <more`}></i>');
  assert.equal(
    made("<i>{t('end', n)}</i>", true),
    '<i>{` and ${n}`}</i>',
    'in English, with the space at its end',
  );
  assert.throws(() => made("t('none')", false), /en.json has no "none"/);
});

test('a plural has the forms of its language, and its import', () => {
  const code = "import { t } from './t.ts';\na = t('all', n);";
  assert.equal(made(code, false), `import { plural } from './plural.ts';\na = plural(n, " Wort| Wörter");`);
  assert.equal(made("import { t } from './t.ts';\na = 1;", false), '\na = 1;');
  const forms = { one: 'the {0} word', other: 'all {0} words' };
  assert.throws(
    () => new Messages("t('x', n)", false, sayIn(null, { x: forms })),
    /the same words before it/,
  );
  assert.deepEqual(sayIn({ id: 'zh', messages: {} }, kWords)('all'), ['{0} words']);
});

test('a changed English text marks its translations, which stay', () => {
  assert.deepEqual(review(kGerman, kWords), { missing: ['end', 'odd'], changed: ['yes'], unknown: [] });
  assert.equal(sayIn(kGerman, kWords)('yes'), 'Ja: {0}');
});

test('words without an id are found', () => {
  assert.deepEqual(bareWords("<p title=\"Two words\">One {n ? 'Go on' : t('yes')}</p>", true), [
    'Two words',
    'One ',
    'Go on',
  ]);
  for (const name of ['tz-chip is-{0}', '[aria-rowindex="{0}"]', 'layer', 'ArrowLeft', 'heed:theme', '#fff'])
    assert.deepEqual(bareWords(`a = ${JSON.stringify(name)}`, false), [], name);
});
