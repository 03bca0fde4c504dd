// Requests to an open model: read a text, and send maps of the text it read last.
import { type Analysis, kMostTokens, kMostWeights } from '../analysis.ts';
import { mapRequestsFor, type Head, type MapAnswer, type MapRequest } from '../look.ts';
import type { Module } from '../module.ts';
import type { EngineCommands } from '../../generated/messages.ts';
import type { About, Analysed, Kind, Takes } from '../protocol.ts';
import { type Handlers, Moved } from '../server.ts';

// Texts of more weights in all come without maps, which are asked for when they are looked at: a copy of 4 MB takes under a
// millisecond.
export const kOptions = { top: 8, max_tokens: kMostTokens, most_weights: kMostWeights };

// What each word adds, and nothing that takes longer than a keystroke may.
export const kWhy = { attributions: false, parts: false, max_tokens: kMostTokens };

// Commands that a model answers by itself, by what the engine calls them.
const kPlain = {
  describe: 'describe-model',
  fill: 'fill-mask',
  explain: 'explain',
  faithfulness: 'faithfulness',
  experiment: 'experiment',
} as const satisfies Partial<Record<Kind, keyof EngineCommands>>;
type Plain = (typeof kPlain)[keyof typeof kPlain];

// `run` has the number of the model that is meant.
export function plainHandlers(
  module: Promise<Module>,
  run: <T>(given: { readonly model: string }, act: (model: number) => Promise<T>) => Promise<T>,
): Handlers {
  const handler = (command: Plain) => (given: { readonly model: string }) =>
    run(given, async (model) => {
      const named = { ...given, model } as EngineCommands[Plain]['takes'];
      const { value, tensors } = (await module).call(command, named);
      return tensors.length ? new Moved({ ...value, maps: tensors }, tensors) : value;
    });
  const named = Object.entries(kPlain).map(([kind, command]) => [kind, handler(command)]);
  return Object.fromEntries(named) as Handlers;
}

// What an analysis is known by.
type Request = number | string;

export class Reader {
  // The analysis that can still be looked at.
  private last: { readonly request: Request; readonly analysis: Analysis } | undefined;

  private readonly module: Promise<Module>;
  private readonly options: object;
  private readonly command: 'analyse' | 'changed-run';

  // `options`: of the command beside kOptions.
  constructor(module: Promise<Module>, options: object = {}, command: 'analyse' | 'changed-run' = 'analyse') {
    this.module = module;
    this.options = options;
    this.command = command;
  }

  has(request: Request): boolean {
    return this.last?.request === request;
  }

  async analyse(
    request: Request,
    model: number,
    given: Omit<Takes<'analyse'>, 'model'> & { readonly edits?: readonly string[] },
  ): Promise<Moved<Analysed>> {
    const module = await this.module;
    const began = performance.now();
    const { text, question, edits = [] } = given;
    const asked = { model, text, question, edits, ...kOptions, ...this.options };
    const { value, tensors: weights } = module.call(this.command, asked);
    const analysis = question ? onlyText(value) : value;
    this.last = { request, analysis };
    const milliseconds = performance.now() - began;
    const classes = given.why && classesOf(analysis, given.why);
    const explained = classes && module.call('explain', { model, text, classes, ...kWhy }).value;
    const result = { analysis, weights, milliseconds, ...(explained && { explained }) };
    const maps: [MapRequest, MapAnswer][] = [];
    for (const map of weights.length ? [] : mapRequestsFor(analysis, given.look)) {
      const found = await this.find(request, map);
      if (found) maps.push([map, found]);
    }
    return new Moved({ result, maps }, [...weights, ...maps.flatMap(([, found]) => arraysOf(found))]);
  }

  // Null where the analysis is no longer the last one.
  async map(analysis: Request, map: MapRequest): Promise<MapAnswer | null | Moved<MapAnswer | null>> {
    const found = await this.find(analysis, map);
    return found && new Moved(found, arraysOf(found));
  }

  private async find(request: Request, map: MapRequest): Promise<MapAnswer | null> {
    const module = await this.module;
    const { answerMapRequest } = await import('../../attention/answer.ts');
    if (!this.has(request) || !this.last) return null;
    const changed = this.command === 'changed-run';
    const weightsOf = (of: number, head: Head) =>
      module.call('map', { map: of, head: head === 'mean' ? -1 : head, changed }).tensors[0]!;
    return answerMapRequest(map, this.last.analysis, weightsOf);
  }
}

const arraysOf = (found: MapAnswer): Float32Array[] => (found.kind === 'head' ? [found.weights] : []);

// Those that are asked about and that the model has.
function classesOf({ classes, prediction }: Analysis, { label, against }: About): string[] {
  const asked = [classes.some((one) => one.label === label) ? label : prediction?.label, against];
  return classes.map((one) => one.label).filter((name) => asked.includes(name));
}

// A question's tokens, and what separates them, stand nowhere in the text.
function onlyText(analysis: Analysis): Analysis {
  const tokens = analysis.tokens.map((token) =>
    token.question || token.special ? { ...token, start: 0, end: 0 } : token,
  );
  return { ...analysis, tokens };
}
