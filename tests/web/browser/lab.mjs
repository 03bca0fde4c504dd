// The sections "Two sentences" and "Lab" as a visitor with a screen reader knows them.
import assert from 'node:assert/strict';
import { eventually } from './harness.mjs';
import { open } from './heed.mjs';

export const section = (page, name) => page.getByRole('region', { name, exact: true });
export const link = (page, name) => page.getByRole('link', { name, exact: true });
export const textbox = (page, name) => page.getByRole('textbox', { name, exact: true });
export const choice = (page, name) => page.getByRole('combobox', { name, exact: true });
export const number = (page, name) => page.getByRole('spinbutton', { name, exact: true });
export const gridOf = (page, name) => page.getByRole('grid', { name, exact: true });
export const cellsOf = (page, name) => gridOf(page, name).getByRole('gridcell');

// [[row, column, value]] of a grid, as its cells are called.
export async function readCells(page, name) {
  const names = await cellsOf(page, name).evaluateAll((all) => all.map((cell) => cell.ariaLabel));
  return names.map((text) => {
    const [, row, column, value] = text.match(/^(.+) to (.+), (−?[\d.]+)$/) ?? assert.fail(text);
    return [row, column, Number(value.replace('−', '-'))];
  });
}

const fragment = (parameters) =>
  `#${new URLSearchParams({ model: 'enron-request', text: 'Thank you', ...parameters })}`;

// Opens a section by its address and waits for its first weights.
export async function openTwo(page, address, parameters = {}) {
  await open(page, address, fragment({ section: 'two', ...parameters }));
  await cellsOf(page, 'Weights').first().waitFor();
}
export async function openLab(page, address, parameters = {}) {
  await open(page, address, fragment({ section: 'lab', ...parameters }));
  await cellsOf(page, 'Sparsemax').first().waitFor();
}

// What the address says of these sections, once it says so.
export const addressHolds = (page, pattern) =>
  eventually(async () => assert.match(decodeURIComponent(await page.evaluate(() => location.hash)), pattern));

// Drops a file with this text on a section.
export async function dropFile(page, name, file, text) {
  const data = await page.evaluateHandle(
    ([file, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], file));
      return transfer;
    },
    [file, text],
  );
  await section(page, name).dispatchEvent('drop', { dataTransfer: data });
}
