// Makes the pictures of the manual from the program as it is: node web/manual/pictures.mjs, after ./dev build and, for the desktop
// app's, build/native/studio_tests, which draws its windows into build/native/screenshots/.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync, inflateSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { serve } from '../serve.mjs';
import { chunkOf, chunksOf, movingOf } from './png.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'web/manual/pictures');

const kText = 'Could you look over my draft and tell me what is missing?';
const fragment = (settings) => `#${new URLSearchParams(settings)}`;

// What stands in each, and when it is there.
const kPictures = {
  page: {
    at: fragment({ text: kText }),
    height: 900,
    there: (page) => page.getByRole('list', { name: 'Contributions' }).getByRole('button').first(),
  },
  two: { at: fragment({ section: 'two' }), height: 760, there: (page) => page.getByRole('gridcell').first() },
  evidence: {
    at: fragment({ section: 'evidence', text: kText }),
    height: 900,
    there: (page) => page.getByRole('heading', { name: 'Evidence' }),
  },
  train: {
    at: fragment({ section: 'train' }),
    height: 1000,
    // The last step: what was learned can be taken along.
    there: (page) => page.getByRole('button', { name: 'Download as ZIP' }),
    act: (page) => page.getByRole('button', { name: 'Train', exact: true }).click(),
  },
};

const server = await serve({ folder: join(root, 'dist'), port: 0 });
const browser = await chromium.launch({
  executablePath: process.env.HEED_CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const [name, { at, height, there, act }] of Object.entries(kPictures)) {
  const page = await browser.newPage({ viewport: { width: 1280, height }, colorScheme: 'light' });
  await page.goto(`http://127.0.0.1:${server.address().port}/${at}`);
  await act?.(page);
  await there(page).waitFor();
  await page.evaluate(() => document.fonts.ready);
  // What was on its way is there when nothing moves any more.
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
  console.log(`${name}.png`);
}

// The picture that moves: a sentence as it is typed, for the README.
async function typing(text) {
  const page = await browser.newPage({ viewport: { width: 1180, height: 1000 }, colorScheme: 'light' });
  await page.goto(`http://127.0.0.1:${server.address().port}/${fragment({ text: 'Could' })}`);
  await kPictures.page.there(page).waitFor();
  await page.evaluate(() => document.fonts.ready);
  const sentence = page.getByRole('textbox').first();
  await sentence.focus();
  await page.keyboard.press('End');
  const frames = [];
  for (const letter of ['', ...text]) {
    if (letter) await page.keyboard.type(letter);
    // The word's own reasons are there once the page is idle for two pictures.
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done))));
    const seconds = letter === ' ' ? 0.25 : 0.14;
    const clip = { x: 0, y: 100, width: 1180, height: 850 };
    frames.push({ png: await page.screenshot({ clip, caret: 'initial' }), seconds });
  }
  frames.at(-1).seconds = 3;
  await page.close();
  writeFileSync(join(folder, 'typing.png'), movingOf(frames));
  console.log('typing.png');
}
await typing(' you send me the draft?');
await browser.close();
server.close();

// The same picture in fewer bytes: the tests write theirs as they are.
function compressed(png) {
  const all = [...chunksOf(png)];
  const data = Buffer.concat(all.filter(({ kind }) => kind === 'IDAT').map(({ bytes }) => bytes));
  const kept = all.filter(({ kind }) => kind !== 'IDAT').map(({ chunk }) => chunk);
  const packed = chunkOf('IDAT', deflateSync(inflateSync(data), { level: 9 }));
  return Buffer.concat([png.subarray(0, 8), ...kept.slice(0, -1), packed, kept.at(-1)]);
}

const studio = join(root, 'build/native/screenshots/trained.png');
if (existsSync(studio)) writeFileSync(join(folder, 'studio.png'), compressed(readFileSync(studio)));
else console.log('studio.png stays: build/native/studio_tests has not drawn its windows');
