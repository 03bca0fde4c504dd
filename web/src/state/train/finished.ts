// A run that has ended, as a model that opens: from the section Train, from Models, or by a link.
import type { ModelFile } from '../../engine/protocol.ts';
import { keptRuns } from './kept.ts';
import type { RunRecord } from './run.svelte.ts';

// What opening one needs.
export type FinishedRun = Pick<RunRecord, 'number' | 'kind' | 'sentences' | 'finished'>;

// As a folder that was dropped.
export const filesOf = ({ finished }: FinishedRun): ModelFile[] =>
  (finished?.files ?? []).map(({ name, bytes }) => ({
    name,
    blob: new Blob([bytes as Uint8Array<ArrayBuffer>]),
  }));

// Those that this browser keeps.
export const finishedRuns = async (): Promise<readonly RunRecord[]> =>
  (await keptRuns()).filter(({ finished }) => finished);
