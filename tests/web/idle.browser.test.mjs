// A section that has shown what it has to show is at rest: it asks its engine nothing more.
import assert from 'node:assert/strict';
import { kSections } from '../../web/src/state/settings.ts';
import { eventually, test } from './browser/harness.mjs';

const kMore = {
  write: '&write.model=heed-writer&write.text=The+old+man',
  translate: '&translate.model=dates&translate.text=14+mars+1987',
};

// Counts what is asked of all workers.
const counted = (page) =>
  page.addInitScript(() => {
    globalThis.asked = 0;
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (...given) {
      globalThis.asked++;
      return postMessage.apply(this, given);
    };
  });

const frames = (page, count) =>
  page.evaluate(async (count) => {
    const before = globalThis.asked;
    for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
    return globalThis.asked - before;
  }, count);

for (const section of kSections)
  test(`at rest, nothing is asked: ${section}`, async ({ page, address }) => {
    await counted(page);
    await page.goto(`${address}#section=${section}${kMore[section] ?? ''}`);
    const main = page.getByRole('main');
    if (['two', 'lab', 'write', 'translate'].includes(section))
      await main.getByRole('gridcell').first().waitFor();
    else await main.getByRole('heading').first().waitFor();
    // What is on its way comes to an end; a question that answers itself with another does not.
    await eventually(async () => assert.equal(await frames(page, 40), 0));
  });
