// axe-core in the page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { settle } from './heed.mjs';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Before the page is opened.
export const useAxe = (page) => page.addInitScript(source);

export async function scan(page, state) {
  await settle(page);
  const { violations } = await page.evaluate(async () => {
    // The last answer is dimmed while the next is computed, and is judged as it looks when it is not.
    const bright = new CSSStyleSheet();
    bright.replaceSync('.is-late, .is-late * { opacity: 1 !important; transition: none !important }');
    const own = [...document.adoptedStyleSheets];
    document.adoptedStyleSheets = [...own, bright];
    try {
      return await window.axe.run({ resultTypes: ['violations'] });
    } finally {
      document.adoptedStyleSheets = own;
    }
  });
  const said = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n    ${nodes
        .slice(0, 5)
        .map((n) => `${n.html} ${n.any[0]?.message ?? ''}`)
        .join('\n    ')}`,
  );
  assert.deepEqual(said, [], state);
}
