// A run that is trained slice by slice: whoever watches asks for the next one when it has drawn the last.
import type { Analysis, ScoreSum } from '../../generated/messages.ts';
import type { Module } from '../module.ts';
import type { Event, ModelFile, NamedBytes, Takes, Watched } from '../protocol.ts';
import { type Handlers, inTurn, Moved, Server } from '../server.ts';
import { startTrainer } from '../all-builds.ts';
import { kOptions } from './read.ts';

// A few texts of a page's length are enough to see a model learn.
const kLongest = 128; // tokens
// A look at a large model waits so many times as long as the last one took, so that it learns meanwhile.
const kLookShare = 3;

function sumOf(module: Module, model: number, { text, prediction }: Analysis): ScoreSum | null {
  if (!prediction) return null;
  const asked = { max_tokens: kLongest, parts: false, attributions: false, classes: [prediction.label] };
  return module.call('explain', { model, text, ...asked }).value.contributions[0] ?? null;
}

function watch(module: Module, { text, others }: NonNullable<Takes<'train'>['watch']>): Watched {
  const { model } = module.call('watch-training', {}).value;
  try {
    const began = performance.now();
    const ask = (of: string) =>
      module.call('analyse', { model, text: of, ...kOptions, max_tokens: kLongest });
    const classes = others.map((other) => ask(other).value.classes);
    const { value: analysis, tensors: weights } = ask(text);
    const milliseconds = performance.now() - began;
    return {
      result: { analysis, weights, milliseconds },
      others: classes,
      sum: sumOf(module, model, analysis),
    };
  } finally {
    module.call('close-model', { model });
  }
}

async function filesOf(files: readonly ModelFile[], checkpoint?: Uint8Array): Promise<NamedBytes[]> {
  const read = await Promise.all(
    files.map(async ({ name, blob }) => ({ name, bytes: new Uint8Array(await blob.arrayBuffer()) })),
  );
  return checkpoint ? [...read, { name: 'checkpoint', bytes: checkpoint }] : read;
}

// As many of a tensor's bytes as are a file's.
const bytesOf = (tensor: Float32Array, length: number) =>
  new Uint8Array(tensor.buffer as ArrayBuffer, 0, length);

export function startTraining(send: (event: Event, transfer?: Transferable[]) => void): Server {
  const module = startTrainer(false);
  return new Server(module, trainingHandlers(module), send);
}

// `first`: for small networks; one for large ones takes its place when it is needed, and the other way round.
function trainingHandlers(first: Promise<Module>): Handlers {
  const turn = inTurn();
  let started = first,
    isForLarge = false;
  let look = { at: -Infinity, took: 0 };
  return {
    'begin-training': ({ checkpoint, folder, ...lesson }) =>
      turn(async () => {
        const large = folder !== undefined;
        if (large !== isForLarge) started = startTrainer(large);
        isForLarge = large;
        const module = await started;
        const began = performance.now();
        const files = await filesOf(folder?.files ?? [], checkpoint);
        const given = {
          ...lesson,
          threads: module.threads,
          ...(folder && { from: folder.name }),
          files: files.map(({ name }) => name),
        };
        const { value } = module.call(
          'begin-training',
          given,
          files.map(({ bytes }) => bytes),
        );
        return { ...value, memory: module.memory, milliseconds: performance.now() - began };
      }),
    train: ({ factor, watch: watched, ...given }) =>
      turn(async () => {
        const module = await started;
        if (factor !== undefined) module.call('scale-rate', { factor });
        const { value } = module.call('train', given);
        const began = performance.now();
        const due = value.state.ended || began - look.at > kLookShare * look.took;
        const seen = watched && due ? watch(module, watched) : null;
        if (seen) look = { at: performance.now(), took: performance.now() - began };
        const answer = { ...value, watched: seen, memory: module.memory };
        return new Moved(answer, seen?.result.weights ?? []);
      }),
    'toy-texts': (given) => turn(async () => (await started).call('toy-texts', given).value),
    'keep-training': () =>
      turn(async () => {
        const { value, tensors } = (await started).call('keep-training', {});
        return value.bytes === undefined ? null : new Moved(bytesOf(tensors[0]!, value.bytes), tensors);
      }),
    'finish-training': () =>
      turn(async () => {
        const { value, tensors } = (await started).call('finish-training', {});
        const files = value.files.map(({ name, bytes, tensor }) => ({
          name,
          bytes: bytesOf(tensors[tensor]!, bytes),
        }));
        const { train, validation, seconds, held_out } = value;
        return new Moved({ train, validation, seconds, held_out, files }, tensors);
      }),
  };
}
