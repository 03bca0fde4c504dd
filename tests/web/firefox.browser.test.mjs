// The same page in Firefox, through WebDriver BiDi: it loads, follows typing, draws and stays silent.
// Skipped where there is no Firefox; HEED_FIREFOX names one.
//
// While a driver is attached, now and then a worker that is made in a worker is never made: `new Worker` does not return
// (Firefox 153: 26 of 2,030; none of 800 without a driver). So the engine runs without threads here, as it does on hosts that do not
// isolate a page, and one test makes up to five attempts to see them start.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from '@playwright/test';
import puppeteer from 'puppeteer-core';
import { dist, eventually, host, requireDist } from './browser/harness.mjs';
import { kEnglish, kGerman, kLessons, kSteps, walk } from './browser/lessons.mjs';
import { tinyFiles } from './encoders.mjs';

const executablePath = process.env.HEED_FIREFOX || '/usr/bin/firefox-esr';

let browser;
let home;

test.skip(!existsSync(executablePath), `${executablePath} is not installed`);
test.beforeAll(async () => {
  requireDist();
  home = await siteWith(alone);
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    args: ['--width=1280', '--height=900'],
  });
});

test.afterAll(async () => {
  await browser?.close();
  await home?.end();
});

const linkTo = (text) => `#${new URLSearchParams({ model: 'enron-request', text })}`;
const tokens = (page) =>
  page.$$eval('[role=group][aria-label=Tokens] button', (all) => all.map((e) => e.textContent.trim()));
const showsTokens = (page, expected) =>
  eventually(async () => assert.deepEqual(await tokens(page), expected));
const meters = (page) =>
  page.$$eval('[role=meter]', (all) => all.map((e) => Number(e.getAttribute('aria-valuenow'))));
const names = (page) =>
  page.$$eval('[role=grid][aria-label=Attention] [role=gridcell]', (all) => all.map((e) => e.ariaLabel));
const sentence = (page) => page.waitForSelector('textarea[aria-label=Sentence]');
const clickOn = (page, text) =>
  eventually(() =>
    page.evaluate((name) => {
      const found = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name);
      if (!found || found.disabled) throw new Error(`no button ${name}`);
      found.click();
    }, text),
  );

// A page of its own, opened with `fragment`; afterwards nothing was said, thrown or asked of another host.
async function visit(fragment, body, site = home) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const noise = [];
    page.on('console', (message) => noise.push(`console.${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => noise.push(`thrown: ${error}`));
    page.on('request', (request) => {
      const url = request.url();
      if (/^(https?|wss?):/.test(url) && !url.startsWith(site.address)) noise.push(`asked for ${url}`);
    });
    await page.goto(site.address + fragment);
    await body(page);
    assert.deepEqual(noise, []);
  } finally {
    await context.close();
  }
}

test('Firefox: the first visit shows an analysed sentence', () =>
  visit('', async (page) => {
    await eventually(async () => assert.ok((await tokens(page)).length > 2));
    const count = (await tokens(page)).length;
    await eventually(async () => assert.equal((await names(page)).length, count ** 2));
    const [no, yes] = await meters(page);
    assert.ok(Math.abs(no + yes - 1) < 2e-6);
    assert.ok((await page.$$eval('[role=list][aria-label="Top pairs"] button', (all) => all.length)) === 8);
  }));

test('Firefox: prediction and map follow what is typed', () =>
  visit(linkTo(''), async (page) => {
    await (await sentence(page)).type('Please send me the report');
    await showsTokens(page, ['please', 'send', 'me', 'the', 'report']);
    const said = await eventually(async () => {
      const all = await names(page);
      assert.equal(all.length, 25);
      assert.match(all.at(-1), /^report to report, /);
      return all;
    });
    for (let row = 0; row < 5; row++) {
      const weights = said
        .slice(5 * row, 5 * row + 5)
        .map((name) => Number(name.match(/ to \S+, (\d\.\d{3})$/)[1]));
      assert.ok(
        Math.abs(weights.reduce((a, b) => a + b) - 1) <= 0.003,
        said.slice(5 * row, 5 * row + 5).join(' '),
      );
    }
    const before = await meters(page);
    await page.keyboard.type(' 😀 שלום');
    await showsTokens(page, ['please', 'send', 'me', 'the', 'report', '😀', 'שלום']);
    assert.notDeepEqual(await meters(page), before);
  }));

test('Firefox: arrow keys walk the map', () =>
  visit(linkTo('Call me'), async (page) => {
    await showsTokens(page, ['call', 'me']);
    await (await page.waitForSelector('[role=gridcell]')).focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /^me to me, \d\.\d{3}$/);
    await page.keyboard.press('Home');
    assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /^me to call, \d\.\d{3}$/);
  }));

test('Firefox: a long text is cut, said, and drawn as a virtual grid', () =>
  visit(linkTo('Call me'), async (page) => {
    await showsTokens(page, ['call', 'me']);
    await page.$eval(
      'textarea',
      (box, text) => {
        box.value = text;
        box.dispatchEvent(new InputEvent('input', { bubbles: true }));
      },
      'send me this '.repeat(400),
    );
    await eventually(async () =>
      assert.match(
        await page.$eval('[role=status]', (e) => e.textContent),
        /512 tokens at most: of these 1,200/,
      ),
    );
    assert.equal(await page.$eval('[role=grid]', (e) => e.getAttribute('aria-rowcount')), '513');
    await page.$eval('textarea', (box) => {
      box.value = 'Thank you';
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
    await showsTokens(page, ['thank', 'you']);
  }));

test('Firefox: two sentences and the lab draw what their engine answers', () =>
  visit('#section=two&two.query=she+gave&two.key=he+saw+her', async (page) => {
    const cells = (name) =>
      page.$$eval(`[role=grid][aria-label="${name}"] [role=gridcell]`, (all) => all.map((e) => e.ariaLabel));
    await eventually(async () => assert.equal((await cells('Weights')).length, 6));
    assert.match((await cells('Weights'))[5], /^gave to her, [01]\.\d{3}$/);
    await page.evaluate(() => (location.hash = 'section=lab&lab.example=tensors'));
    await eventually(async () => assert.equal((await cells('Scaled dot-product')).length, 9));
    const [first] = await cells('Scaled dot-product');
    assert.match(first, /^q1 to k1, 0\.301734/);
  }));

test('Firefox: the tokenizer cuts a text by both of its vocabularies', () =>
  visit('#section=tokenizer', async (page) => {
    const tokens = () => page.$$eval('[aria-label="Pieces, right"] li', (all) => all.length);
    await eventually(async () => assert.ok((await tokens()) > 4));
  }));

test('Firefox: threads start where the page is isolated', async () => {
  const site = await host();
  const cut = (page) =>
    page.waitForFunction(() => document.querySelectorAll('[aria-label="Pieces, right"] li').length > 4, {
      timeout: 10_000,
    });
  const attempt = () =>
    visit(
      '#section=tokenizer',
      async (page) => {
        assert.ok(await page.evaluate(() => crossOriginIsolated));
        await cut(page);
      },
      site,
    );
  try {
    let done = attempt();
    for (let more = 4; more > 0; more--)
      done = done.catch((error) => {
        if (error.name !== 'TimeoutError') throw error;
        return attempt();
      });
    await done;
  } finally {
    await site.stop();
  }
});

const status = (page) =>
  page.$$eval('[role=status], [role=alert]', (all) => all.map((one) => one.textContent.trim()).join(' | '));

// The chooser, with the files of a tiny model in a folder of their own.
async function openTiny(page, name) {
  const folder = mkdtempSync(join(tmpdir(), 'heed-firefox-'));
  try {
    const paths = Object.entries(tinyFiles(name)).map(([file, bytes]) => {
      writeFileSync(join(folder, file), bytes);
      return join(folder, file);
    });
    const chooser = await page.waitForSelector('input[type=file][multiple]');
    await chooser.uploadFile(...paths);
    await eventually(async () => {
      const [first] = await tokens(page);
      if (first !== '[CLS]') assert.fail(`the page begins with ${first} and says: ${await status(page)}`);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('Firefox: a model from the disk opens, all its heads are shown, and it fills a mask', () =>
  visit('#section=models', async (page) => {
    await openTiny(page, 'bert_tiny');
    await page.evaluate(() => {
      const all = [...document.querySelectorAll('label')].find(
        (label) => label.textContent.trim() === 'All heads',
      );
      all.click();
    });
    const heads = () => page.$$eval('.heads-option', (all) => all.length);
    await eventually(async () => assert.equal(await heads(), 8));
    await page.evaluate(() => {
      [...document.querySelectorAll('nav a')]
        .find((link) => link.textContent.trim() === 'Fill the mask')
        .click();
    });
    await (await page.waitForSelector('[aria-label=Words] button')).click();
    const candidates = () => page.$$eval('[aria-label=Candidates] button', (all) => all.length);
    await eventually(async () => assert.equal(await candidates(), 10));
  }));

test('Firefox: a model is kept in its file system, and opens from there', async () => {
  const files = Object.fromEntries(
    Object.entries(tinyFiles('distilbert_tiny')).map(([name, bytes]) => [name, Buffer.from(bytes)]),
  );
  const hub = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    const list = Object.entries(files).map(([path, { length: size }]) => ({ type: 'file', path, size }));
    const name = request.url.split('/').at(-1);
    response.end(request.url.startsWith('/api/') ? JSON.stringify(list) : files[name]);
  }).listen(0, '127.0.0.1');
  await new Promise((done) => hub.once('listening', done));
  const address = `http://127.0.0.1:${hub.address().port}`;
  const site = await siteWith((text) => alone(text.replace('https://huggingface.co', address)));
  try {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.evaluateOnNewDocument((at) => (window.heedHub = at), address);
    await page.goto(`${site.address}#section=models`);
    await (await page.waitForSelector('input[aria-label="Model on the Hub"]')).type('a/tiny');
    const click = (text) => clickOn(page, text);
    await click('Show size');
    await click('Download');
    await eventually(async () => assert.equal((await tokens(page))[0], '[CLS]'));
    await eventually(() => assert.match(page.url(), /model=hub/)); // the address follows a moment later
    await page.reload();
    await eventually(async () => assert.equal((await tokens(page))[0], '[CLS]'));
    await context.close();
  } finally {
    await site.end();
    hub.close();
  }
});

test('a run is trained, kept and gone on with', () =>
  visit('#section=train', async (page) => {
    const click = (text) => clickOn(page, text);
    const says = (words) =>
      eventually(async () => assert.match(await page.$eval('main', (main) => main.innerText), words));
    await click('Run one epoch');
    await says(/Epoch 1 of 30, step 24 of 24/);
    await says(/the engine has [\d.]+ .B/);
    await page.reload();
    await click('Continue');
    await says(/Epoch ([2-9]|\d\d) of 30/);
  }));

// Headers without those that isolate a page, which shared memory asks for.
function alone(text) {
  return text.replace(/^ *Cross-Origin-(Opener|Embedder)-Policy:.*\n/gm, '');
}

// The page behind headers, and with a policy, of its own.
async function siteWith(change) {
  const folder = mkdtempSync(join(tmpdir(), 'heed-firefox-'));
  cpSync(dist, folder, { recursive: true });
  for (const name of ['index.html', '_headers']) {
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), change(text));
  }
  const { address, stop } = await host(folder);
  const end = async () => {
    await stop();
    rmSync(folder, { recursive: true });
  };
  return { address, end };
}

// Every lesson, in one language or the other; HEED_WALKS=all: in both, which Chromium does by default.
kLessons.forEach((id, i) => {
  const both = [
    ['', kEnglish],
    ['de.html', kGerman],
  ];
  for (const [page, words] of process.env.HEED_WALKS === 'all' ? both : [both[i % 2]])
    test(`Firefox: ${id}, by keyboard, to its end${page && `, ${page}`}`, () =>
      visit(page, async (browser) => {
        const found = await walk(browser, home.address + page, id, words);
        assert.equal(found.length, kSteps);
      }));
});

const heed = process.env.HEED ?? join(import.meta.dirname, '../../build/native/heed');
test('Firefox: the one-file page, from a disk', async () => {
  test.skip(!existsSync(heed), 'the command line is not built');
  const folder = mkdtempSync(join(tmpdir(), 'heed-firefox-'));
  const path = join(folder, 'said.html');
  const given = ['predict', '--model', 'emotions', '--html', path, 'I am <b>happy</b>', 'It was dull'];
  const { status, stderr } = spawnSync(heed, given, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  try {
    await visit('', async (page) => {
      await page.goto(pathToFileURL(path).href);
      const cells = () =>
        page.$$eval('[role=grid] [role=gridcell]', (all) => all.map((one) => one.ariaLabel));
      assert.equal(await page.$eval('#text', (one) => one.textContent), 'I am <b>happy</b>');
      const count = Math.sqrt((await cells()).length);
      assert.ok(Number.isInteger(count) && count > 4);
      await page.evaluate(() => document.querySelector('[role=gridcell]').focus());
      await page.keyboard.press('ArrowRight');
      assert.match(
        await page.$eval('#said', (one) => one.textContent),
        /^Row i gives 0\.\d{3} of its attention to am\.$/,
      );
      await page.evaluate(() => document.querySelectorAll('#rows button')[1].click());
      assert.equal((await cells()).length, 9);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
