// The glossary: every term in every language, its page in the manual, and the terms that lessons mark.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { kLessons } from '../../../web/src/lessons/course.ts';
import { partsOf } from '../../../web/src/text/marks.ts';
import { readEnglish, readLanguages } from '../../../web/vite/words.mts';
import { kGlossaries, terms } from '../../../web/manual/glossary.ts';
import { measure } from './prose.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

const ids = new Set(terms.map(({ id }) => id));
const marksIn = (text: string) => partsOf(text).flatMap(({ term }) => term ?? []);

for (const language of ['en', ...readLanguages().map(({ id }) => id)])
  test(`the glossary has two sentences for each term: ${language}`, () => {
    assert.ok(terms.length >= 40, `${terms.length} terms`);
    for (const one of terms) {
      const { term, says } = one[language] ?? { term: '', says: '' };
      assert.ok(term, `${one.id} has no ${language}`);
      const { sentences, longest } = measure(says);
      assert.equal(sentences.length, 2, `${one.id}: ${says}`);
      assert.ok(
        sentences.every((sentence) => /[.。]$/.test(sentence)),
        says,
      );
      assert.ok(longest <= 30, `${one.id}: ${longest} words`);
    }
    const names = terms.map((one) => one[language]!.term);
    assert.equal(new Set(names).size, names.length, 'no term stands there twice');
  });

test('the glossary’s pages are what the file says', () => {
  assert.equal(ids.size, terms.length);
  for (const [path, page] of Object.entries(kGlossaries))
    assert.equal(read(`web/manual/${path}`), page, 'node web/manual/glossary.ts writes them anew');
});

test('a mark names a term, and in each language the same ones as in English', () => {
  assert.deepEqual(partsOf('a [[query]] of (self-[[[SEP]|special-token]]), [[a]]-[[b]].'), [
    { text: 'a ', term: null, before: '', after: '' },
    { text: 'query', term: 'query', before: '', after: '' },
    { text: ' of ', term: null, before: '', after: '' },
    { text: '[SEP]', term: 'special-token', before: '(self-', after: '),' },
    { text: ' ', term: null, before: '', after: '' },
    { text: 'a', term: 'a', before: '', after: '-' },
    { text: 'b', term: 'b', before: '', after: '.' },
  ]);
  assert.deepEqual(marksIn('[[Learning rate]], [[layers|layer]]'), ['learning-rate', 'layer']);
  const english = readEnglish();
  for (const { messages } of readLanguages())
    for (const [id, text] of Object.entries(english)) {
      if (typeof text !== 'string') continue;
      const marks = marksIn(text).sort();
      for (const mark of marks) assert.ok(ids.has(mark), `no term ${mark}: ${id}`);
      assert.deepEqual(marksIn(messages[id]!.text as string).sort(), marks, id);
    }
});

// "query", "queries"; "recurrent network (RNN)" is either.
const formsOf = (term: string) =>
  term
    .replace(/\)$/, '')
    .split(' (')
    .map((one) => new RegExp(`(?<![\\p{L}-])${one.replace(/y$/, '(y|ie)')}(s|es)?(?!\\p{L})`, 'giu'));
// Longer ones first: a causal mask is not just a mask.
const forms = terms
  .toSorted((a, b) => b['en']!.term.length - a['en']!.term.length)
  .map((one) => ({ id: one.id, of: formsOf(one['en']!.term) }));

// Terms that stand unmarked before their mark, or are marked twice. Examples in *emphasis* and **names** of the page do not count.
function unmarked(text: string): string[] {
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const { text: shown, term } of partsOf(text.replaceAll(/(\*\*?)[^*]+\1/g, ''))) {
    if (term && seen.has(term)) wrong.push(`${term} twice`);
    if (term) seen.add(term);
    let rest = term ? '' : shown;
    for (const { id, of } of forms)
      for (const form of of) {
        if (form.test(rest) && !seen.has(id)) wrong.push(id);
        rest = rest.replaceAll(form, '');
      }
  }
  return wrong;
}

test('a lesson’s step marks each term where it first stands, and once', () => {
  assert.deepEqual(unmarked('A causal mask. A [[mask]] and *query* and the masks.'), ['causal-mask']);
  const wrong = kLessons.flatMap(({ id, steps }) =>
    steps.flatMap(({ say, ask, task }, i) =>
      unmarked(`${say} ${ask?.asked ?? task!.todo}`).map((term) => `${id}.${i + 1}: ${term}`),
    ),
  );
  assert.deepEqual(wrong, []);
});
