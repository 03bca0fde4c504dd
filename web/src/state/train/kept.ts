// Runs that outlive the page: in the browser's database, whose every write is whole or not there, with what a crash leaves of it.
import { createStore, del, entries, set } from 'idb-keyval';
import type { RunRecord } from './run.svelte.ts';

const store = createStore('heed-train', 'runs');

// By number. None where the browser keeps nothing.
export async function keptRuns(): Promise<readonly RunRecord[]> {
  try {
    const all = await entries<number, RunRecord>(store);
    return all.map(([, record]) => record).sort((a, b) => a.number - b.number);
  } catch {
    return [];
  }
}

// Rejected where there is no room.
export const keep = (record: RunRecord): Promise<void> => set(record.number, record, store);
export const forget = (number: number): Promise<void> => del(number, store);

// Bytes that the browser holds for this page, and would hold; null where it does not say.
export async function room(): Promise<{ readonly used: number; readonly most: number } | null> {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
  return usage === undefined || !quota ? null : { used: usage, most: quota };
}
