// How the program answers to its command line: exit statuses, one clear message, help.
import assert from 'node:assert/strict';
import { openSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { heed, model, noModel, run } from './program.mjs';

const commands = [
  'predict',
  'explain',
  'tokenize',
  'train',
  'pack',
  'evaluate',
  'attend',
  'quantize',
  'info',
  'fetch',
];

function fails(args, status, message, options) {
  const result = run(args, options);
  const where = `heed ${args.join(' ')}: ${result.err}`;
  assert.equal(result.status, status, where);
  assert.equal(result.out, '', where);
  assert.match(result.err, /^heed: [^\n]+\n$/, where);
  assert.match(result.err, message, where);
}

test('help lists the commands, and every command has one', () => {
  const { status, out } = run(['--help']);
  assert.equal(status, 0);
  for (const command of commands) assert.match(out, new RegExp(`^ +${command} `, 'm'));
  for (const command of commands) {
    const help = run([command, '--help']);
    assert.equal(help.status, 0, command);
    assert.match(help.out, /Options:/, command);
  }
});

test('dots stand behind an option that takes several values, and behind no other', () => {
  const { out } = run(['evaluate', '--help']);
  assert.match(out, /--data PATH \.\.\. /);
  assert.match(out, /--set KEY=VALUE {2,}/);
});

test('a program without a GPU starts, and says what is missing where one is asked for', () => {
  const none = { env: { HEED_CUDA_MODULE: '/nowhere/libheed_cuda.so' } };
  fails(
    ['train', 'enron-tutorial', '--device', 'cuda'],
    1,
    /\[train\] the device "cuda" is not available: .*not beside this program.*--device cpu/,
    none,
  );
  fails(
    ['train', 'enron-tutorial', '--device', 'cuda', '--set', 'training.precision=half'],
    2,
    /float32, tf32 or bf16/,
    none,
  );
});

test('a command line that cannot be understood ends with 2', () => {
  fails([], 2, /no command/);
  fails(['bogus'], 2, /"bogus"/);
  fails(['fill-mask', 'x'], 2, /fill-mask/);
  fails(['attend'], 2, /--embeddings/);
  fails(['attend', '--embeddings', './v.txt', '--width', 'wide'], 2, /--width/);
  fails(['predict'], 2, /--model/);
  fails(['predict', '--model', model], 2, /TEXT/);
  fails(['predict', '--model', model, '--bogus', 'x'], 2, /--bogus/);
  fails(['predict', '--model', model, '--top', 'many', 'x'], 2, /--top/);
  fails(['predict', '--model', model, '--top', '-1', 'x'], 2, /--top/);
  fails(['explain', 'x'], 2, /--model/);
  fails(['explain', '--model', model, '--contrast', 'request'], 2, /--contrast|TEXT/);
  fails(['tokenize', 'x'], 2, /--model|--tokenizer/);
  fails(['tokenize', '--model', model, '--tokenizer', 'words', 'x'], 2, /--model|--tokenizer/);
  fails(['evaluate', '--model', model], 2, /--data/);
  fails(['train'], 2, /RECIPE/);
  fails(['train', 'enron-tutorial', '--epochs', '0'], 2, /--epochs/);
  fails(['train', 'enron-tutorial', '--minutes', '-1'], 2, /--minutes/);
  fails(['train', 'enron-tutorial', '--device', 'tpu'], 2, /tpu/);
  fails(['quantize', '--model', model], 2, /--out/);
  fails(['pack', '--data', './t.txt'], 2, /--out/);
  fails(['pack', '--data', './t.txt', '--out', './t.packed', '--tokens', '0'], 2, /--tokens/);
  fails(['fetch'], 2, /NAME/);
});

test('names that there are not end with 2 and say which there are', () => {
  fails(['tokenize', '--tokenizer', 'bogus', 'x'], 2, /basic_english/);
  fails(['train', 'bogus'], 2, /enron-tutorial/);
  fails(['attend', '--embeddings', './v.txt', '--mechanism', 'bogus'], 2, /scaled-dot/);
  fails(['attend', '--embeddings', './v.txt', '--tokenizer', 'bogus'], 2, /whitespace/);
  fails(['fetch', 'bogus'], 2, /enron-intent/);
});

test('an unknown format ends with 2', { skip: noModel }, () => {
  fails(['evaluate', '--model', model, '--data', 'x.csv', '--format', 'bogus'], 2, /csv/);
});

test('files that are not there end with 1 and are named', () => {
  fails(['predict', '--model', './nowhere', 'x'], 1, /nowhere/);
  fails(['info', '--model', './nowhere'], 1, /nowhere/);
  fails(['attend', '--embeddings', './nowhere.txt'], 1, /nowhere\.txt/);
  fails(['tokenize', '--tokenizer', './nowhere.json', 'x'], 1, /nowhere\.json/);
  fails(['train', './nowhere.json'], 1, /nowhere\.json/);
  fails(['quantize', '--model', './nowhere', '--out', './out'], 1, /nowhere/);
});

test('a text that begins with a dash goes after --', { skip: noModel }, () => {
  fails(['predict', '--model', model, '-x'], 2, /after --/);
  fails(['predict', '--model', model, 'x', '-y'], 2, /after --/);
  assert.match(run(['predict', '--model', model, '--', '-x and -y']).out, /-x and -y/);
});

test('a full disk is noticed', { skip: noModel || process.platform !== 'linux' }, () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(heed, ['info', '--model', model], { stdio: ['ignore', full, 'pipe'] });
  assert.equal(status, 1);
  assert.match(stderr.toString(), /could not be written/);
});
