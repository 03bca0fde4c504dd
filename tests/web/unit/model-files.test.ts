// Whether the files of a model are those that the page was built with, with hosts made up for it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterEach, test } from 'node:test';
import { fetchModel } from '../../../web/src/engine/model-files.ts';
import type { ModelSource } from '../../../web/src/engine/protocol.ts';

const kParts = ['config', 'tokenizer', 'weights'] as const;
const textOf = (part: string, version: string) => `${part} of ${version}`;
const hashOf = (version: string) =>
  createHash('sha256')
    .update(kParts.map((part) => textOf(part, version)).join(''))
    .digest('hex')
    .slice(0, 16);
const address = (part: string) => `https://example.org/${part}`;
const source: ModelSource = {
  name: 'one',
  version: hashOf('the page'),
  returning: false,
  config: address('config'),
  tokenizer: address('tokenizer'),
  weights: address('weights'),
};

const usual = globalThis.fetch;
afterEach(() => (globalThis.fetch = usual));

// `has`: the version that is answered to each way of asking.
function host(has: (how: RequestCache) => string): RequestCache[] {
  const asked: RequestCache[] = [];
  globalThis.fetch = (url, { cache = 'default' } = {}) => {
    asked.push(cache);
    return Promise.resolve(new Response(textOf(String(url).slice(address('').length), has(cache))));
  };
  return asked;
}

test('files of the page are asked for once', async () => {
  const asked = host(() => 'the page');
  assert.equal((await fetchModel(source, () => {})).version, source.version);
  assert.deepEqual(asked, ['default', 'default', 'default']);
});

test('older files that the browser has kept are passed by', async () => {
  host((how) => (how === 'default' ? 'before' : 'the page'));
  assert.equal((await fetchModel(source, () => {})).version, source.version);
});

test('of a host with another version it is known, and nothing is kept', async () => {
  const asked = host(() => 'another');
  const { version, keep } = await fetchModel(source, () => {});
  assert.equal(version, hashOf('another'));
  assert.equal(asked.length, 6);
  keep();
  assert.equal((await fetchModel(source, () => {}, true)).version, hashOf('another'));
});

test('parts of two versions are neither', async () => {
  globalThis.fetch = (url) =>
    Promise.resolve(
      new Response(
        textOf(String(url).slice(address('').length), /weights/.test(`${url}`) ? 'another' : 'the page'),
      ),
    );
  assert.notEqual((await fetchModel(source, () => {})).version, source.version);
});
