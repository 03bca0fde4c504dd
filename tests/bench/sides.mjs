// What benchmarks beside onnxruntime have in common: the engine's program, a server for the page's side, and the middle of
// several times.
import { spawn } from 'node:child_process';
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';

export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

// A program that answers a line of JSON with another.
export class Engine {
  constructor(program) {
    this.child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.answers = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }
  async ask(question) {
    this.child.stdin.write(JSON.stringify(question) + '\n');
    const { value, done } = await this.answers.next();
    if (done) throw new Error("bench: the engine's program ended");
    return JSON.parse(value);
  }
  close() {
    this.child.stdin.end();
  }
}

const kTypes = { '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };

// `folders` by what addresses begin with; anything else is an empty page. With the headers that shared memory, and so threads,
// ask for. { address, stop }
export async function serveFolders(folders) {
  const server = createServer((request, response) => {
    const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
    const top = Object.keys(folders).find((name) => request.url.startsWith(name));
    if (!top) return response.writeHead(200, { ...headers, 'Content-Type': 'text/html' }).end('<!doctype html><title>bench</title>');
    const path = join(folders[top], decodeURIComponent(request.url.slice(top.length)));
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) return response.writeHead(404).end();
    const type = kTypes[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': size });
    createReadStream(path).pipe(response);
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, stop };
}
