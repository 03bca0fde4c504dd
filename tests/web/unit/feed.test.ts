// Files on their way from the worker that downloads them to the engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Feeder, Fodder } from '../../../web/src/engine/feed.ts';

function ends() {
  const { port1, port2 } = new MessageChannel();
  const close = () => port1.close();
  return { feeder: new Feeder(port1), fodder: new Fodder(port2), close };
}

const kMegabyte = 1 << 20;
const bytes = (count: number, value: number) => new Uint8Array(count).fill(value);

async function readAll(fodder: Fodder): Promise<[string, number, number][]> {
  const read: [string, number, number][] = [];
  for await (const { name, size, chunks } of fodder.files()) {
    let come = 0;
    for await (const chunk of chunks) come += chunk.length;
    read.push([name, size, come]);
  }
  return read;
}

test('files come in their order, however many pieces they have', async () => {
  const { feeder, fodder, close } = ends();
  const read = readAll(fodder);
  feeder.file('config.json', 2);
  await feeder.bytes(bytes(2, 1));
  feeder.file('empty', 0);
  feeder.file('model.safetensors', 40 * kMegabyte);
  for (let i = 0; i < 40; i++) await feeder.bytes(bytes(kMegabyte, i));
  feeder.end();
  assert.deepEqual(await read, [
    ['config.json', 2, 2],
    ['empty', 0, 0],
    ['model.safetensors', 40 * kMegabyte, 40 * kMegabyte],
  ]);
  close();
});

test('no more than some pieces are ahead of who reads', async () => {
  const { feeder, fodder, close } = ends();
  feeder.file('a', 100 * kMegabyte);
  let sent = 0;
  const sending = (async () => {
    for (; sent < 100; sent++) await feeder.bytes(bytes(kMegabyte, 0));
    feeder.end();
  })();
  await new Promise(setImmediate);
  assert.ok(sent < 20, `${sent} MB wait`);
  assert.deepEqual(await readAll(fodder), [['a', 100 * kMegabyte, 100 * kMegabyte]]);
  await sending;
  close();
});

test('a download that ends early is an error to who reads', async () => {
  const { feeder, fodder, close } = ends();
  feeder.file('a', 4);
  await feeder.bytes(bytes(2, 0));
  feeder.stop();
  await assert.rejects(readAll(fodder), /has ended before its model was there/);
  close();
});

test('who reads no more is fed no more, and the download goes on', async () => {
  const { feeder, fodder, close } = ends();
  feeder.file('a', 100 * kMegabyte);
  const read = assert.rejects(readAll(fodder), /has ended/);
  fodder.stop();
  await read;
  for (let i = 0; i < 100; i++) await feeder.bytes(bytes(kMegabyte, 0));
  assert.ok(feeder.stopped);
  close();
});

test('without a port nothing is sent', async () => {
  const feeder = new Feeder(undefined);
  feeder.file('a', 1);
  const own = bytes(1, 5);
  await feeder.bytes(own);
  assert.equal(own.length, 1);
});
