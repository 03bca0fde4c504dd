// The Content-Security-Policy stands in the page for hosts that send no headers, and in _headers for those that do.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const page = read('index.html').match(/content="(default-src[^"]*)"/)?.[1];
const header = read('web/public/_headers').match(/Content-Security-Policy: (.*)/)?.[1];

test('page and headers state the same policy', () => {
  assert.ok(page);
  assert.equal(header, `${page}; frame-ancestors 'none'`);
});

test('the policy allows nothing from elsewhere, and no inline code', () => {
  assert.match(page!, /^default-src 'none';/);
  // But models from the Hub, when a visitor asks for one.
  const own = page!.replace(' https://huggingface.co https://*.hf.co;', ';');
  assert.notEqual(own, page);
  assert.doesNotMatch(own, /unsafe-inline|'unsafe-eval'|https?:|\*/);
});

test('the page holds no inline script and no style attribute', () => {
  const html = read('index.html');
  assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=/);
});
