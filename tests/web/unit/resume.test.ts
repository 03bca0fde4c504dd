// A download from servers that cut, forget ranges, change their files or refuse.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { ask, fetchWhole, type Options, Refused, type Sink } from '../../../web/src/engine/hub/resume.ts';

const kFile = Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 7) % 251));

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answers: Answer[] = [];
let ranges: (string | undefined)[] = [];
const server = createServer((request, response) => {
  ranges.push(request.headers.range);
  const answer = answers.shift();
  if (answer) answer(request, response);
  else response.destroy();
});
let address = '';
before(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

// A whole answer, or one that announces all and breaks off after `count` bytes.
const whole =
  (bytes = kFile, etag = '"1"'): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-length': bytes.length, etag }).end(bytes);
const cut =
  (count: number, etag = '"1"'): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-length': kFile.length, etag });
    response.write(kFile.subarray(0, count), () => response.destroy());
  };
const rest =
  (etag = '"1"', total: number | '*' = kFile.length, shift = 0): Answer =>
  (request, response) => {
    const from = Number(/\d+/.exec(request.headers.range!)![0]);
    const range = `bytes ${from + shift}-${kFile.length - 1}/${total}`;
    response.writeHead(206, { 'content-range': range, etag }).end(kFile.subarray(from));
  };
const status =
  (code: number): Answer =>
  (_, response) =>
    response.writeHead(code).end('<html>');

class Memory implements Sink {
  bytes = Buffer.alloc(0);
  get size(): number {
    return this.bytes.length;
  }
  write(bytes: Uint8Array): void {
    this.bytes = Buffer.concat([this.bytes, bytes]);
  }
  clear(): void {
    this.bytes = Buffer.alloc(0);
  }
}

interface Case {
  readonly world: Answer[];
  readonly here?: Buffer;
  readonly options?: Partial<Options>;
  readonly size?: number;
}
async function run({ world, here = Buffer.alloc(0), options = {}, size = kFile.length }: Case) {
  answers = [...world];
  ranges = [];
  const sink = new Memory();
  sink.bytes = Buffer.from(here);
  const target = { url: address, name: 'model.safetensors', size, sha256: null };
  const pauses: number[] = [];
  const all = {
    signal: new AbortController().signal,
    tell: () => {},
    pause: async (tried: number) => void pauses.push(tried),
    ...options,
  };
  const error = await fetchWhole(target, sink, all).then(
    () => null,
    (thrown: Error) => thrown,
  );
  return { sink, error, pauses, ranges };
}
const comes = async (given: Case) => {
  const ended = await run(given);
  assert.equal(ended.error, null);
  assert.deepEqual(ended.sink.bytes, kFile);
  return ended;
};

test('a file that comes whole is asked for once', async () => {
  const { ranges } = await comes({ world: [whole()] });
  assert.deepEqual(ranges, [undefined]);
});

test('a cut connection goes on where it was (206)', async () => {
  const { ranges, pauses } = await comes({ world: [cut(1500), rest()] });
  assert.deepEqual(ranges, [undefined, 'bytes=1500-']);
  assert.deepEqual(pauses, [], 'what brings something is not waited for');
});

test('what is here of an earlier visit is gone on with', async () => {
  const here = Buffer.from(kFile.subarray(0, 1000));
  for (const total of [kFile.length, '*'] as const) {
    const { ranges } = await comes({ world: [rest('"1"', total)], here });
    assert.deepEqual(ranges, ['bytes=1000-']);
  }
});

test('a server without ranges (200) begins anew', async () => {
  await comes({ world: [cut(1500), whole()] });
});

test('a server that has no such range (416) is asked for all of it', async () => {
  const here = Buffer.alloc(3990, 9);
  const { ranges } = await comes({ world: [status(416), whole()], here });
  assert.deepEqual(ranges, ['bytes=3990-', undefined]);
});

test('a file that changed between the parts begins anew', async () => {
  const changed: Answer[] = [rest('"2"'), rest('"1"', 5000), rest('"1"', kFile.length, 8)];
  for (const other of changed) {
    const { ranges } = await comes({ world: [cut(1500), other, whole(kFile, '"2"')] });
    assert.deepEqual(ranges, [undefined, 'bytes=1500-', undefined]);
  }
});

test('a server that never ends is given up, with pauses that grow in between', async () => {
  const { sink, error, pauses } = await run({ world: [cut(700)] });
  assert.match(error!.message, /^\[model\.safetensors\] came to 700 of 4000 bytes and no further/);
  assert.equal(sink.size, 700);
  assert.deepEqual(pauses, [1, 2, 3, 4]);
});

test('a file that changes at every connection is given up', async () => {
  const world = Array.from({ length: 40 }, (_, i) => (i % 2 ? rest('"other"') : cut(700, `"${i}"`)));
  const { error } = await run({ world });
  assert.match(error!.message, /no further \(the file has changed on the server meanwhile\)/);
});

test('a file of another length is one message', async () => {
  const short = await run({ world: [whole(kFile.subarray(0, 3999))] });
  assert.match(short.error!.message, /came to 3999 of 4000 bytes/);
  const long = await run({ world: [whole()], size: 3000 });
  assert.match(long.error!.message, /has more than the 3000 bytes that the server announced/);
  assert.equal(long.sink.size, 0, 'what is too long is no beginning');
});

test('who is cancelled stops at once, and keeps what has come', async () => {
  const cancel = new AbortController();
  const endless: Answer = (_, response) => {
    response.writeHead(200, { 'content-length': kFile.length });
    response.write(kFile.subarray(0, 900));
  };
  const { sink, error } = await run({
    world: [endless],
    options: { signal: cancel.signal, tell: () => cancel.abort() },
  });
  assert.equal(error!.name, 'AbortError');
  assert.equal(sink.size, 900);
});

const kRefusals = [
  [401, /answered 401: there is no such model, or one has to sign in/],
  [403, /answered 403: there is no such model/],
  [404, /is not there \(404\)/],
  [503, /answered 503 instead of the file: try again later/],
] as const;
for (const [code, message] of kRefusals)
  test(`${code} is said at once, and not asked again`, async () => {
    const { error, ranges } = await run({ world: [status(code), whole()] });
    assert.match(error!.message, message);
    assert.match(error!.message, /^\[model\.safetensors\]/);
    assert.equal(ranges.length, 1);
  });

test('a full disk is no reason to ask again', async () => {
  answers = [whole(), whole()];
  ranges = [];
  const sink = new Memory();
  sink.write = () => {
    throw new Refused('the disk is full');
  };
  const target = { url: address, name: 'x', size: 4000, sha256: null };
  const options = { signal: new AbortController().signal, tell: () => {} };
  await assert.rejects(fetchWhole(target, sink, options), /^Error: \[x\] the disk is full/);
  assert.equal(ranges.length, 1);
});

test('an answer that was asked for ahead is taken, once', async () => {
  answers = [cut(1500), rest()];
  ranges = [];
  const signal = new AbortController().signal;
  const target = { url: address, name: 'x', size: 4000, sha256: null };
  const first = ask(target, signal);
  const sink = new Memory();
  await fetchWhole(target, sink, { signal, first, tell: () => {} });
  assert.deepEqual(sink.bytes, kFile);
  assert.deepEqual(ranges, [undefined, 'bytes=1500-']);
});
