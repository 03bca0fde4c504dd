// Runs under changes (What if), and maps of the last of them: of a long text they are asked for one by one.
import type { Module } from '../module.ts';
import type { Takes } from '../protocol.ts';
import type { Handlers } from '../server.ts';
import { Reader } from './read.ts';

type Given = Omit<Takes<'changed-map'>, 'model' | 'map'>;
type Run = <T>(given: { readonly model: string }, act: (model: number) => Promise<T>) => Promise<T>;

const kNothing = { layer: null, head: null, shaping: { special: 'shown', pieces: 'apart' } } as const;

// `run` and `options` as plainHandlers() and Reader have them.
export function changedHandlers(module: Promise<Module>, run: Run, options: object = {}): Handlers {
  const reader = new Reader(module, options, 'changed-run');
  const nameOf = (model: number, { text, edits }: Given) => JSON.stringify([model, text, edits]);
  return {
    'changed-run': (given) => run(given, (model) => reader.analyse(nameOf(model, given), model, given)),
    // Read once more where another run has come between.
    'changed-map': (given) =>
      run(given, async (model) => {
        const name = nameOf(model, given);
        if (!reader.has(name)) await reader.analyse(name, model, { ...given, look: kNothing });
        return reader.map(name, given.map);
      }),
  };
}
