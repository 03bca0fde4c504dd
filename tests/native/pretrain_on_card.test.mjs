// tests/bench/pretrain_on_card.sh without a GPU: the same way there and back, on the processor.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, heed, root, run } from './program.mjs';

const skip =
  spawnSync('bash', ['-c', 'command -v split sha256sum tar']).status === 0
    ? false
    : 'no split, sha256sum or tar';
const kPart = 12000; // bytes

const settings = [
  ['model.hidden_size', 16],
  ['model.num_hidden_layers', 1],
  ['model.num_attention_heads', 2],
  ['model.intermediate_size', 32],
  ['model.max_position_embeddings', 64],
  ['text.max_size', 100],
  ['training.rows.length', 32],
  ['training.rows.last_length', 0],
  ['training.batch_size', 8],
  ['training.epochs', 2],
  ['training.epoch_steps', 20],
  ['split.train', 0.8],
  ['split.validation', 0.2],
].flatMap(([key, value]) => ['--set', `${key}=${value}`]);

function texts(place) {
  const words = ['sun', 'ice', 'rain', 'sand', 'warm', 'cold'];
  const line = (i) => `today the ${words[i % 4]} is very ${words[(i * 5) % 6]} .${i % 3 === 2 ? '\n' : ''}`;
  writeFileSync(join(place, 'a.txt'), `${Array.from({ length: 900 }, (_, i) => line(i)).join('\n')}\n`);
  return join(place, 'a.txt');
}

// A machine: the folder that the script works in, and its $OUT, which is empty before each command.
function machine(t, more = {}) {
  const card = join(folder(t), 'card');
  const out = join(card, '..', 'out');
  const headers = join(card, '..', 'include');
  mkdirSync(join(headers, 'nlohmann'), { recursive: true });
  const env = {
    ...process.env,
    HEED: heed,
    HEED_CARD: card,
    HEED_CARD_DEVICE: 'cpu',
    HEED_CARD_PART: `${kPart}`,
    HEED_CARD_PARTS: '3',
    HEED_CARD_ROOM: '1000000',
    HEED_INCLUDE: headers,
    OUT: out,
    ...more,
  };
  const script = (...args) => {
    if (args[0] === 'train' || args[0] === 'more') {
      rmSync(out, { recursive: true, force: true });
      mkdirSync(out);
    }
    const result = spawnSync('bash', [join(root, 'tests/bench/pretrain_on_card.sh'), ...args], {
      env,
      encoding: 'utf8',
      cwd: join(card, '..'),
    });
    return { status: result.status, out: result.stdout, err: result.stderr };
  };
  const done = (...args) => {
    const { status, out: said, err } = script(...args);
    assert.equal(status, 0, `${args.join(' ')}: ${said}${err}`);
    return said;
  };
  const carry = (to, ...what) =>
    what.forEach((name) => cpSync(join(card, name), join(to, name), { recursive: true }));
  return { card, out, script, done, carry };
}

// What came back of `there` to `here`, in as many calls as it takes.
function bring(there, here) {
  for (let part = 3; ; part += 3) {
    const names = readdirSync(there.out).filter((name) => /\.\d{3}$/.test(name));
    assert.ok(names.length <= 3 && names.every((name) => statSync(join(there.out, name)).size <= kPart));
    const { status, out, err } = here.script('join', there.out);
    if (status === 0) return out;
    assert.match(err, new RegExp(`lacks \\d+ of \\d+ parts: .*more ${part}\\)`));
    there.done('more', `${part}`);
  }
}

test(
  'packed here, trained there in slices, on two machines, brought back: the model is that of one run',
  { skip },
  (t) => {
    const here = machine(t);
    const data = texts(folder(t));
    assert.match(here.done('pack', data, '--', ...settings), /corpus: \d parts of \d+ bytes in all/);
    assert.ok(readdirSync(join(here.card, 'corpus')).length > 2);

    const first = machine(t);
    here.carry(first.card, 'headers.tar.gz', 'settings', 'corpus');
    for (const minutes of ['0.00001', '0.00002'])
      assert.match(
        first.done('train', '--minutes', minutes),
        /"stopped":\{"epoch":1[^]*parts more: pretrain_on_card\.sh more 3/,
      );
    assert.match(bring(first, here), /whole: .*model\.checkpoint\.safetensors/);

    const second = machine(t); // a new one
    here.carry(second.card, 'headers.tar.gz', 'settings', 'corpus', 'checkpoint');
    assert.match(second.done('train'), /"validation":/);
    assert.match(bring(second, here), /the run has ended; its model: /);
    assert.match(second.script('train').err, /the run has ended/);
    assert.match(here.script('train').err, /the run has ended/);

    const whole = join(folder(t), 'model');
    const threads = spawnSync('nproc', { encoding: 'utf8' }).stdout.trim();
    const straight = run([
      'train',
      'masked-words',
      '--data',
      data,
      '--out',
      whole,
      '--threads',
      threads,
      ...settings,
    ]);
    assert.equal(straight.status, 0, straight.err);
    for (const file of ['model.safetensors', 'tokenizer.json'])
      assert.deepEqual(
        readFileSync(join(here.card, 'run/model', file)),
        readFileSync(join(whole, file)),
        file,
      );
  },
);

test(
  'of texts that are too large a share travels, and what is damaged, missing or nothing is said',
  { skip },
  (t) => {
    const here = machine(t, { HEED_CARD_ROOM: '3000', HEED_CARD_PART: '3000' });
    assert.match(here.script('train').err, /there is no corpus in/);
    assert.match(here.script('pack').err, /pack FILES/);
    assert.equal(here.script('elsewhere').status, 2);
    const data = texts(folder(t));
    here.done('pack', data, '--', ...settings);
    const tokens = statSync(join(here.card, 'run/texts.packed')).size;
    const all = machine(t);
    all.done('pack', data, '--', ...settings);
    assert.ok(tokens < statSync(join(all.card, 'run/texts.packed')).size);

    const there = machine(t, { HEED_CARD_PART: '3000' });
    here.carry(there.card, 'settings', 'corpus');
    const part = join(there.card, 'corpus/texts.packed.001');
    const bytes = readFileSync(part);
    writeFileSync(part, Buffer.from(bytes).fill(7, bytes.length - 9));
    assert.match(there.script('train').err, /texts\.packed\.001 is damaged: bring it again/);
    rmSync(part);
    assert.match(there.script('train').err, /lacks 1 of \d+ parts: texts\.packed\.001/);
    writeFileSync(part, bytes);
    there.done('train', '--minutes', '0');
    assert.match(there.script('more', '99').err, /no part number 99/);
    assert.match(here.script('join', here.card).err, /holds no SHA256SUMS/);
    assert.ok(existsSync(join(there.card, 'run/model.checkpoint.safetensors')));
  },
);

test('without a GPU nothing is run', { skip: skip || spawnSync('nvidia-smi').error === undefined }, (t) => {
  assert.equal(machine(t, { HEED_CARD_DEVICE: 'cuda' }).done('train'), 'not run: no GPU\n');
});
