// Makes the pictures of the manual from the program as it is: node web/manual/pictures.mjs, after ./dev build and, for the desktop
// app's, build/native/studio_tests, which draws its windows into build/native/screenshots/.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { serve } from '../serve.mjs';

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
await browser.close();
server.close();

// The same picture in fewer bytes: the tests write theirs as they are.
function compressed(png) {
  const parts = [png.subarray(0, 8)];
  const data = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const chunk = png.subarray(at, at + 12 + png.readUInt32BE(at));
    const kind = chunk.toString('latin1', 4, 8);
    if (kind === 'IDAT') data.push(chunk.subarray(8, -4));
    else if (kind === 'IEND')
      parts.push(chunkOf('IDAT', deflateSync(inflateSync(Buffer.concat(data)), { level: 9 })), chunk);
    else parts.push(chunk);
  }
  return Buffer.concat(parts);
}

function chunkOf(kind, bytes) {
  const chunk = Buffer.alloc(12 + bytes.length);
  chunk.writeUInt32BE(bytes.length);
  chunk.write(kind, 4, 'latin1');
  bytes.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), 8 + bytes.length);
  return chunk;
}

const studio = join(root, 'build/native/screenshots/trained.png');
if (existsSync(studio)) writeFileSync(join(folder, 'studio.png'), compressed(readFileSync(studio)));
else console.log('studio.png stays: build/native/studio_tests has not drawn its windows');
