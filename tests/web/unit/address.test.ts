import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isPacked,
  kLongestText,
  linkFragment,
  readFragment,
  readPacked,
  writeFragment,
} from '../../../web/src/state/fragment.ts';
import { type Link, readLink, writeLink } from '../../../web/src/state/link.ts';
import { isApart, kScales, kSections, kViews, type Settings } from '../../../web/src/state/settings.ts';

const plain: Settings = {
  section: 'read',
  model: 'enron-request',
  text: '',
  layer: null,
  head: null,
  scale: 'even',
  view: 'map',
  method: 'contribution',
  class: null,
  against: null,
  edits: [],
  special: 'shown',
  pieces: 'apart',
  whole: null,
  pin: null,
  how: false,
  more: '',
};

async function readBack(fragment: string) {
  return isPacked(fragment) ? readPacked(fragment) : readFragment(fragment);
}

test('every setting comes back from the address', async () => {
  const texts = [
    '',
    'please',
    ' a&b=c#d %41 + "q" <b> ',
    'אנא 🙏\n\t漢',
    '%',
    'x'.repeat(5000),
    '🙂é '.repeat(2000),
  ];
  for (const text of texts) {
    for (const scale of kScales) {
      for (const view of kViews) {
        for (const head of [null, 0, 3, 'mean'] as const) {
          const section = head === null ? 'read' : 'evidence';
          const layer = head === null ? null : 2;
          const more = { whole: head === 0 ? true : head === 3 ? false : null, how: head === 'mean' };
          const pin = head === 3 ? ({ kind: 'cell', query: 2, key: 10 } as const) : null;
          const settings: Settings = { ...plain, section, text, scale, view, head, layer, pin, ...more };
          const { settings: read, broken } = await readBack(await writeFragment(settings));
          assert.deepEqual({ ...plain, ...read }, settings);
          assert.deepEqual(broken, []);
        }
      }
    }
  }
});

test('what is kept of the map comes back: a cell, a row, a column, a word', () => {
  const links: readonly Link[] = [
    { kind: 'cell', query: 0, key: 12 },
    { kind: 'query', query: 3 },
    { kind: 'key', key: 0 },
    { kind: 'token', token: 7 },
  ];
  for (const link of links) assert.deepEqual(readLink(writeLink(link)!), link);
  assert.deepEqual(links.map(writeLink), ['0.12', '3.', '.0', '7']);
  for (const wrong of ['', '.', '1.2.3', '-1.2', 'a.b', '1e3.2', '99999.1'])
    assert.equal(readLink(wrong), undefined);
});

test('a section apart carries no sentence of another', () => {
  for (const section of kSections.filter(isApart)) {
    const fragment = linkFragment({ ...plain, section, text: 'my secret', layer: 2, edits: ['0.0.even'] });
    assert.equal(fragment, `#section=${section}&model=enron-request`);
  }
  assert.match(linkFragment({ ...plain, section: 'evidence', text: 'words' }), /text=words/);
});

test('a link within the page carries all but a long text, which stays', () => {
  const short: Settings = { ...plain, section: 'models', text: 'a & b' };
  assert.deepEqual({ ...plain, ...readFragment(linkFragment(short)).settings }, short);
  const { settings, broken } = readFragment(linkFragment({ ...short, text: 'word '.repeat(1000) }));
  assert.deepEqual([settings.section, settings.text, broken], ['models', undefined, []]);
});

test('a long text makes a short address', async () => {
  const fragment = await writeFragment({ ...plain, text: 'the ship sailed on without wind '.repeat(500) });
  assert.ok(fragment.length < 1000, `${fragment.length} characters`);
});

test('a text beyond all measure is cut, not refused', async () => {
  const { settings } = await readBack(await writeFragment({ ...plain, text: 'ab '.repeat(kLongestText) }));
  assert.equal(settings.text?.length, kLongestText);
});

test('what cannot be read is named, and the rest is kept', async () => {
  const { settings, broken } = await readBack(
    '#model=a%2Fb&text=hi&layer=-1&head=x&scale=log&view=arcs&more=1',
  );
  assert.deepEqual(settings, { text: 'hi', view: 'arcs' });
  assert.deepEqual(broken, ['model', 'layer', 'head', 'scale']);
});

test('a damaged packed text is named', async () => {
  for (const packed of ['%%%', 'AAAA', '', 'not base64 at all!']) {
    const { settings, broken } = await readBack(`#packed=${packed}&view=numbers`);
    assert.equal(settings.view, 'numbers');
    if (settings.text === undefined) assert.deepEqual(broken, ['text']);
  }
});

test('no fragment, no settings', () => {
  for (const fragment of ['', '#', '#&&&===', '#%E0%A4%A']) {
    assert.deepEqual(readFragment(fragment), { settings: {}, broken: [] });
  }
});
