// The lab: mechanisms side by side over the same vectors, one row step by step; and both sections for every eye.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, host, test } from './browser/harness.mjs';
import { button, focused } from './browser/heed.mjs';
import { kept, serviceWorkerIsActive } from './browser/kept.mjs';
import {
  addressHolds,
  cellsOf,
  choice,
  gridOf,
  number,
  openLab,
  openTwo,
  readCells,
  section,
  textbox,
} from './browser/lab.mjs';

const kNames = [
  'Scaled dot-product',
  'Dot-product',
  'General',
  'Concat',
  'Additive',
  'Multi-head',
  'Local, monotonic',
  'Local, predictive',
  'Hard',
  'Sparsemax',
];
const kTexts = { 'lab.query': 'she gave him the book' };

const sumOf = (row) => row.reduce((sum, [, , value]) => sum + value, 0);

test('what is out of view follows once the answer rests', async ({ page, address }) => {
  await openLab(page, address, kTexts);
  await textbox(page, 'Query text').fill('she gave him');
  const rows = (name) =>
    page.getByRole('list', { name: `Entropy of each row, ${name}` }).getByRole('listitem');
  for (const name of kNames) await eventually(async () => assert.equal(await rows(name).count(), 3, name));
  await eventually(async () =>
    assert.equal((await readCells(page, 'Sparsemax')).length, 9, 'the cells of the last card'),
  );
  await eventually(async () =>
    assert.equal(await choice(page, 'Row').locator('option').count(), 3, 'the rows of the steps'),
  );
});

test('what is in view is answered first, and a file waits for all', async ({ page, address }) => {
  await page.addInitScript(() => {
    globalThis.asked = [];
    globalThis.Worker = class extends Worker {
      postMessage(message, ...rest) {
        if (message.kind === 'attend') globalThis.asked.push(message.jobs.map(({ mechanism }) => mechanism));
        super.postMessage(message, ...rest);
      }
    };
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openLab(page, address, kTexts);
  await eventually(async () => assert.equal((await readCells(page, 'Sparsemax')).length, 25));
  await page.evaluate(() => (globalThis.asked = []));
  // So many that the page does not answer by itself.
  const text = Array(13).fill('they sold her a house').join(' ');
  await textbox(page, 'Query text').fill(text);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    // Not by the mouse, which would scroll to it first.
    button(page, 'Download JSON').evaluate((element) => element.click()),
  ]);
  const { mechanisms } = JSON.parse((await readFile(await file.path())).toString());
  assert.deepEqual(
    mechanisms.map(({ query_tokens }) => query_tokens.join(' ')),
    Array(11).fill(text),
  );
  const [first, rest, ...more] = await page.evaluate(() => globalThis.asked);
  assert.ok(first.includes('scaled-dot') && first.length < 11, first.join());
  assert.deepEqual([first.length + rest.length, more], [11, []]);
});

test('a few words are attended to in the frame that shows the letter', async ({ page, address }) => {
  await page.addInitScript(() => {
    globalThis.asked = 0;
    globalThis.frames = [];
    globalThis.held = null;
    globalThis.Worker = class extends Worker {
      postMessage(message, ...rest) {
        // Only what is in view is counted; all else follows from the worker in any case, which may take long over it.
        const { kind, jobs } = message;
        const inView = kind === 'attend' && jobs.some(({ mechanism }) => mechanism === 'scaled-dot');
        if (inView) globalThis.asked++;
        else if (kind === 'attend' && globalThis.held) return globalThis.held.push(message);
        super.postMessage(message, ...rest);
      }
    };
    addEventListener('input', ({ target }) =>
      requestAnimationFrame(() => {
        const grid = document.querySelector('[role=grid][aria-label="Scaled dot-product"]');
        const words = [...grid.querySelectorAll('[role=rowheader]')].map((one) => one.textContent.trim());
        globalThis.frames.push({ text: target.value.trim(), words: words.join(' ') });
      }),
    );
  });
  await openLab(page, address, { 'lab.query': 'she' });
  const box = textbox(page, 'Query text');
  await box.press('End');
  // With the last letter's, which may be still to come.
  const frames = () =>
    page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      return globalThis.frames.splice(0);
    });
  // Until the page's own engine is there the worker is asked, whose answer is a frame later, or not.
  await eventually(async () => {
    await frames();
    await page.evaluate(() => (globalThis.asked = 0));
    await box.pressSequentially('s');
    const [{ text, words }] = await frames();
    assert.equal(words, text);
    assert.equal(await page.evaluate(() => globalThis.asked), 0);
  });
  await page.evaluate(() => (globalThis.held = []));
  await box.fill('she');
  await eventually(async () => assert.ok(await page.evaluate(() => globalThis.held.length > 0)));
  await frames();
  await box.pressSequentially(' gave him');
  const seen = await frames();
  assert.equal(seen.length, ' gave him'.length);
  for (const { text, words } of seen) assert.equal(words, text);
  // The numbers beside the maps, which are in the frame after them, are of the same words.
  const entropies = page.getByRole('list', { name: 'Entropy of each row, Scaled dot-product' });
  const before = await entropies.innerText();
  await box.pressSequentially('self');
  await eventually(async () => {
    assert.match(await entropies.innerText(), /himself/);
    assert.notEqual(await entropies.innerText(), before);
  });
});

given({ noise: /ERR_FAILED|MIME type/ }, () =>
  test('where the page can have no engine of its own, the worker goes on answering', async ({
    page,
    address,
  }) => {
    const refused = [];
    await page.route(/\/assets\/vectors-[^/]*\.js/, (route) => {
      refused.push(route.request().url());
      return route.abort();
    });
    await openLab(page, address, { 'lab.query': 'she gave' });
    await eventually(async () => assert.ok(refused.length > 0));
    await textbox(page, 'Query text').fill('she gave him the book');
    await eventually(async () => assert.equal((await readCells(page, 'Scaled dot-product')).length, 25));
  }),
);

test('ten mechanisms over one sentence, each with its map, entropy and words', async ({ page, address }) => {
  await openLab(page, address, kTexts);
  for (const name of kNames) {
    const weights = await readCells(page, name);
    assert.equal(weights.length, 25, name);
    if (name !== 'Local, predictive')
      for (let t = 0; t < 5; t++)
        assert.ok(Math.abs(sumOf(weights.slice(5 * t, 5 * t + 5)) - 1) < 0.003, name);
    assert.equal(
      await page
        .getByRole('list', { name: `Entropy of each row, ${name}` })
        .getByRole('listitem')
        .count(),
      5,
    );
  }
  assert.ok((await readCells(page, 'Hard')).every(([, , value]) => value === 0 || value === 1));
  const [far] = (await readCells(page, 'Local, monotonic')).filter(
    ([row, column]) => row === 'she' && column === 'book',
  );
  assert.equal(far[2], 0, 'outside the window');
  assert.equal(await section(page, 'Lab').locator('.window-reach').count(), 10);
});

test('temperature, window and another draw; a link restores them and the row looked at', async ({
  page,
  address,
  context,
}) => {
  await openLab(page, address, kTexts);
  const spread = async () =>
    Math.max(...(await readCells(page, 'Scaled dot-product')).map(([, , value]) => value));
  const before = await spread();
  const slider = page.getByRole('slider', { name: 'Temperature' });
  await slider.focus();
  await page.keyboard.press('End');
  await eventually(async () => assert.ok((await spread()) < before));
  await number(page, 'Window').fill('1');
  const draws = new Set();
  for (let i = 0; i < 4; i++) {
    draws.add(JSON.stringify(await readCells(page, 'Hard')));
    await button(page, 'Draw again').click();
    await page.getByText(`Draw ${i + 2} with seed 0`).waitFor();
    await addressHolds(page, new RegExp(`lab\\.draw=${i + 2}`));
  }
  // The names of cells follow once values rest.
  await eventually(async () => {
    draws.add(JSON.stringify(await readCells(page, 'Hard')));
    assert.ok(draws.size > 1, 'draws differ');
  });
  await cellsOf(page, 'Sparsemax').nth(8).click();
  await addressHolds(page, /lab\.mechanism=sparsemax&lab\.row=1&lab\.column=3/);
  const later = await context.newPage();
  await later.goto(page.url());
  await cellsOf(later, 'Hard').first().waitFor();
  await eventually(async () =>
    assert.deepEqual(await readCells(later, 'Hard'), await readCells(page, 'Hard')),
  );
  assert.equal(await later.getByRole('slider', { name: 'Temperature' }).inputValue(), '5');
  assert.equal(await choice(later, 'Mechanism').inputValue(), 'sparsemax');
  assert.equal(await choice(later, 'Key').inputValue(), '3');
});

test('random tensors show the published weights, and a row step by step with its arithmetic', async ({
  page,
  address,
}) => {
  await openLab(page, address);
  await page.getByText('Random tensors', { exact: true }).click();
  await eventually(async () => assert.equal(await cellsOf(page, 'Scaled dot-product').count(), 9));
  const published = [
    0.3017341, 0.30983964, 0.3884262, 0.2450955, 0.3801395, 0.37476498, 0.29378855, 0.2293217, 0.4768897,
  ];
  const shown = (await cellsOf(page, 'Scaled dot-product').allTextContents()).map(Number);
  shown.forEach((value, i) => assert.ok(Math.abs(value - published[i]) < 1e-7, `${value}`));
  assert.equal(await textbox(page, 'Query text').count(), 0);
  await cellsOf(page, 'Scaled dot-product').nth(5).click();
  const steps = page.getByRole('region', { name: 'Step by step' });
  await steps.getByText('q2 → k3').waitFor();
  const said = await steps.innerText();
  for (const part of [
    /e = q · k = .* = /,
    /e′ = .* ∕ √4 = /,
    /α = e\^\(.* ∕ Σ = .* = 0\.375/,
    /o = Σ α v = 0\.245·/,
  ])
    assert.match(said, part);
  // Another cell of the row has its own.
  await cellsOf(page, 'Step 5, softmax').first().click();
  await steps.getByText(/α = .* = 0\.245/).waitFor();
  await page.getByRole('checkbox', { name: 'Causal mask' }).check();
  await gridOf(page, 'Step 5, mask').waitFor();
  await cellsOf(page, 'Step 5, mask').and(page.getByLabel('q2 to k3, −∞')).waitFor();
});

test('a pair, by keyboard alone', async ({ page, address }) => {
  await openLab(page, address, kTexts);
  await page.getByRole('radio', { name: 'One sentence' }).focus();
  await page.keyboard.press('ArrowRight');
  await textbox(page, 'Key text').waitFor();
  await textbox(page, 'Key text').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('two words');
  await eventually(async () => assert.equal(await cellsOf(page, 'General').count(), 10));
  await cellsOf(page, 'General').first().focus();
  await page.keyboard.press('ArrowDown');
  await eventually(async () => assert.match(await focused(page), /^gridcell "gave to two, /));
  await page.keyboard.press('Enter');
  await eventually(async () => assert.equal(await choice(page, 'Mechanism').inputValue(), 'general'));
});

test('everything in the lab leaves as files', async ({ page, address }) => {
  await openLab(page, address, kTexts);
  const download = async (kind) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, `Download ${kind}`).click(),
    ]);
    assert.equal(file.suggestedFilename(), `heed-lab.${kind.toLowerCase()}`);
    return readFile(await file.path());
  };
  const svg = await page.evaluate(
    (source) => {
      const xml = new DOMParser().parseFromString(source, 'image/svg+xml');
      return {
        error: xml.querySelector('parsererror') !== null,
        texts: [...xml.querySelectorAll('text')].map((e) => e.textContent),
      };
    },
    (await download('SVG')).toString(),
  );
  assert.equal(svg.error, false);
  for (const name of [...kNames, kTexts['lab.query']]) assert.ok(svg.texts.includes(name), name);
  assert.equal((await download('PNG')).subarray(1, 4).toString(), 'PNG');
  // Eleven mechanisms, one of them with two heads, 25 pairs each.
  assert.equal((await download('CSV')).toString().split('\r\n').length, 1 + 12 * 25 + 1);
  const json = JSON.parse((await download('JSON')).toString());
  assert.deepEqual(
    [json.input.query, json.settings.temperature, json.mechanisms.length],
    [kTexts['lab.query'], 1, 11],
  );
});

test('once it was opened, the lab works without a network', async ({ page, context, watch }) => {
  const { address, stop } = await host();
  let running = true;
  try {
    await openLab(page, address, kTexts);
    const weights = await readCells(page, 'Additive');
    await serviceWorkerIsActive(page);
    // Its engine and its vectors are kept once they were opened.
    await eventually(async () => {
      const urls = await kept(page);
      for (const part of [
        /sw-module-heed-full[^/]*\.json$/,
        /word-vectors\/config\.json/,
        /word-vectors\/tokenizer\.json/,
        /word-vectors\/model\.safetensors/,
      ])
        assert.ok(
          urls.some((url) => part.test(url)),
          `${part}`,
        );
    });
    running = false;
    await stop();
    await context.setOffline(true);
    await page.reload();
    await cellsOf(page, 'Sparsemax').first().waitFor();
    assert.deepEqual(await readCells(page, 'Additive'), weights);
    watch.check(address);
    watch.requests = [];
  } finally {
    if (running) await stop();
  }
});

// Widths and names, and with `deep` what axe-core objects to.
async function look(page, state, deep) {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= room, `${state}: ${wide} px in ${room}`);
  const names = await page.getByRole('grid').evaluateAll((all) => all.map((grid) => grid.ariaLabel));
  assert.deepEqual(names, [...new Set(names)], `${state}: every grid has a name of its own`);
  for (const name of names) assert.doesNotMatch(name, /Attention|Sentence/);
  if (deep) await scan(page, state);
}

for (const [colorScheme, width, deep] of [
  ['light', 1440, true],
  ['dark', 360, true],
  ['dark', 768, false],
  ['light', 320, false],
]) {
  const name = `${colorScheme}, ${width} px`;
  given({ colorScheme, viewport: { width, height: 900 } }, () =>
    test(`${deep ? 'nothing for axe-core to object to, and ' : ''}nothing too wide: ${name}`, async ({
      page,
      address,
    }) => {
      await useAxe(page);
      await openTwo(page, address, { 'two.width': '24' });
      await choice(page, 'Mechanism').selectOption('Additive by position');
      await page.getByRole('alert').waitFor();
      await look(page, `a problem, ${name}`, deep);
      await choice(page, 'Mechanism').selectOption('Trainable');
      await cellsOf(page, 'Queries').first().waitFor();
      await look(page, `two sentences, ${name}`, deep);
      await openLab(page, address, { 'lab.mechanism': 'local-p', 'lab.causal': 'yes' });
      await look(page, `the lab, ${name}`, deep);
      await page.getByText('Random tensors', { exact: true }).click();
      await eventually(async () => assert.equal(await cellsOf(page, 'Hard').count(), 9));
      await look(page, `random tensors, ${name}`, false);
    }),
  );
}

test('a number that is not taken says so, and the last one stays', async ({ page, address }) => {
  await openLab(page, address, kTexts);
  for (const [name, wrong, said] of [
    ['Heads', '0', /needs a whole number from 1 to 16; it keeps 2/],
    ['Window', '2.5', /needs a whole number from 1 to 20; it keeps 2/],
    ['Hidden size', '2000', /needs a whole number from 1 to 256; it keeps 8/],
    ['Seed', '99999999999', /needs a whole number from 0 to 4,294,967,295; it keeps 0/],
  ]) {
    // Its message is part of its label while there is one.
    const field = page.getByRole('spinbutton', { name: new RegExp(`^${name}`) });
    await field.fill(wrong);
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await page.getByText(said).waitFor();
    await field.blur();
    assert.notEqual(await field.inputValue(), wrong);
    assert.equal(await page.getByText(said).count(), 0);
  }
});

test('without a text the lab says so once', async ({ page, address }) => {
  await openLab(page, address, kTexts);
  await textbox(page, 'Query text').fill('');
  await page.getByText(/^Type a few words for the query/).waitFor();
  assert.equal(await page.getByRole('alert').count(), 1);
});

test('what random tensors are said to be holds for the settings below', async ({ page, address }) => {
  await openLab(page, address, { 'lab.example': 'tensors' });
  await page.getByText(/Heed gets the same weights, to seven digits/).waitFor();
  await page.getByRole('checkbox', { name: 'Causal mask' }).check();
  await page.getByText(/The settings below give other weights/).waitFor();
});

test('a paste of sixty words draws what is in view, and every cell can be walked to', async ({
  page,
  address,
}) => {
  await openLab(page, address, kTexts);
  const words = Array.from({ length: 60 }, (_, i) => ['the', 'king', 'saw', 'her', 'book'][i % 5]).join(' ');
  await textbox(page, 'Query text').fill(words);
  await eventually(async () =>
    assert.equal(await gridOf(page, 'Sparsemax').getAttribute('aria-rowcount'), '61'),
  );
  const nodes = await page.evaluate(() => document.querySelectorAll('main *').length);
  assert.ok(nodes < 9000, `${nodes} nodes`);
  const last = gridOf(page, 'Sparsemax');
  await last.getByRole('gridcell').first().focus();
  await page.keyboard.press('Control+End');
  await eventually(async () => assert.match(await focused(page), /book to book/));
});

test('what was trained stands beside what is drawn, and each is said to be so', async ({ page, address }) => {
  await openLab(page, address, { 'lab.query': 'the king saw his horses and a horse saw the kings' });
  const rightly = async () => {
    const cells = await readCells(page, 'Additive');
    const on = cells.filter(
      ([row, column]) => row === column || `${row}s` === column || row === `${column}s`,
    );
    return on.reduce((sum, [, , value]) => sum + value, 0) / 11;
  };
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Additive', exact: true }) });
  await card.getByText('Its parameters are trained.').waitFor();
  await page.getByText(/to find, among twelve words, the same word or another form of it/).waitFor();
  await eventually(async () => assert.ok((await rightly()) > 0.6, `${await rightly()}`));
  await page.getByRole('checkbox', { name: 'Trained' }).uncheck();
  await card.getByText('Its parameters are random.').waitFor();
  await eventually(async () => assert.ok((await rightly()) < 0.4, `${await rightly()}`));
  await addressHolds(page, /lab\.trained=no/);
});
