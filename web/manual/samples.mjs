// Samples of the manual: a block of output that stands directly behind a block of commands is what these print.
// node web/manual/samples.mjs build/native/heed runs them all and writes what they print now.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kBlock = /^```sh ?([\w-]*)\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm;

// [what it needs, its code, the code that has to run before it, the sample]. A block that "continues" goes on behind the last one that
// "begins", and those that continued it.
export function blocksOf(markdown) {
  let chain = '';
  return [...markdown.matchAll(kBlock)].map(([, needs, code, sample]) => {
    const before = needs === 'continues' ? chain : '';
    if (needs === 'begins' || needs === 'continues') chain = before + code;
    return { needs, code, before, sample };
  });
}

// Runs `code` in `folder`, where `assets` is this repository's.
export function runBlock({ before, code }, heed) {
  const folder = mkdtempSync(join(tmpdir(), 'heed-manual-'));
  symlinkSync(join(root, 'assets'), join(folder, 'assets'));
  const env = {
    ...process.env,
    PATH: `${dirname(heed)}:${process.env.PATH}`,
    HEED_RUNS: join(folder, 'runs'),
  };
  const bash = before ? `{ ${before}\n} > before.log 2>&1\n${code}` : code;
  try {
    return spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', bash], { cwd: folder, env, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// What is printed, with a line "…" wherever the sample leaves lines out.
export function shortened(printed, sample) {
  const lines = printed
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
  const kept = sample.trimEnd().split('\n');
  const at = kept.indexOf('…');
  const last = kept.length - 1 - kept.lastIndexOf('…');
  if (at < 0) return lines.join('\n');
  return [...lines.slice(0, at), '…', ...(last ? lines.slice(-last) : [])].join('\n');
}

// Numbers and bars vary with the processor: words do not.
export const wordsAlone = (text) =>
  text
    .replaceAll(/-?\d[\d.,e+-]*/g, '0')
    .replaceAll(/[▏▎▍▌▋▊▉█│]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

export const printedBy = (block, heed) => {
  const { status, stdout, stderr } = runBlock(block, heed);
  if (status !== 0) throw new Error(`${block.code}\n${stderr}`);
  return shortened(stdout, block.sample);
};

function renew(path, heed) {
  const old = readFileSync(path, 'utf8');
  const blocks = blocksOf(old);
  let i = 0;
  const text = old.replaceAll(kBlock, (whole) => {
    const block = blocks[i++];
    if (block.sample === undefined) return whole;
    return whole.replace(
      /(\n```text\n)[\s\S]*(```\n)$/,
      (_, open, close) => open + printedBy(block, heed) + '\n' + close,
    );
  });
  if (text !== old) writeFileSync(path, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const heed = resolve(process.argv[2] ?? 'build/native/heed');
  for (const folder of ['web/manual', 'web/manual/de'].map((name) => join(root, name)))
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.md')))
      renew(join(folder, name), heed);
}
