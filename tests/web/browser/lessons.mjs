// A lesson as someone with a keyboard goes through it, in any browser: with what pages of Playwright and Puppeteer have in common.
import assert from 'node:assert/strict';
import { eventually } from './harness.mjs';

export const kLessons = ['requests', 'two', 'news', 'transformer', 'lstm', 'explains'];
export const kSteps = 10;

const state = (page) =>
  page.evaluate(() => {
    const find = (selector) =>
      document.querySelector(`.lesson ${selector}`)?.textContent.replace(/\s+/g, ' ').trim() ?? null;
    return {
      title: find('.lesson-title'),
      asked: find('legend'),
      todo: find('.lesson-todo'),
      found: find('.lesson-found'),
      problem: find('.lesson-problem'),
      choices: [...document.querySelectorAll('.lesson-choice')].map((one) => one.textContent.trim()),
    };
  });

const write = (page, text) =>
  page.evaluate((text) => {
    const box = [...document.querySelectorAll('main textarea, main input[type=text]')].find((one) =>
      one.checkVisibility(),
    );
    box.value = text;
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, text);
const click = (page, selector, text) =>
  page.evaluate(
    ([selector, text]) =>
      [...document.querySelectorAll(selector)].find((one) => one.textContent.trim() === text).click(),
    [selector, text],
  );

// What a task asks for.
const kDone = {
  'requests.10': (page) => write(page, 'Please call me this lovely evening.'),
  'two.10': (page) =>
    page.evaluate(() => {
      const select = [...document.querySelectorAll('main select')].find((one) =>
        [...one.options].some(({ value }) => value === 'additive'),
      );
      select.value = 'additive';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }),
  'news.7': (page, words) => click(page, 'main button', words.train),
  'news.10': (page) => write(page, 'The final of the cup ended without a winner'),
  'transformer.9': (page) => click(page, '.fill-word', 'sea'),
  'lstm.10': (page) => write(page, 'It is not only good, it is wonderful.'),
  'explains.10': (page) => write(page, 'Thank you for the lovely evening. Please call me.'),
};
export const kEnglish = {
  train: 'Train',
  right: /^Right\. ./,
  wrong: /^Wrong\. The answer is “.+”\. ./,
  done: /^You did it\. ./,
  next: 'Next',
  all: 'All lessons',
};

export const kGerman = {
  train: 'Trainieren',
  right: /^Richtig\. ./,
  wrong: /^Falsch\. Die Antwort ist „.+“\. ./,
  done: /^Sie haben es geschafft\. ./,
  next: 'Weiter',
  all: 'Alle Lektionen',
};

// Tab, until what has the focus is called so.
async function tabTo(page, words) {
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement.textContent.trim())) === words) return;
  }
  assert.fail(`"${words}" is not reached by Tab`);
}

// Names the parts of the panel that stand wrong. Back and Next are in sight and free, below all else; so is an answer, or its
// beginning where there is no room for all of it.
function misplaced() {
  const box = (selector) => document.querySelector(`.lesson ${selector}`).getBoundingClientRect();
  const [body, ways, answer] = ['.lesson-body', '.lesson-ways', '.lesson-found'].map(box);
  const { left, top, width, height } = box('.lesson-ways > :is(a, span)');
  const wrong = [];
  if (ways.bottom > innerHeight) wrong.push('the ways on are out of sight');
  if (!document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.lesson-ways'))
    wrong.push('the ways on are covered');
  const { scrollHeight } = document.querySelector('.lesson-body');
  if (body.height < Math.min(scrollHeight, 120) || body.bottom > ways.top + 5)
    wrong.push(
      `the step has ${body.height} of ${scrollHeight} px, to ${body.bottom - ways.top} below its end`,
    );
  if (answer.height > 0 && document.querySelector('.lesson .is-next')) {
    const last = answer.height > body.height ? answer.top : answer.bottom;
    if (answer.top < body.top - 1 || last > body.bottom + 1) wrong.push('the answer is out of sight');
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) wrong.push(`${wide} px too wide`);
  return wrong;
}
export const areInPlace = (page) =>
  eventually(async () => assert.deepEqual(await page.evaluate(misplaced), []));

// Opens steps by their addresses, each as a page does that shows none yet; what was wrong.
async function open(steps, misplaced) {
  const until = async (is) => {
    for (const end = performance.now() + 5000; !is(); await new Promise(requestAnimationFrame))
      if (performance.now() > end) return false;
    return true;
  };
  const wrong = [];
  for (const at of steps) {
    location.hash = '#section=lessons';
    await until(() => !document.querySelector('.lesson'));
    location.hash = `#lesson.at=${at}`;
    const title = () => document.querySelector('.lesson-title')?.textContent.trim();
    const there = await until(() => title()?.startsWith(`${at.split('.')[1]}.`));
    wrong.push(...(there ? misplaced() : ['it is not there']).map((what) => `${at}: ${what}`));
  }
  return wrong;
}

const kAll = kLessons.flatMap((id) => Array.from({ length: kSteps }, (_, i) => `${id}.${i + 1}`));
export const openAll = (page) => page.evaluate(`(${open})(${JSON.stringify(kAll)}, ${misplaced})`);

// Goes through all steps; what each found.
export async function walk(page, address, lesson, words = kEnglish) {
  await page.goto(`${address}#lesson.at=${lesson}.1`);
  const all = [];
  for (let step = 1; step <= kSteps; step++) {
    await eventually(async () => assert.match((await state(page)).title ?? '', new RegExp(`^${step}\\. `)));
    const { choices, todo } = await state(page);
    if (choices.length) {
      await eventually(async () =>
        assert.ok(
          await page.evaluate(() => document.activeElement.matches('.lesson-title')),
          'the title has the focus',
        ),
      );
      await tabTo(page, choices[0]);
      await page.keyboard.press('Enter');
    } else {
      assert.ok(todo, `${lesson}.${step} asks for nothing`);
      // Once what it needs is there; and then once.
      await eventually(() => kDone[`${lesson}.${step}`](page, words));
      await eventually(async () => assert.match((await state(page)).found, words.done));
    }
    await eventually(async () => {
      const { found, problem } = await state(page);
      assert.equal(problem, null);
      assert.ok(
        words.right.test(found) || words.wrong.test(found) || words.done.test(found),
        `${lesson}.${step}: ${found}`,
      );
      assert.doesNotMatch(found, /undefined|NaN|null/);
    });
    await areInPlace(page);
    all.push((await state(page)).found);
    await tabTo(page, step < kSteps ? words.next : words.all);
    await page.keyboard.press('Enter');
  }
  return all;
}
