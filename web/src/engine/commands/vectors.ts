// Attention between two texts, and the word vectors that are open for it.
import { keepModule } from '../../offline/keep-module.ts';
import type { VectorsInfo } from '../attended.ts';
import { startFull } from '../builds.ts';
import { fetchModel } from '../model-files.ts';
import type { Module } from '../module.ts';
import { type Answers, type Event, type ModelSource, unreachable, type VectorSource } from '../protocol.ts';
import { type Call, type Handlers, inTurn, Moved, Server } from '../server.ts';
import { chunksOf } from '../text-file.ts';

async function openModel(
  module: Promise<Module>,
  source: ModelSource,
  call: Call,
): Promise<Answers<'open-vectors'>> {
  const fetched = await fetchModel(source, call.progress);
  call.check();
  const { config, tokenizer, weights } = fetched.files;
  const files = ['config.json', 'tokenizer.json', 'model.safetensors'];
  const given = { name: source.name, files };
  const { value } = (await module).call('open-vectors', given, [config, tokenizer, weights]);
  fetched.keep();
  return { ...value, version: fetched.version };
}

async function openFile(
  started: Promise<Module>,
  file: File,
  texts: readonly string[],
  call: Call,
): Promise<VectorsInfo> {
  const module = await started;
  module.call('begin-vectors', { name: file.name, texts });
  try {
    for await (const chunk of chunksOf(file, call.progress)) {
      call.check();
      module.write(chunk, file.name);
    }
    call.check();
    return module.call('end-vectors', {}).value;
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) module.call('cancel-vectors', {});
    throw error;
  }
}

async function open(
  module: Promise<Module>,
  vectors: VectorSource,
  call: Call,
): Promise<Answers<'open-vectors'>> {
  call.check();
  switch (vectors.kind) {
    case 'model':
      return openModel(module, vectors.source, call);
    case 'random': {
      const { width, seed } = vectors;
      return (await module).call('random-vectors', { width, seed }).value;
    }
    case 'file':
      return openFile(module, vectors.file, vectors.texts, call);
    default:
      return unreachable(vectors);
  }
}

export function vectorHandlers(module: Promise<Module>): Handlers {
  // Requests wait for vectors that load. A large file takes minutes, though: meanwhile the vectors before it
  // answer.
  const turn = inTurn();
  return {
    'open-vectors': ({ vectors }, call) =>
      vectors.kind === 'file'
        ? turn(async () => {}).then(() => open(module, vectors, call))
        : turn(() => open(module, vectors, call)),
    attend: ({ input, jobs }) =>
      turn(async () => {
        const heed = await module;
        const began = performance.now();
        const reply = heed.call('attend', { ...input, jobs });
        return new Moved({ reply, milliseconds: performance.now() - began }, reply.tensors);
      }),
  };
}

// In the page itself: without threads, for which it must not wait.
export function startVectors(send: (event: Event) => void): Server {
  const module = startFull();
  void module.then(() => keepModule('heed-full'));
  return new Server(module, vectorHandlers(module), send);
}
