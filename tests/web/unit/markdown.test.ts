import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf, type Run, runsOf } from '../../../web/src/text/markdown.ts';

const plain = (text: string): Run => ({ kind: 'plain', text });
const words = (runs: readonly Run[]) => runs.map(({ text }) => text).join('');

test('what stands out in a line, and links in words', () => {
  assert.deepEqual(runsOf('a **b** and `c*d*` and *e*'), [
    plain('a '),
    { kind: 'strong', text: 'b' },
    plain(' and '),
    { kind: 'code', text: 'c*d*' },
    plain(' and '),
    { kind: 'emphasis', text: 'e' },
  ]);
  assert.equal(
    words(runsOf('see [the paper](https://example.org/a), [a part](#part)')),
    'see the paper (https://example.org/a), a part',
  );
  assert.equal(words(runsOf('<https://example.org>')), 'https://example.org');
  assert.equal(words(runsOf('2 * 3 * 4 is <b>24</b>')), '2 * 3 * 4 is <b>24</b>');
});

test('a card: front matter left out, headings, tables, code, lists, paragraphs', () => {
  const card = [
    '---',
    'library_name: heed',
    '---',
    '',
    '# A model',
    '',
    'Two lines',
    'of one paragraph.',
    '| | |',
    '| --- | --- |',
    '| seed | `0` |',
    '## test',
    '```',
    '  accuracy  0.86',
    '',
    '| not | a table |',
    '```',
    '- one',
    '  goes on',
    '- two',
    '',
    '| split | accuracy |',
    '| :-- | --: |',
    '| 0 | 0.8 |',
    '| **mean** | |',
  ].join('\n');
  const blocks = blocksOf(card);
  assert.deepEqual(
    blocks.map(({ kind }) => kind),
    ['heading', 'paragraph', 'table', 'heading', 'code', 'list', 'table'],
  );
  const [title, paragraph, facts, , code, list, table] = blocks;
  assert.ok(title?.kind === 'heading' && title.level === 1 && words(title.runs) === 'A model');
  assert.ok(paragraph?.kind === 'paragraph' && words(paragraph.runs) === 'Two lines of one paragraph.');
  assert.ok(facts?.kind === 'table' && facts.head.length === 0);
  assert.deepEqual(facts.rows, [[[plain('seed')], [{ kind: 'code', text: '0' }]]]);
  assert.ok(code?.kind === 'code' && code.text === '  accuracy  0.86\n\n| not | a table |');
  assert.ok(list?.kind === 'list');
  assert.deepEqual(list.items.map(words), ['one goes on', 'two']);
  assert.ok(table?.kind === 'table');
  assert.deepEqual(table.head.map(words), ['split', 'accuracy']);
  assert.deepEqual(
    table.rows.map((row) => row.map(words)),
    [
      ['0', '0.8'],
      ['mean', ''],
    ],
  );
});

test('whatever it is, it ends', () => {
  assert.deepEqual(blocksOf(''), []);
  assert.deepEqual(blocksOf('---\nno end'), [{ kind: 'paragraph', runs: [plain('--- no end')] }]);
  assert.equal(blocksOf('```\nopen').length, 1);
  assert.equal(blocksOf('| a |').length, 1);
  assert.equal(blocksOf('<!-- said to nobody -->').length, 0);
});
