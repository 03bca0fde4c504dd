// A model or an engine that does not come, or comes damaged: said where the cause is, and the page stays.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dist, eventually, given, test } from './browser/harness.mjs';
import {
  button,
  cells,
  literal,
  open,
  sentence,
  showsTokens,
  status,
  statusSays,
  tokens,
} from './browser/heed.mjs';

const kWeights = '**/model.safetensors';

test('a truncated model file: the status says which, and the page stays', async ({ page, address }) => {
  const whole = await readFile(join(dist, 'models/enron-request/model.safetensors'));
  await page.route(kWeights, (route) =>
    route.fulfill({ body: whole.subarray(0, whole.length / 2), contentType: 'application/octet-stream' }),
  );
  await open(page, address);
  await statusSays(page, /did not open: \[.*safetensors.*\]/);
  await sentence(page).fill('Thank you');
  await statusSays(page, /did not open: \[.*safetensors.*\]/);
  assert.equal(await cells(page).count(), 0);
  assert.equal(await sentence(page).inputValue(), 'Thank you');
  await page.getByText('How this is computed').click();
  await page.unroute(kWeights);
  await eventually(() => assert.match(page.url(), /Thank\+you/));
  await page.reload();
  await showsTokens(page, ['thank', 'you']);
  await statusSays(page, /^$/);
});

test('a model of another version than the page is shown with a sentence', async ({ page, address }) => {
  const config = await readFile(join(dist, 'models/enron-request/config.json'), 'utf8');
  await page.route('**/config.json', (route) => route.fulfill({ body: `${config}\n` }));
  await open(page, address);
  await statusSays(
    page,
    /^The server has another version of Request or not than this page, so .* Reload the page\.$/,
  );
  await cells(page).first().waitFor();
  await page.getByRole('link', { name: 'About this model' }).click();
  await statusSays(page, /another version of Request or not/);
  await page.unroute('**/config.json');
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  await page.reload();
  await cells(page).first().waitFor();
  await statusSays(page, /^$/);
});

const damaged = {
  'config.json': ['{"architecture": ', 'application/json'],
  'tokenizer.json': ['[]', 'application/json'],
  'model.safetensors': ['', 'application/octet-stream'],
};
for (const [name, [content, contentType]] of Object.entries(damaged)) {
  test(`a damaged ${name} is named in the status`, async ({ page, address }) => {
    await page.route(`**/${name}`, (route) => route.fulfill({ body: content, contentType }));
    await open(page, address);
    await statusSays(page, new RegExp(`did not open: \\[.*${literal(name)}`));
  });
}

given({ noise: /404|Failed to load resource/ }, () =>
  test('a missing model file: the status says what the server answered', async ({ page, address }) => {
    await page.route(kWeights, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await open(page, address);
    await statusSays(page, /\[model\.safetensors\] the server answered 404/);
  }),
);

given({ noise: /Failed to load resource/ }, () =>
  test('a lost connection: the status says what to do', async ({ page, address }) => {
    await page.route(kWeights, (route) => route.abort());
    await open(page, address);
    await statusSays(page, /\[model\.safetensors\] could not be fetched: check the connection/);
  }),
);

given({ noise: /wasm|WebAssembly|Aborted|falling back to ArrayBuffer/ }, () =>
  test('an engine that cannot start is said, and can be started again', async ({ page, address }) => {
    await page.route('**/*.wasm', (route) =>
      route.fulfill({ body: 'not wasm', contentType: 'application/wasm' }),
    );
    await open(page, address);
    await statusSays(page, /^The engine has stopped: /);
    const again = button(page, 'Restart the engine');
    const boxes = () => Promise.all([status(page), again].map((part) => part.boundingBox()));
    const [wide, beside] = await boxes();
    assert.ok(wide.x + wide.width <= beside.x, 'beside each other where there is room');
    await page.setViewportSize({ width: 360, height: 800 });
    const [message, below] = await boxes();
    assert.ok(message.y + message.height <= below.y, 'the message stands above its button');
    assert.ok(message.width > 300, `${message.width} px`);
    await page.unroute('**/*.wasm');
    await button(page, 'Restart the engine').click();
    await cells(page).first().waitFor();
    assert.ok((await tokens(page)).length > 2);
    await eventually(async () => assert.equal(await status(page).textContent(), ''));
    assert.equal(await button(page, 'Restart the engine').count(), 0);
  }),
);
