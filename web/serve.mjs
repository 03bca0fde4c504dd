// Serves a built page on this machine: node web/serve.mjs [--port N] [--folder dist]
// Sends the headers that dist/_headers asks of a host, so that what works here works there.
import { createReadStream, existsSync, readFile, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.safetensors': 'application/octet-stream',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

// Bytes of a file that goes out in one piece, which is sooner there than many.
const kAtOnce = 4e6;

// The rules of a _headers file as Netlify and Cloudflare read it: a path pattern, then indented "Name: value" lines.
export function readHeaderRules(text) {
  const rules = [];
  for (const line of text.split('\n')) {
    if (/^\s*(#|$)/.test(line)) continue;
    if (/^\S/.test(line)) {
      const pattern = line
        .trim()
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replace(/\*/g, '.*');
      rules.push({ pattern: new RegExp(`^${pattern}$`), headers: [] });
    } else {
      const header = line.match(/^\s+([^:]+):\s*(.*?)\s*$/);
      if (header) rules.at(-1)?.headers.push([header[1], header[2]]);
    }
  }
  return rules;
}

// The file that a request's path names inside `folder`; null when there is none.
export function fileFor(folder, path) {
  let name;
  try {
    name = normalize(join(folder, decodeURIComponent(path)));
  } catch {
    return null;
  }
  if (name.includes('\0') || !(name + sep).startsWith(folder + sep)) return null;
  if (existsSync(name) && statSync(name).isDirectory()) name = join(name, 'index.html');
  return existsSync(name) && statSync(name).isFile() ? name : null;
}

// The path of a request's address; null where it is none, such as "//".
function pathOf(address) {
  try {
    return new URL(address, 'http://localhost').pathname;
  } catch {
    return null;
  }
}

function answer(folder, rules, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return response.writeHead(405, { Allow: 'GET, HEAD' }).end();
  }
  const path = pathOf(request.url);
  if (path === null)
    return response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not an address\n');
  response.setHeader('Cache-Control', 'no-cache');
  for (const rule of rules.filter((rule) => rule.pattern.test(path))) {
    for (const [name, value] of rule.headers) response.setHeader(name, value);
  }
  const file = fileFor(folder, path);
  if (file === null) {
    response.setHeader('Cache-Control', 'no-store');
    // As hosts do it; without it some of them send the start page, as if the file were there.
    const page = fileFor(folder, '/404.html');
    if (page) return response.writeHead(404, { 'Content-Type': types['.html'] }).end(readFileSync(page));
    return response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found\n');
  }
  const { size, mtimeMs } = statSync(file);
  const tag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  response.setHeader('ETag', tag);
  if (request.headers['if-none-match'] === tag) return response.writeHead(304).end();
  response.writeHead(200, {
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    'Content-Length': size,
  });
  if (request.method === 'HEAD') return response.end();
  if (size > kAtOnce)
    return createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  readFile(file, (error, bytes) => (error ? response.destroy() : response.end(bytes)));
}

// Resolves when the server listens; `port` 0 takes a free one.
export function serve({ folder, port }) {
  const headers = join(folder, '_headers');
  const rules = existsSync(headers) ? readHeaderRules(readFileSync(headers, 'utf8')) : [];
  const server = createServer((request, response) => {
    try {
      answer(folder, rules, request, response);
    } catch (error) {
      // a file that went away, and whatever else one request meets: the others are still served
      console.error(`serve: ${error.message.replace(/[^\x20-\x7e]/g, '?')}`);
      response.destroy();
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function stop(message, status) {
  console.error(`serve: ${message}`);
  process.exit(status);
}

function readArguments() {
  const options = { port: { type: 'string', default: '8080' }, folder: { type: 'string' } };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return stop(`${error.message}; use [--port N] [--folder DIR].`, 2);
  }
}

async function main() {
  const { port, folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist') } = readArguments();
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    stop(`--port ${port}: a number from 0 to 65535 is expected.`, 2);
  if (!existsSync(join(folder, 'index.html')))
    stop(`${folder} holds no index.html: build the page first.`, 1);
  try {
    const server = await serve({ folder: normalize(folder).replace(/[/\\]$/, ''), port: Number(port) });
    console.log(`Heed is at http://127.0.0.1:${server.address().port}/ (Ctrl-C ends it)`);
  } catch (error) {
    const inUse = error.code === 'EADDRINUSE';
    stop(inUse ? `port ${port} is in use: choose another with --port N.` : error.message, 1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
