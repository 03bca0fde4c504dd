// One list of files for the page's reader and the programs' (tests/engine/data/test_tables.cpp): both read the same.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { likely } from '../../../web/src/state/train/columns.ts';
import { labelled, readFile } from '../../../web/src/state/train/data.ts';

interface Case {
  readonly what: string;
  readonly file: string;
  readonly bytes: string;
  readonly latin1?: boolean; // each character is a byte
  readonly text: string; // of the first row
  readonly classes: Readonly<Record<string, number>> | null; // null: the file is refused
}

const kCases = JSON.parse(
  readFileSync(new URL('../../fixtures/tables.json', import.meta.url), 'utf8'),
) as Case[];

async function read({ file, bytes, latin1 }: Case) {
  const table = await readFile(new File([Buffer.from(bytes, latin1 ? 'latin1' : 'utf8')], file));
  const { text, label } = likely(table);
  return labelled(table, text, label);
}

for (const one of kCases)
  test(`read as the programs read it: ${one.what}`, async () => {
    if (!one.classes) return void (await assert.rejects(read(one), /^Error: \[t\./));
    const { labels, counts, rows } = await read(one);
    assert.deepEqual(Object.fromEntries(labels.map((label, i) => [label, counts[i]])), one.classes);
    assert.equal(rows[0]!.text, one.text);
  });
