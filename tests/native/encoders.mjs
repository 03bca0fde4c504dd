// Folders of the BERT family for the tests of the command line: the tiny models of tests/fixtures, with a vocabulary of
// 48 pieces.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, root } from './program.mjs';

export const pieces = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
pieces.push(...'the a river flows to sea is cold bank of green old man walks and sleeps , .'.split(' '));
while (pieces.length < 48) pieces.push(pieces.length % 2 ? `w${pieces.length}` : `##s${pieces.length}`);
pieces[47] = '##s';

const fixtures = join(root, 'tests/fixtures');

// A folder of `name` (bert_tiny, distilbert_tiny, modernbert_tiny); `config` changes keys of config.json.
export function tiny(t, name, config = {}) {
  const path = join(folder(t), name);
  const fixture = (file) => join(fixtures, `${name}_${file}`);
  mkdirSync(path);
  const given = JSON.parse(readFileSync(fixture('config.json'), 'utf8'));
  writeFileSync(join(path, 'config.json'), JSON.stringify({ ...given, ...config }));
  writeFileSync(join(path, 'vocab.txt'), pieces.join('\n') + '\n');
  const index = 'model.safetensors.index.json';
  if (!existsSync(fixture(index))) {
    copyFileSync(fixture('model.safetensors'), join(path, 'model.safetensors'));
    return path;
  }
  copyFileSync(fixture(index), join(path, index));
  const shards = Object.values(JSON.parse(readFileSync(fixture(index), 'utf8')).weight_map);
  for (const shard of new Set(shards)) copyFileSync(join(fixtures, shard), join(path, shard));
  return path;
}

// A safetensors file as {header, data}, and back to bytes.
export function taken(bytes) {
  const size = Number(bytes.readBigUInt64LE(0));
  return {
    header: JSON.parse(bytes.subarray(8, 8 + size).toString()),
    data: Buffer.from(bytes.subarray(8 + size)),
  };
}
export function put({ header, data }) {
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, data]);
}
