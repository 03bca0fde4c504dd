// Links and model cards that a stranger has written: whatever they say, each is read in a moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kLongestLink, readFragment, readPacked } from '../../../web/src/state/fragment.ts';
import { readLab } from '../../../web/src/state/lab/settings.ts';
import { kLongestText, noticeOf } from '../../../web/src/state/settings.ts';
import { readTokenizer } from '../../../web/src/state/tokenizer/settings.ts';
import { changes, readChanges } from '../../../web/src/state/train/recipes.ts';
import { readTranslating } from '../../../web/src/state/translate/settings.ts';
import { parse, sameTarget, said } from '../../../web/src/state/why/edits.ts';
import { readWriting } from '../../../web/src/state/write/settings.ts';
import { blocksOf, kLongestCard } from '../../../web/src/text/markdown.ts';
import { kBudget, Maker, within } from './made.ts';

const kSeed = Number(process.env['HEED_FUZZ_SEED'] ?? 1);
const kTexts = Number(process.env['HEED_FUZZ_TEXTS'] ?? 150);

async function assertQuick(what: string, text: string, run: () => unknown): Promise<void> {
  if (await within(kBudget, run)) return;
  const start = JSON.stringify(text.slice(0, 120));
  assert.fail(`${what} of ${text.length} characters took more than ${kBudget} ms: ${start}`);
}

// All that reads a link before anything is asked of the engine.
async function follow(fragment: string): Promise<void> {
  const { settings, ...unread } = /[#&]packed=/.test(fragment)
    ? await readPacked(fragment)
    : readFragment(fragment);
  noticeOf(unread);
  const more = settings.more ?? '';
  readLab(more);
  readWriting(more);
  readTranslating(more);
  readTokenizer(more);
  const set = changes.read(new URLSearchParams(more).get('train.set') ?? '');
  if (set) readChanges('attention', set);
  for (const edit of settings.edits ?? []) {
    parse(edit);
    said(edit, []);
    sameTarget(edit, edit);
  }
}

const kNames = (
  'section model text layer head scale view method class against edits special pieces whole pin how packed ' +
  'two.query lab.window write.text write.edits translate.forced translate.edits tokenizer.text train.set fill.at ' +
  'vector.of open.bits lesson.at'
).split(' ');
const kValues = [
  '0', '1.1', '-1', '*', '.', '=', ';', ' ', '+', '-', '%20', '%', '%E2%80%A8', 'a', 'é', '🙏', 'token.', 'state.',
  'even', 'off', 'only=', '0.0.0=', 'e-', ',', 'read', 'hub:a/b', '/', '\n', '\u2028', 'training.lr=', 'A', '_', '\t',
  'S0kt', '"', '<b>', '‮',
]; // prettier-ignore

test('a link that was made to freeze the page is read in a moment', async () => {
  const links = [
    `#edits=0.a${'1.1'.repeat(32)}++`,
    `#edits=${'0.a'.repeat(300_000)}`,
    `#edits=${'token.1=a+'.repeat(100_000)}`,
    `#translate.forced=${'1-'.repeat(500_000)}x`,
    `#train.set=${'a=1 '.repeat(200_000)}=`,
    `#class=${'a'.repeat(1_000_000)}`,
    `#${'a.b=c&'.repeat(100_000)}`,
  ];
  for (const link of links) await assertQuick('a link', link, () => follow(link));
});

test('links made of parts: each is read in a moment', async () => {
  const maker = new Maker(kSeed);
  for (let i = 0; i < kTexts; i++) {
    const one = () => `${maker.oneOf(kNames)}=${maker.text(kValues, 20_000)}`;
    const link = `#${Array.from({ length: 1 + maker.below(4) }, one).join('&')}`;
    await assertQuick('a link', link, () => follow(link));
  }
});

test('a link longer than any that the page writes is not read, and said', () => {
  const { settings, broken } = readFragment(`#text=${'a'.repeat(kLongestLink)}`);
  assert.deepEqual(settings, {});
  assert.deepEqual(broken, ['more than 2,000,000 characters']);
});

test('a link of more settings than any that the page writes is not read, and said', () => {
  const link = (settings: number) => `#text=a${'&a.b=c'.repeat(settings - 1)}`;
  assert.equal(readFragment(link(1000)).settings.text, 'a');
  assert.deepEqual(readFragment(link(1001)), { settings: {}, broken: ['more than 1,000 settings'] });
});

test('a few bytes that unpack to 200 MB are cut, and said', async () => {
  const much = new Blob([new Uint8Array(200_000_000).fill(97)]).stream();
  const packed = await new Response(much.pipeThrough(new CompressionStream('deflate-raw'))).bytes();
  const link = `#packed=${Buffer.from(packed).toString('base64url')}`;
  assert.ok(link.length < kLongestLink);
  const before = process.memoryUsage().arrayBuffers;
  const { settings, cut } = await readPacked(link);
  assert.equal(settings.text?.length, kLongestText);
  assert.deepEqual(cut, ['text']);
  assert.ok(process.memoryUsage().arrayBuffers - before < 50e6, 'most of it is never unpacked');
  assert.match(noticeOf({ broken: [], cut })!, /too long \(text\). The page left out its end/);
});

const kMarks = [
  '`', '*', '**', '_', '__', '[', ']', '(', ')', '[](', '](', '![', '<http:', '<', '>', '<!--', '-->', '# ', '#',
  '- ', '-', '|', ':-', '---\n', '```\n', '~~~\n', ' ', '\t', '\n', '\r', '\u2028', 'a', '1. ', '\\', 'é', 'https:',
]; // prettier-ignore

test('model cards made of parts: each is read in a moment', async () => {
  const maker = new Maker(kSeed);
  for (let i = 0; i < kTexts; i++) {
    const card = maker.text(kMarks, kLongestCard);
    await assertQuick('a card', card, () => blocksOf(card));
  }
});

test('each mark of a model card said without an end is read in a moment', async () => {
  for (const a of kMarks)
    for (const b of ['', ...kMarks]) {
      const card = (a + b).repeat(20_000 / (a + b).length);
      await assertQuick('a card', card, () => blocksOf(card));
    }
});
