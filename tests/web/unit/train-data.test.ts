import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likely } from '../../../web/src/state/train/columns.ts';
import { comparable } from '../../../web/src/state/train/curves.ts';
import { encodingOf } from '../../../web/src/state/train/decode.ts';
import type { Run } from '../../../web/src/state/train/run.svelte.ts';
import {
  asTsv,
  byHand,
  kMostRows,
  labelled,
  readFile,
  readTable,
} from '../../../web/src/state/train/data.ts';

const read = (text: string, name = 'a.csv') => {
  const table = readTable(name, text);
  const { text: words, label } = likely(table);
  return labelled(table, words, label);
};
const problem = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

test('text and class are found by name, or by what the columns hold', () => {
  const named = read('label,text\nb,"one, two"\na,three\nb,four\na,five\n');
  assert.deepEqual(named.labels, ['a', 'b']);
  assert.deepEqual(named.rows[0], { text: 'one, two', label: 1 });
  assert.deepEqual(named.counts, [2, 2]);
  const found = read(
    'a long sentence\tyes\nanother sentence\tno\nthird one here\tyes\nfourth one here\tno\n',
  );
  assert.deepEqual(found.labels, ['no', 'yes']);
  assert.equal(found.rows[0]!.text, 'a long sentence');
  const lines = read(
    '{"text":"one","label":1}\n{"text":"two","label":2}\n{"text":"x","label":1}\n{"text":"y","label":2}',
  );
  assert.deepEqual(lines.labels, ['1', '2']);
});

test('tables are read as people write them', async () => {
  const twice = (header: string, a: string, b: string) => header + (a + b).repeat(3);
  assert.equal(read(twice('text;label\n', 'Well, one;a\n', 'Well, two;b\n')).rows[0]!.text, 'Well, one');
  assert.deepEqual(read(twice('v1,v2,,,\n', 'ham,"See you, so",,,\n', 'spam,Win it,,,\n')).labels, [
    'ham',
    'spam',
  ]);
  assert.equal(read(twice('sep=;\ntext;label\n', 'a, b;a\n', 'c, d;b\n')).rows[0]!.text, 'a, b');
  assert.deepEqual(read(twice('', '__label__a one two\n', '__label__b three\n')).labels, ['a', 'b']);
  const list = JSON.stringify(
    ['a', 'b', 'a', 'b'].map((label) => ({ text: 'one', label })),
    null,
    1,
  );
  assert.deepEqual(read(list).counts, [2, 2]);
  const file = (bytes: ArrayLike<number>) => readFile(new File([Uint8Array.from(bytes)], 'a.csv'));
  const latin = [...'text,label\rcaf\u00e9,a\r'].map((c) => c.charCodeAt(0));
  assert.deepEqual((await file(latin)).rows, [['café', 'a']]);
  const wide = latin.flatMap((byte) => [byte, 0]);
  assert.deepEqual((await file(wide)).rows, [['café', 'a']]);
  await assert.rejects(file([0x50, 0x4b, 3, 4, 0]), /Excel workbook or a ZIP archive/);
});

test('rows that cannot be used are named by their lines', () => {
  const found = read('label\ttext\na\tone\n\ttwo\nb\t\na\tthree\nb\tfour\nb\tfive\n', 'a.tsv');
  assert.deepEqual(found.problems, ['line 4: no text', 'line 3: no class']);
  assert.equal(found.rows.length, 4);
});

test('what cannot be learned from is said in one message', () => {
  assert.match(
    problem(() => read('')),
    /\[a\.csv\] has no rows/,
  );
  assert.match(
    problem(() => read('\0\x01\x02')),
    /is no text/,
  );
  assert.match(
    problem(() => read('one\ntwo\n')),
    /has one column/,
  );
  assert.match(
    problem(() => read('label,text\na,one\na,two\n')),
    /has only one class, a: expected two or more/,
  );
  assert.match(
    problem(() => read('label,text\na,one\nb,two\nc,three\n')),
    /has 3 texts of 3 classes/,
  );
  const many = Array.from({ length: 10_000 }, (_, i) => `c${i},words ${i}`).join('\n');
  assert.match(
    problem(() => read(`label,text\n${many}`)),
    /has 10,000 classes: expected at most 1,000/,
  );
  assert.match(
    problem(() => read(`label,text\n${'a'.repeat(201)},one\nb,two\n`)),
    /has a class of 201 characters: expected at most 200/,
  );
});

test('more rows than a page learns from are left out, and said', () => {
  const rows = Array.from({ length: kMostRows + 5 }, (_, i) => `${i % 2},words ${i}`);
  const found = read(`label,text\n${rows.join('\n')}`);
  assert.equal(found.rows.length, kMostRows);
  assert.match(found.problems[0]!, /the first 20,000 rows are used, 5 are not/);
});

test('of a large file the beginning is read, up to a whole line', async () => {
  const line = `a,${'x'.repeat(997)}\n`;
  const file = new File([line.repeat(25_000)], 'large.csv');
  const table = await readFile(file);
  assert.ok(table.rows.length < 20_001);
  assert.equal(table.rows.at(-1)![1]!.length, 997);
  assert.match(table.problems[0]!, /the first 20\.0 MB of 25\.0 MB were read/);
});

test('sentences by hand are as good, and leave as a file that reads back', () => {
  const found = byHand([
    { name: 'yes', texts: 'one\ntwo\n\n' },
    { name: 'no', texts: 'three\nfour' },
  ]);
  assert.deepEqual(found.labels, ['no', 'yes']);
  assert.deepEqual(read(asTsv(found), 'texts.tsv').rows, found.rows);
});

const bytes = (text: string) => Uint8Array.from([...text].map((c) => c.charCodeAt(0)));

// The cases of tests/engine/data/test_encoding.cpp and test_peoples_files.cpp.
test('the encoding of a file is guessed as the programs guess it', () => {
  const cases: Record<string, string> = {
    'caf\xc3\xa9': 'utf-8',
    'caf\xe9, na\xefve': 'windows-1252',
    'sch\xf6n gr\xf6\xdfer, \x845 \x80\x93': 'windows-1252',
    '\x93quoted\x94 \x96 it\x92s': 'windows-1252',
    'caf\x8e cr\x8fme': 'macintosh',
    'caf\xc3\xa9 and \xff': 'utf-8',
    'a\0b\0c\0': 'utf-16le',
    '\0a\0b\0c': 'utf-16be',
    '\xfe\xff\0a': 'utf-16be',
  };
  for (const [text, encoding] of Object.entries(cases)) assert.equal(encodingOf(bytes(text)), encoding, text);
});

test('a first row above few others is no header without signs of one', () => {
  for (const text of ['a,good\nb,not so good\na,very good\n', 'a,one two\nb,three four\na,five six\n'])
    assert.equal(readTable('a.csv', text).rows.length, 3, text);
});

test('letters that cannot be read are said, with their lines', async () => {
  const { problems } = await readFile(
    new File([bytes('label,text\na,f\xc3\xbcr\nb,gr\xf6\xdfer\n')], 'a.csv'),
  );
  assert.deepEqual(problems, ['line 3: some letters cannot be read and appear as �: save the file as UTF-8']);
});

test('runs share a plot where they learned from the same texts', () => {
  const run = (...texts: string[]) =>
    ({ data: byHand(texts.map((one, i) => ({ name: `${i}`, texts: one }))) }) as Run;
  assert.ok(comparable(run('a\nb', 'c\nd'), run('a\nb', 'c\nd')), 'kept, or given again');
  assert.ok(!comparable(run('a\nb', 'c\nd'), run('a\nb', 'c\ne')));
});
