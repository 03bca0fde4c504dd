// What leaves the page, as files.
import type { Kind } from './kinds.ts';
import type { Svg } from './svg.ts';

export function save(content: BlobPart, type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// What a part of the page can be saved as.
export interface Contents {
  picture(): Promise<Svg>;
  table(): Promise<string>;
  data(): Promise<string>;
  page?(): Promise<string>;
}

// `name`: "heed-lab", without what comes after the dot.
export async function saveAs(
  kind: Kind,
  name: string,
  { picture, table, data, page }: Contents,
): Promise<void> {
  switch (kind) {
    case 'SVG':
      return save((await picture()).text, 'image/svg+xml', `${name}.svg`);
    case 'PNG': {
      const { pngOf } = await import('./png.ts');
      return save(await pngOf(await picture()), 'image/png', `${name}.png`);
    }
    case 'CSV':
      return save(await table(), 'text/csv;charset=utf-8', `${name}.csv`);
    case 'HTML':
      return save(await page!(), 'text/html;charset=utf-8', `${name}.html`);
    case 'JSON':
      return save(await data(), 'application/json', `${name}.json`);
  }
}
