// The page's messages can be read once: sentences with a subject and a verb, short, and in the field's words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLanguages } from '../../../web/vite/words.mts';
import { inLanguage, pageMessages, type Said, sentencesOf } from './page-messages.ts';
import { measured } from './prose.ts';

const bounds = { longest: 35, ease: 60 };

// Private words, for things that the field or everyday English has a word for.
const kEnglish: readonly RegExp[] = [
  /\bmade even\b|\beven (map|attention|weights|look)\b|\b(from|beside|than) even\b/,
  /\banew\b|\brightly\b|\breckon|\bheld against\b|\bcame about\b|\bat a click\b/,
  /\bsilence[sd]?\b|\b(fall|are|is) silent\b|\blets? (it )?(speak|go)\b|\bspeaks? (for|against)\b/,
  /\btakes? (on|all|one) (back|from)|\btake (it|them) (back|along)\b|\bwrite on\b|\bgo(es)? on (with|from)\b/,
  /\bof which\b|\b(is|are) none\b|\bnever saw\b|\bwithout a network\b|\bstands? (there|above|below)\b/,
  /\blikeliest\b|\bwhatever\b|\bbeside (it|them)\b|\bread where it lies\b|\bset apart\b|\bcould not be fetched\b/,
  /\boptimizer rate\b|\bmodels? that (write|translate)s?\b|\bheads averaged\b/,
];
const kGerman: readonly RegExp[] = [
  /\bgleich gemacht\b|\bschweig|\bmalgenommen|\bbei einem Klick\b|\bin den Weg legen\b/i,
  /\bgeht nirgendwohin\b|\bwie sie ist, was\b|\bohne Netz geht\b|\bdie es nie sah\b/i,
];
const kGermanOpenings =
  /^(Von (de[nrm]|dene?n|diese[nrm])\b.*,? (die|der|das)\b|Was .* ist\b|Deren\b|Dessen\b|Soweit\b)/;

// Judgements of one word.
const kAlone = new Set(['Right.', 'Wrong.']);
// A setting is described by what it is, as --help does: "Number of layers."
const kOfNouns = 'Settings';

const isWhole = (text: string) => /[.!?][”"’)]*$/.test(text) && /\p{L}{2}/u.test(text);
const unique = (said: readonly Said[]) => [
  ...new Set(said.flatMap(({ message }) => sentencesOf(message)).filter((one) => !kAlone.has(one))),
];

const english = pageMessages();
for (const section of new Set(english.map((one) => one.section)))
  test(`${section}: its messages can be read once`, () => {
    const said = english.filter((one) => one.section === section);
    const all = unique(said);
    const { hidden, longest } = measured(all);
    assert.deepEqual(hidden, [], 'sentences that hide their subject');
    assert.ok(longest <= bounds.longest, `the longest sentence has ${longest} words`);
    const { verbless, ease } = measured(all.filter(isWhole));
    if (section !== kOfNouns) assert.deepEqual(verbless, [], 'sentences without a verb that verbs.ts knows');
    assert.ok(ease >= bounds.ease, `reading ease is ${ease.toFixed(1)}, at least ${bounds.ease} is wanted`);
    const unplain = said.filter(({ message }) => kEnglish.some((one) => one.test(message)));
    assert.deepEqual(
      unplain.map(({ at, message }) => `${at}: ${message}`),
      [],
      'words that need a second reading',
    );
  });

const german = inLanguage(
  english,
  readLanguages().find(({ id }) => id === 'de')!,
);
test('German messages are short and plain, too', () => {
  const all = unique(german);
  const { longest } = measured(all);
  assert.ok(longest <= bounds.longest, `the longest sentence has ${longest} words`);
  assert.deepEqual(
    all.filter((one) => kGermanOpenings.test(one) || kGerman.some((word) => word.test(one))),
    [],
  );
});

test('a message is split into sentences, without its tags', () => {
  const said = 'A <0>row</0> of {1} words. Whose is it?';
  assert.deepEqual(sentencesOf(said), ['A row of It words.', 'Whose is it?']);
  assert.deepEqual(measured(sentencesOf(said)).hidden, ['Whose is it?']);
  assert.ok(kEnglish.some((one) => one.test('Every map made even')));
});
