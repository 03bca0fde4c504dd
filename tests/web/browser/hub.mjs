// A server on this machine in the place of the Hugging Face Hub, and the section that asks it, by role and name.
import assert from 'node:assert/strict';
import { eventually } from './harness.mjs';
import { modelBox, openAnalysed } from './heed.mjs';

export const kId = 'someone/tiny';
export const kHub = 'https://huggingface.co';

// A hub: `files` of a model; `cut`: connections that break off in the middle of the weights, `down`: that fail afterwards;
// `held`: what the weights wait for; `ranges`: whether it can go on.
export function hubOf({
  files,
  id: own = kId,
  cut = 0,
  down = 0,
  held,
  ranges = true,
  status = 200,
  announced = {},
  hashes = {},
}) {
  const asked = [];
  const route = async (intercepted) => {
    const request = intercepted.request();
    const tree = /\/api\/models\/(.*)\/tree\/main$/.exec(request.url());
    if (tree) {
      asked.push('list');
      const list = Object.entries(files).map(([path, bytes]) => ({
        type: 'file',
        path,
        size: announced[path] ?? Buffer.from(bytes).length,
        ...(path in hashes && { lfs: { oid: hashes[path] } }),
      }));
      const found = status === 200 && tree[1] === own && list.length > 0;
      const headers = { 'access-control-allow-origin': '*' };
      return found
        ? intercepted.fulfill({ status: 200, headers, json: list })
        : intercepted.fulfill({ status: status === 200 ? 404 : status, headers });
    }
    const [, id, name] = /huggingface\.co\/(.*)\/resolve\/main\/(.*)$/.exec(request.url());
    const range = await request.headerValue('range');
    asked.push(`${request.method()} ${name}${range ? ` ${range}` : ''}`);
    const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };
    const bytes = id === own ? files[name] && Buffer.from(files[name]) : undefined;
    if (!bytes) return intercepted.fulfill({ status: 404, headers: cors });
    const headers = { ...cors, etag: '"1"', 'content-length': String(bytes.length) };
    const from = range && ranges ? Number(/\d+/.exec(range)[0]) : 0;
    const rest = bytes.subarray(from);
    if (name.endsWith('.safetensors') && cut <= 0 && down-- > 0) return intercepted.abort();
    if (name.endsWith('.safetensors')) await held;
    const broken = name.endsWith('.safetensors') && cut-- > 0;
    const body = broken ? rest.subarray(0, rest.length >> 1) : rest;
    headers['content-length'] = String(body.length);
    if (range && ranges) headers['content-range'] = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
    return intercepted.fulfill({ status: range && ranges ? 206 : 200, headers, body });
  };
  return { route, asked };
}

export async function openModels(page, address, hub) {
  await page.context().route(`${kHub}/**`, hub.route);
  await openAnalysed(page, address);
  await page.getByRole('link', { name: 'Models', exact: true }).click();
  await page.getByRole('textbox', { name: 'Model on the Hub' }).waitFor();
}

export async function ask(page, id = kId) {
  await page.getByRole('textbox', { name: 'Model on the Hub' }).fill(id);
  await page.getByRole('button', { name: 'Show size' }).click();
}

export const download = (page) => page.getByRole('button', { name: 'Download', exact: true }).click();
export const says = (page, pattern) =>
  eventually(async () => assert.match(await page.getByRole('alert').innerText(), pattern));
export const opened = (page) =>
  eventually(async () => assert.equal(await modelBox(page).inputValue(), `hub:${kId}`));
// What the browser itself writes into the console of a request that fails, and requests that these tests answer.
export const kNoise = /Failed to load resource/;
export const quiet = (watch) => (watch.requests = watch.requests.filter((url) => !url.startsWith(kHub)));
