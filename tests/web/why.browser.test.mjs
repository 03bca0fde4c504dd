// Why, under the prediction: what each word adds, by role and name as a visitor finds it.
import assert from 'node:assert/strict';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import {
  button,
  chooseFiles,
  contributions,
  grid,
  linkTo,
  literal,
  modelBox,
  openAnalysed,
  openWith,
  sentence,
  showsTokens,
  token,
  tokens,
} from './browser/heed.mjs';
import { tinyFiles } from './encoders.mjs';

const why = (page) => page.getByRole('region', { name: 'Why', exact: true });
const method = (page) => page.getByRole('combobox', { name: 'Method' });
const whyNot = (page) => page.getByRole('combobox', { name: 'Why not' });
const number = (text) => Number(text.replace('−', '-'));

// [{word, value, side, about}] as the list is heard.
async function heard(page) {
  const names = await contributions(page).evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label')),
  );
  return names.map((name) => {
    const [, word, value, side, about] =
      /^(.*), ([+−]\d+\.\d\d) (for|against) (.*)$/.exec(name) ?? assert.fail(name);
    return { word, value: number(value), side, about };
  });
}

// The number beside a name of the rows below the list.
async function row(page, name) {
  const text = await why(page).getByRole('term').filter({ hasText: name }).locator('..').first().innerText();
  return number(/[+−]\d+\.\d+/.exec(text)[0]);
}

async function open({ page, address }, text, fragment = '') {
  await page.goto(address + linkTo(text) + fragment);
  await contributions(page).first().waitFor();
}

async function addsUp(page) {
  const all = await heard(page);
  const sum = all.reduce((total, { value }) => total + value, 0) + (await row(page, 'bias'));
  const shown = await row(page, 'sum');
  assert.ok(Math.abs(sum - shown) < 0.006 * (all.length + 2), `${sum} ${shown}`);
  for (const { value, side } of all)
    assert.equal(side, value < 0 || Object.is(value, -0) ? 'against' : 'for');
  return all;
}

for (const [model, text] of Object.entries({
  'enron-request': 'Could you look over my draft and tell me what is missing?',
  'ag-news-topics': 'Oil prices climb to a new record as supplies tighten.',
  emotions: 'I miss my old dog so much.',
  'sst2-sentiment': 'A moving film with a weak ending.',
}))
  test(`one line per word, and with the bias they are the score: ${model}`, async ({ page, address }) => {
    await page.goto(`${address}#${new URLSearchParams({ model, text })}`);
    await contributions(page).first().waitFor();
    const all = await addsUp(page);
    assert.deepEqual(
      all.map(({ word }) => word),
      await tokens(page),
    );
    const best = await page
      .getByRole('meter')
      .evaluateAll((meters) => meters.sort((a, b) => b.ariaValueNow - a.ariaValueNow)[0].ariaLabel);
    assert.ok(all.every(({ about }) => about === best));
    // The strongest word stands in the sentence that says why.
    const strongest = all.reduce((a, b) => (Math.abs(b.value) > Math.abs(a.value) ? b : a));
    assert.match(await why(page).locator('p').nth(1).innerText(), new RegExp(literal(strongest.word)));
  });

test('the answer to why stands directly under the prediction, at any width', async ({ page, address }) => {
  await open({ page, address }, 'Please send me the report.');
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const box = (name) => page.getByRole('region', { name, exact: true }).boundingBox();
    const [prediction, reasons] = [await box('Prediction'), await box('Why')];
    const gap = reasons.y - prediction.y - prediction.height;
    assert.ok(gap >= 0 && gap < 40 && Math.abs(reasons.x - prediction.x) < 2, `${width}: ${gap}`);
  }
});

test('every keystroke has its own contributions, in the frame that shows it', async ({ page, address }) => {
  await page.addInitScript(() => {
    globalThis.asked = 0;
    globalThis.frames = [];
    globalThis.Worker = class extends Worker {
      postMessage(message, ...rest) {
        if (message.kind === 'analyse') globalThis.asked++;
        super.postMessage(message, ...rest);
      }
    };
    addEventListener('input', ({ target }) =>
      requestAnimationFrame(() => {
        const words = [...document.querySelectorAll('.contribution-word')].map((one) => one.textContent);
        const sum = document.querySelector('.is-total .number')?.textContent;
        globalThis.frames.push({ text: target.value, words: words.join(' '), sum });
      }),
    );
  });
  await open({ page, address }, 'Please');
  await sentence(page).press('End');
  // With the last letter's, which may be still to come.
  const frames = () =>
    page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      return globalThis.frames.splice(0);
    });
  // Until the page's own engine has warmed up the worker is asked, whose answer may be a frame later.
  await eventually(async () => {
    await frames();
    await page.evaluate(() => (globalThis.asked = 0));
    await sentence(page).pressSequentially('s');
    const [{ text, words }] = await frames();
    assert.equal(words, text.toLowerCase());
    assert.equal(await page.evaluate(() => globalThis.asked), 0);
  });
  await sentence(page).fill('Please');
  await frames();
  await sentence(page).pressSequentially(' call me now');
  const seen = await frames();
  for (const { text, words } of seen) assert.equal(words, text.trim().toLowerCase());
  assert.ok(new Set(seen.map(({ sum }) => sum)).size >= 4, 'the sum follows');
});

test('pointing at a line lights its word up everywhere, and a click shows what it is made of', async ({
  visit,
}) => {
  const { page } = visit;
  await openWith(page, visit.address, 'Could you send it?', ['could', 'you', 'send', 'it', '?']);
  const line = contributions(page).filter({ hasText: 'you' });
  await line.hover();
  const lit = (locator) =>
    eventually(async () => assert.match(await locator.getAttribute('class'), /is-linked/));
  await lit(token(page, 'you'));
  await lit(grid(page).getByRole('columnheader', { name: 'you' }));
  assert.equal(await page.locator('.sentence-copy .is-linked').innerText(), 'you');
  await token(page, 'send').hover();
  await lit(contributions(page).filter({ hasText: 'send' }));
  await line.click();
  const parts = page.getByRole('list', { name: 'Parts of you' }).getByRole('listitem');
  await parts.first().waitFor();
  const said = (await parts.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  assert.ok(
    said.some((text) => /^phrase could you [+−]/.test(text)),
    said.join('\n'),
  );
  const all = await heard(page);
  const sum = said.reduce((total, text) => total + number(/[+−]\d+\.\d\d$/.exec(text)[0]), 0);
  assert.ok(Math.abs(sum - all[1].value) < 0.006 * (said.length + 1));
  await line.click();
  assert.equal(await parts.count(), 0);
});

// Where the bars of the list are: of each line, in pixels of the canvas, the first and the last that is coloured half way up.
const bars = (page) =>
  page.evaluate(() => {
    const canvas = document.querySelector('.contribution-bars canvas');
    const { top, height } = canvas.getBoundingClientRect();
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {
      willReadFrequently: true,
    });
    copy.drawImage(canvas, 0, 0);
    const { data, width } = copy.getImageData(0, 0, canvas.width, canvas.height);
    return [...document.querySelectorAll('.contribution')].map((line) => {
      const box = line.getBoundingClientRect();
      const y = Math.floor((box.top + box.height / 2 - top) * (canvas.height / height));
      const row = Array.from({ length: width }, (_, x) => data[4 * (y * width + x) + 3] > 0);
      return { from: row.indexOf(true), to: row.lastIndexOf(true) };
    });
  });

test('a bar lies beside its word, to its side of zero, below an open word too', async ({ visit }) => {
  const { page } = visit;
  await open(visit, 'Could you look over my draft and tell me what is missing?');
  const all = await heard(page);
  const widest = Math.max(...all.map(({ value }) => Math.abs(value)));
  const zero = (found) => Math.max(...found.map(({ from, to }, i) => (all[i].value < 0 ? to : from)));
  const agree = async () => {
    const found = await bars(page);
    const strong = found.filter((_, i) => Math.abs(all[i].value) > 0.05 * widest);
    assert.ok(strong.length > 2);
    found.forEach(({ from, to }, i) => {
      if (Math.abs(all[i].value) <= 0.05 * widest) return;
      if (all[i].value > 0)
        assert.ok(from >= 0 && Math.abs(from - zero(found)) < 2 && to > from, all[i].word);
      else assert.ok(to >= 0 && to <= zero(found) && from < to, all[i].word);
    });
    return found;
  };
  const before = await eventually(agree);
  await contributions(page).nth(1).click();
  await page
    .getByRole('list', { name: /^Parts of/ })
    .getByRole('listitem')
    .first()
    .waitFor();
  await eventually(async () => assert.deepEqual(await agree(), before));
});

test('arrow keys walk the list, which is one stop of the Tab key', async ({ visit }) => {
  const { page } = visit;
  await open(visit, 'Please send me the report.');
  await contributions(page).first().focus();
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label').split(',')[0]);
  for (const [key, word] of [
    ['ArrowDown', 'send'],
    ['End', '.'],
    ['ArrowDown', '.'],
    ['ArrowUp', 'report'],
    ['Home', 'please'],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await focused(), word, key);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Parts of please' }).getByRole('listitem').first().waitFor();
  const stops = await contributions(page).evaluateAll(
    (all) => all.filter((one) => one.tabIndex === 0).length,
  );
  assert.equal(stops, 1);
});

test('a meter asks why its class, with Shift why not, by keyboard too', async ({ visit }) => {
  const { page } = visit;
  await open(visit, 'Please send me the report.');
  const before = await addsUp(page);
  await button(page, 'Why no request').click();
  const other = await addsUp(page);
  assert.ok(other.every(({ about }) => about === 'no request'));
  assert.equal(await button(page, 'Why no request').getAttribute('aria-pressed'), 'true');
  await button(page, 'Why request').focus();
  await page.keyboard.press('Shift+Enter');
  const lead = await addsUp(page);
  assert.ok(lead.every(({ about }) => about === 'no request, not request'));
  lead.forEach(({ value }, i) => assert.ok(Math.abs(value - (other[i].value - before[i].value)) < 0.016));
  assert.equal(await whyNot(page).inputValue(), 'request');
  await whyNot(page).selectOption('');
  assert.deepEqual(await heard(page), other);
});

test('another method is asked for when it is chosen, and says what it does not measure', async ({
  visit,
}) => {
  const { page } = visit;
  await open(visit, 'Please send me the report.');
  const before = await heard(page);
  await method(page).selectOption('integrated-gradients');
  await why(page).getByText('The half-empty words on that path are words').waitFor();
  await eventually(async () => assert.notDeepEqual(await heard(page), before));
  const total = (await heard(page)).reduce((sum, { value }) => sum + value, 0);
  assert.ok(Math.abs(total - (await row(page, 'sum'))) < 0.05);
  await row(page, 'sum');
  assert.match(await why(page).innerText(), /gap\s+[−\d.]+\s+the error that remains after \d+ steps/);
  await sentence(page).fill('Thank you');
  await eventually(async () =>
    assert.deepEqual(
      (await heard(page)).map(({ word }) => word),
      ['thank', 'you'],
    ),
  );
  // Attention asks for no class: it speaks for none.
  await method(page).selectOption('attention');
  await eventually(async () =>
    assert.match(await contributions(page).first().getAttribute('aria-label'), /^thank, \d\.\d{3}$/),
  );
  assert.equal(await whyNot(page).count(), 0);
  // What this model cannot be asked is off, with the reason; a link to it says so too.
  const masked = method(page).getByRole('option', { name: 'Leave one out, mask' });
  assert.equal(await masked.isDisabled(), true);
  await why(page)
    .getByText('Some methods do not work here: Leave one out, mask (the model has no mask token).')
    .waitFor();
  await eventually(() => assert.match(page.url(), /method=attention/));
  await page.goto(page.url().replace('method=attention', 'method=leave-one-out-masked'));
  await why(page).getByRole('alert').getByText('The model has no mask token.').waitFor();
});

given({ permissions: ['clipboard-read', 'clipboard-write'] }, () =>
  test('a link restores method, class and contrast', async ({ visit }) => {
    const { page, context } = visit;
    await open(visit, 'Please send me the report.');
    await method(page).selectOption('gradient-input');
    await button(page, 'Why no request').click();
    await whyNot(page).selectOption('request');
    await eventually(async () => assert.equal((await heard(page))[0].about, 'no request, not request'));
    await button(page, 'Copy link').click();
    const link = await eventually(async () => {
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(copied, /method=gradient-input&class=no_request&against=request/);
      return copied;
    });
    const other = await context.newPage();
    await other.goto(link);
    // The page's own engine and the worker may answer: the last digit that is shown is not theirs alike.
    await eventually(async () => {
      const [wanted, found] = [await heard(page), await heard(other)];
      const said = (all) => all.map(({ about, side, word }) => ({ about, side, word }));
      assert.deepEqual(said(found), said(wanted));
      found.forEach(({ value }, i) => assert.ok(Math.abs(value - wanted[i].value) < 0.011));
    });
    assert.equal(await method(other).inputValue(), 'gradient-input');
  }),
);

test('a long text shows its strongest words, and all of them at a click', async ({ visit }) => {
  const { page } = visit;
  await open(visit, 'Please send me the report and the draft before noon. '.repeat(12).trim());
  assert.equal(await contributions(page).count(), 24);
  const together = await why(page)
    .getByText(/weaker words, together/)
    .innerText();
  const shown = (await heard(page)).reduce((sum, { value }) => sum + value, 0);
  const all = shown + number(/[+−]\d+\.\d\d/.exec(together)[0]) + (await row(page, 'bias'));
  assert.ok(Math.abs(all - (await row(page, 'sum'))) < 0.2);
  await why(page)
    .getByRole('button', { name: /^Show all \d+ words$/ })
    .click();
  await addsUp(page);
});

test('of a model of others 8 bits leave little over, and pieces add up to words', async ({
  page,
  address,
  context,
}) => {
  await openAnalysed(page, address);
  await page.getByRole('link', { name: 'Models', exact: true }).click();
  await chooseFiles(page, tinyFiles('distilbert_tiny'));
  await modelBox(page).waitFor();
  await sentence(page).fill('The old man walks');
  await showsTokens(page, ['[CLS]', 'the', 'old', 'man', 'walks', '[SEP]']);
  await eventually(async () =>
    assert.deepEqual(
      (await heard(page)).map(({ word }) => word),
      await tokens(page),
    ),
  );
  const all = (await heard(page)).reduce((sum, { value }) => sum + value, 0) + (await row(page, 'bias'));
  assert.ok(Math.abs(all - (await row(page, 'sum'))) < 0.05);
  if (await why(page).getByRole('term').filter({ hasText: 'remainder' }).count()) {
    const left = await row(page, 'remainder');
    assert.ok(Math.abs(left) < 0.05, `${left}`);
    assert.ok(Math.abs((await row(page, 'sum')) + left - (await row(page, 'score'))) < 0.016);
  }
  await page.getByLabel('Hide special tokens').check();
  await eventually(async () =>
    assert.deepEqual(
      (await heard(page)).map(({ word }) => word),
      ['the', 'old', 'man', 'walks'],
    ),
  );
  await row(page, 'hidden');
  assert.equal(context.pages().length, 1);
});

test('an empty text has no reasons, and nothing for axe-core to object to', async ({ visit }) => {
  const { page } = visit;
  await useAxe(page);
  await open(visit, 'Please send me the report.');
  await contributions(page).nth(1).click();
  await page.getByRole('list', { name: 'Parts of send' }).getByRole('listitem').first().waitFor();
  await scan(page, 'a word is open');
  await sentence(page).fill('');
  await why(page).getByText('Nothing to explain yet.').waitFor();
  assert.equal(await contributions(page).count(), 0);
  await scan(page, 'no text');
});

test('a map that is nearly even says so, and offers the scale that shows the differences', async ({
  visit,
}) => {
  const { page, address } = visit;
  const text = 'the old plan of the old house';
  await page.goto(`${address}#${new URLSearchParams({ model: 'emotions', text })}`);
  const attention = page.getByRole('region', { name: 'Attention' });
  await attention
    .getByText(/Nearly equal: its rows have 9\d\.\d % of the largest\s+possible spread/)
    .waitFor();
  // On the usual scale a map that is nearly even is all of one colour, and the legend says which.
  assert.match(await attention.locator('.legend').innerText(), /0\.125×\s+8× equal, 0\.143/);
  await button(page, 'Show small differences').click();
  await eventually(async () => assert.ok(await page.getByRole('radio', { name: 'stretched' }).isChecked()));
  assert.match(await attention.locator('.legend').innerText(), /0\.\d\d×\s+\d\.\d\d× equal, 0\.143/);
  await eventually(() => assert.match(page.url(), /scale=stretched/));
  await page.reload();
  await eventually(async () => assert.ok(await page.getByRole('radio', { name: 'stretched' }).isChecked()));
  await modelBox(page).selectOption('sst2-sentiment');
  await eventually(async () => assert.equal(await attention.getByText('Nearly equal').count(), 0));
});
