// Prints a section. The first one becomes a worksheet, made for paper when printing begins; the others are printed as
// they stand, without their controls. Loaded once the page is at rest, since a browser that prints waits for nothing.
import '../../styles/print.css';
import { flushSync, mount, unmount } from 'svelte';
import type { App } from '../state/app.ts';
import Worksheet from './Worksheet.svelte';

export function followPrinting(app: App): void {
  let sheet: ReturnType<typeof mount> | null = null;

  function begin(): void {
    const { section, result } = app.store;
    if (sheet || section !== 'read' || !result?.analysis.tokens.length) return;
    sheet = mount(Worksheet, { target: document.body, props: { app } });
    flushSync();
  }
  function end(): void {
    if (sheet) void unmount(sheet);
    sheet = null;
  }

  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  const media = matchMedia('print');
  const follow = ({ matches }: { matches: boolean }) => (matches ? begin() : end());
  media.addEventListener('change', follow);
  follow(media);
}
