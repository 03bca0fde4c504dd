// Doors by which a random model is asked in random-models.test.mjs: the program's commands, the C interface, the Python module.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, heed, lines, python as interpreter, root, run } from '../native/program.mjs';

export function said(args, more) {
  const { status, out, err } = run(args, more);
  assert.equal(status, 0, err);
  return out;
}
// What fails is an answer, too: the message, without the name of who asks.
export function failing(ask) {
  try {
    return ask();
  } catch ({ message }) {
    return refused(message);
  }
}
const refused = (message) => ({ failed: /\] ([^\n]*)/.exec(message)?.[1] ?? message });
// A row that has no answer: of a text without words, or refused.
export const unanswered = (text, remark) => (text.trim() === '' ? { blank: text } : refused(remark));
export const filesOf = (path) =>
  Object.fromEntries(readdirSync(path).map((file) => [file, new Uint8Array(readFileSync(join(path, file)))]));

// Rows of the table that `predict --data` makes of the texts.
export function table(t, path, texts, given = []) {
  const place = folder(t);
  writeFileSync(join(place, 'in.jsonl'), texts.map((text) => `${JSON.stringify({ text })}\n`).join(''));
  said(['predict', '--model', path, '--data', 'in.jsonl', '--out', 'out.jsonl', ...given], { cwd: place });
  return lines(readFileSync(join(place, 'out.jsonl'), 'utf8'));
}

// The C interface, by a program that is built against it.
const library = join(heed, '..');
export const cLibrary = existsSync(join(library, 'libheed.so'));
let cProgram = null;
export function c(t, path, what, input) {
  if (!cProgram) {
    cProgram = join(folder({ after: (end) => process.on('exit', end) }), 'answers');
    const flags = ['-I', join(root, 'native/c'), '-L', library, '-lheed', `-Wl,-rpath,${library}`];
    const built = spawnSync('cc', [
      '-std=c99',
      join(root, 'tests/native/c/answers.c'),
      '-o',
      cProgram,
      ...flags,
    ]);
    assert.equal(built.status, 0, String(built.stderr));
  }
  const { status, stdout, stderr } = spawnSync(cProgram, [path, what], { input, maxBuffer: 1 << 28 });
  assert.equal(status, 0, String(stderr));
  return String(stdout);
}
// The answer to each command, with the tensors behind it.
export const askC = (t, path, commands) =>
  c(t, path, 'ask', commands.map((command) => `${JSON.stringify(command)}\n`).join(''))
    .split('\n\n')
    .slice(0, -1)
    .map((reply) => {
      const [text, ...tensors] = reply.split('\n');
      if (!text.startsWith('{')) return { failed: refused(text) };
      return { ...JSON.parse(text), tensors: tensors.map((line) => line.split(' ').slice(1).map(Number)) };
    });

// The Python module, from where it is built.
const built = join(library, '../python');
const extension = existsSync(built) && readdirSync(built).find((name) => /^_heed.*\.so$/.test(name));
export const pythonThere = extension && spawnSync(interpreter, ['-c', 'import numpy']).status === 0;
export function python(t, path, command, texts) {
  const place = folder(t);
  mkdirSync(join(place, 'heed'));
  copyFileSync(join(root, 'native/python/heed/__init__.py'), join(place, 'heed/__init__.py'));
  copyFileSync(join(built, extension), join(place, 'heed', extension));
  const script = join(root, 'tests/native/python/answers.py');
  const env = { ...process.env, PYTHONPATH: place };
  const { status, stdout, stderr } = spawnSync(interpreter, [script, path, command], {
    input: JSON.stringify(texts),
    env,
  });
  assert.equal(status, 0, String(stderr));
  return JSON.parse(stdout);
}
