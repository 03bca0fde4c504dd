import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFragment, writeFragment } from '../../../web/src/state/fragment.ts';
import { kLabMechanisms, kMechanisms, kMeanings } from '../../../web/src/state/lab/mechanisms.ts';
import { labQuestion, twoQuestion } from '../../../web/src/state/lab/questions.ts';
import {
  kExamples,
  kLongest,
  type LabSettings,
  readLab,
  type TwoSettings,
  usualLab,
  usualTwo,
  writeLab,
} from '../../../web/src/state/lab/settings.ts';
import { unread } from '../../../web/src/state/lab/words.ts';

test('what is as usual leaves no trace in the address', () => {
  assert.equal(writeLab(usualTwo(), usualLab(), ''), '');
  const { two, lab, broken } = readLab('');
  assert.deepEqual([two, lab, broken], [usualTwo(), usualLab(), []]);
});

test('every setting of both sections comes back from the address', async () => {
  for (const [i, query] of ['', 'a&b=c #d %41 + "q" <b>', 'אנא 🙏\n漢', 'x'.repeat(kLongest)].entries()) {
    const two: TwoSettings = {
      trained: i % 2 === 0,
      query,
      key: `${query}!`.slice(0, kLongest),
      mechanism: kMechanisms[i]!,
      causal: i % 2 === 0,
      width: 1 + 300 * i,
      heads: 16 - i,
      head: i === 0 ? null : i,
      seed: i * 1234567890,
      scale: 'row',
      numbers: i % 2 === 1,
    };
    const lab: LabSettings = {
      trained: i % 2 === 1,
      example: kExamples[i % 3]!,
      query: two.key,
      key: query,
      causal: true,
      temperature: 0.05 + i,
      window: 1 + i,
      width: 4 + i,
      heads: 1 + i,
      seed: 4294967295,
      absolute: i % 2 === 0,
      draw: i,
      mechanism: kLabMechanisms[9 - i]!,
      row: i,
      column: 2 * i,
      head: i,
    };
    const more = writeLab(two, lab, '');
    assert.deepEqual(readLab(more), { two, lab, broken: [] });
    // Through the whole address, with the first page's own settings.
    const first = {
      section: 'lab',
      model: 'm',
      text: 'words',
      layer: null,
      head: null,
      scale: 'map',
      view: 'map',
      method: 'contribution',
      class: null,
      against: null,
      edits: [],
      special: 'shown',
      pieces: 'apart',
      whole: null,
      pin: null,
      how: false,
      more,
    } as const;
    const { settings, broken } = readFragment(await writeFragment(first));
    // Its link does not carry the sentence that was typed elsewhere.
    assert.deepEqual([settings.section, settings.text, broken], ['lab', undefined, []]);
    assert.deepEqual(readLab(settings.more ?? ''), { two, lab, broken: [] });
  }
});

test('parameters of other sections stay, and those of these are written anew', () => {
  const lab = { ...usualLab(), window: 5 };
  assert.equal(writeLab(usualTwo(), lab, 'other.a=1&lab.window=3&two.seed=9'), 'other.a=1&lab.window=5');
});

test('what makes no sense is named, and the usual stands in for it', () => {
  const wrong = [
    'two.mechanism=magic',
    'two.width=0',
    'two.width=1e3',
    'two.heads=17',
    'two.causal=perhaps',
    'lab.temperature=0',
    'lab.temperature=-1',
    'lab.temperature=NaN',
    'lab.seed=4294967296',
    'lab.example=three',
    'lab.mechanism=trainable',
  ];
  for (const more of wrong) {
    const { two, lab, broken } = readLab(more);
    assert.deepEqual(broken, [more.split('=')[0]], more);
    assert.deepEqual([two, lab], [usualTwo(), usualLab()], more);
  }
  assert.equal(readLab(`two.query=${'x'.repeat(9999)}`).two.query.length, kLongest);
});

test('the engine is asked for what the settings say, and only heads where heads are many', () => {
  const two = { ...usualTwo(), query: 'a', key: 'b', mechanism: 'general', heads: 4, width: 7 } as const;
  assert.deepEqual(twoQuestion(two, []), {
    input: { query: 'a', key: 'b' },
    jobs: [{ mechanism: 'general', causal: false, width: 7, seed: 0 }],
  });
  assert.equal(twoQuestion({ ...two, mechanism: 'multi-head' }, []).jobs[0]?.heads, 4);
  const lab = { ...usualLab(), query: 'a b', key: 'c', draw: 3 };
  const { input, jobs } = labQuestion({ ...lab, example: 'one' }, []);
  assert.deepEqual(input, { query: 'a b', key: 'a b' });
  assert.deepEqual(
    jobs.map(({ mechanism }) => mechanism),
    [...kLabMechanisms],
  );
  for (const { mechanism, heads, draw } of jobs) {
    assert.equal(heads, mechanism === 'multi-head' ? 2 : undefined);
    assert.equal(draw, mechanism === 'hard' ? 3 : undefined);
  }
  assert.deepEqual(labQuestion({ ...lab, example: 'pair' }, []).input, { query: 'a b', key: 'c' });
  assert.deepEqual(labQuestion({ ...lab, example: 'tensors' }, []).input, {
    random: { seed: 42, T: 3, D: 4 },
  });
});

test('each mechanism has its words', () => {
  for (const name of [...kMechanisms, ...kLabMechanisms]) {
    const { title, formula, use, from } = kMeanings[name];
    assert.ok(title && formula && from, name);
    assert.match(use, /^[A-Z].*\.$/, name);
    assert.doesNotMatch(title, /Attention|Sentence/, name);
  }
});

test('words that a file was not searched for', () => {
  assert.deepEqual(unread(['a b', ' b\nc '], ['a', 'x']), ['b', 'c']);
  assert.deepEqual(unread(['', '  '], []), []);
});

test('trained parameters are asked for where there are some, and never of random tensors', () => {
  const of = (mechanism: string, jobs: readonly { mechanism?: string; parameters?: string }[]) =>
    jobs.find((job) => job.mechanism === mechanism)?.parameters;
  const trained = ['additive', 'multi-head'];
  const lab = { ...usualLab(), query: 'a b', key: 'c' };
  assert.deepEqual(
    ['additive', 'multi-head', 'concat', 'local-p'].map((name) => of(name, labQuestion(lab, trained).jobs)),
    ['trained', 'trained', undefined, undefined],
  );
  assert.equal(of('additive', labQuestion({ ...lab, trained: false }, trained).jobs), undefined);
  assert.equal(of('additive', labQuestion({ ...lab, example: 'tensors' }, trained).jobs), undefined);
  const two = { ...usualTwo(), mechanism: 'additive' } as const;
  assert.equal(twoQuestion(two, trained).jobs[0]?.parameters, 'trained');
});
