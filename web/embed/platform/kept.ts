// In a page of others nothing is kept beside what the browser keeps of any site: src/engine/kept.ts is this there.
import type { ModelFiles } from '../../src/engine/kept.ts';

export const kept = (): Promise<ModelFiles | null> => Promise.resolve(null);
// Whoever names a model gets the files that lie there.
export const versionOf = (): Promise<string> => Promise.resolve('');
export const keep = (): Promise<void> => Promise.resolve();
