// A fresh Chromium, and the built page behind web/serve.mjs with every byte of a body counted as it is sent.
// HEED_DIST names another build than dist/; HEED_CHROMIUM another browser than Debian's.
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { serve } from '../../web/serve.mjs';
import { kFlags } from '../web/browser/playwright.config.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const how = { executablePath: process.env.HEED_CHROMIUM || '/usr/bin/chromium', args: kFlags };

// Each launch has a profile of its own, which is empty and is thrown away.
export function launch() {
  return chromium.launch(how);
}

// A context with its profile in `folder`, on the disk as a visitor's is.
export function launchIn(folder) {
  return chromium.launchPersistentContext(folder, how);
}

function count(request, response, sent) {
  const kind = extname(new URL(request.url, 'http://localhost').pathname) || '.html';
  for (const name of ['write', 'end']) {
    const original = response[name];
    response[name] = function (chunk, ...rest) {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array)
        sent.set(kind, (sent.get(kind) ?? 0) + Buffer.byteLength(chunk));
      return original.call(this, chunk, ...rest);
    };
  }
}

// { address, sent: Map of bytes by file kind, stop }.
export async function host(folder = process.env.HEED_DIST || join(root, 'dist')) {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`${folder} holds no index.html: run ./dev build first`);
  const server = await serve({ folder, port: 0 });
  const sent = new Map();
  server.prependListener('request', (request, response) => count(request, response, sent));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, sent, stop };
}
