// Everything that crosses between the page and an engine's worker: commands, each of which is answered by exactly one
// `answer` or `failed` that names its request, after any number of `progress`. What the worker and the engine itself say to
// each other is generated/messages.ts.
import type {
  ClassProbability,
  EngineCommands,
  Explained,
  DirectLogits,
  Faithfulness,
  Figures,
  FilledMasks,
  HeldOutText,
  IncomingModel,
  LensLayer,
  LookedAt,
  MapExperiments,
  ModelWeights,
  ScoreSum,
  ToyTexts,
  Trained,
  TrainingBegun,
  TrainingRow,
  Translated,
  TranslateOptions,
  WritingOptions,
  WritingState,
} from '../generated/messages.ts';
import type { ModelInfo, Result } from './analysis.ts';
import type { AttendOptions, Input, VectorsInfo } from './attended.ts';
import type { Cut, Side, TokenizerInfo } from './cut.ts';
import type { StoreKind } from './hub/kept-model.ts';
import type { Target } from './hub/resume.ts';
import type { Look, MapAnswer, MapRequest } from './look.ts';
import type { Reply } from './module.ts';

// The addresses of a model folder's files.
export interface ModelSource {
  readonly name: string;
  // A hash of the files, under which they are kept.
  readonly version: string;
  // Not the first visit: the model may be kept. On a first one, looking for it would only cost time.
  readonly returning: boolean;
  readonly config: string;
  readonly tokenizer: string;
  readonly weights: string;
}

// With the version of the files that were opened, which may be another one than the source's.
export interface ShippedModel extends ModelInfo {
  readonly version: string;
}

// A file of a model folder: dropped, chosen, or kept in the browser.
export interface ModelFile {
  readonly name: string;
  readonly blob: Blob;
}

export type {
  LensLayer,
  NextToken,
  Translated,
  TranslateOptions,
  WritingOptions,
  WritingState,
} from '../generated/messages.ts';
export type { FilledMasks, MaskCandidate, ModelWeight } from '../generated/messages.ts';

export interface OpenedFiles extends Omit<IncomingModel, 'model'> {
  // Bytes that the engine takes; threads that it computes with.
  readonly memory: number;
  readonly threads: number;
  // Whether its tokenizer asks for regular expressions, which are a module of their own.
  readonly expressions: boolean;
}

export interface Analysed {
  readonly result: Result;
  // What the look of the command needs beside the result, where that does not hold it.
  readonly maps: readonly (readonly [MapRequest, MapAnswer])[];
}

// [D] each: the mean of the last layer's states, and the state of the first token. Empty of a text without tokens.
export interface SentenceVector {
  readonly mean: readonly number[];
  readonly cls: readonly number[];
}

export type VectorSource =
  | { readonly kind: 'model'; readonly source: ModelSource }
  | { readonly kind: 'random'; readonly width: number; readonly seed: number }
  // A GloVe text file, of which only the rows of the words in these texts are kept.
  | { readonly kind: 'file'; readonly file: File; readonly texts: readonly string[] };

// A tokenizer.json or a vocab.txt: one that ships, or one that the visitor gave.
export type TokenizerSource =
  | { readonly kind: 'shipped'; readonly name: string; readonly url: string }
  | { readonly kind: 'file'; readonly name: string; readonly file: File };

// What one tokenizer has made of a text, or why it could not. Null where none is open.
export type CutAnswer = Cut | { readonly error: string } | null;

// The class that is asked about, the predicted one where none is named, and the one that it is compared with.
export interface About {
  readonly label: string | null;
  readonly against: string | null;
}

// A run to be trained: its recipe as JSON, and the texts that it learns from.
export interface Lesson {
  readonly name: string;
  readonly recipe: string;
  readonly labels: readonly string[];
  readonly rows: readonly TrainingRow[];
}

// What a model that still learns makes of texts: of one all that there is to see, of the others their classes.
export interface Watched {
  readonly result: Result;
  readonly others: readonly (readonly ClassProbability[])[];
  // What each word adds to the score of the class that is predicted; null of a text without words.
  readonly sum: ScoreSum | null;
}

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

// [T, T] of one layer, row by row: weights of a token's own place and of those before it.
export interface LookedBack extends LookedAt {
  readonly weights: Float32Array;
}

// Changes of what is looked at: engine/explain/edit.h.
export interface TextUnderEdits {
  readonly text: string;
  readonly edits: readonly string[];
}

// A text that a model reads under them.
interface Changed extends TextUnderEdits {
  readonly model: string;
}

// With what the heads of each candidate's part add, [layers, heads, T].
export interface DirectlyAdded extends DirectLogits {
  readonly added: readonly Float32Array[];
}

// With what each mask looks at, [layers, heads, T], where that was asked for.
export interface FilledWithMaps extends FilledMasks {
  readonly maps?: readonly Float32Array[];
}

// With the weights of each of its maps, [H, T, S], and what their softmax was taken of, where the model says it.
export interface TranslatedWithMaps extends Translated {
  readonly maps: readonly Float32Array[];
  readonly scores: readonly (Float32Array | null)[];
}

// By kind: what a command takes beside kind and request, and what it answers.
export interface Commands {
  open: { readonly takes: { readonly source: ModelSource }; readonly answers: ShippedModel };
  // Opens a model of another maker in place of the one before, which is closed first. `files` may be a port over which they arrive
  // (feed.ts). With `int8` matrices become int8 as they come.
  'open-files': {
    readonly takes: {
      readonly name: string;
      readonly files: readonly ModelFile[] | MessagePort;
      readonly int8: boolean;
    };
    readonly answers: OpenedFiles;
  };
  // Asks a model that was to be opened before; waits for it where it still loads. `question`: what is asked of the text.
  // `why`: with what each word adds to what is asked about.
  analyse: {
    readonly takes: {
      readonly model: string;
      readonly text: string;
      readonly question?: string;
      readonly why?: About;
      readonly look: Look;
    };
    readonly answers: Analysed;
  };
  // A map of the analysis that the request `analysis` asked for; null where another has come between.
  map: {
    readonly takes: { readonly analysis: number; readonly map: MapRequest };
    readonly answers: MapAnswer | null;
  };
  // A text under edits, read.
  'changed-run': {
    readonly takes: Changed & { readonly look: Look };
    readonly answers: Analysed;
  };
  'changed-map': {
    readonly takes: Changed & { readonly map: MapRequest };
    readonly answers: MapAnswer | null;
  };
  describe: {
    readonly takes: { readonly model: string };
    readonly answers: ModelWeights;
  };
  fill: {
    readonly takes: {
      readonly model: string;
      readonly text: string;
      readonly top: number;
      readonly attention: boolean;
    };
    readonly answers: FilledWithMaps;
  };
  // Why the model says what it says of a text, and what it would say if.
  // `maps`: under the edits, one for each of the analysis, where they were asked for.
  explain: {
    readonly takes: Omit<EngineCommands['explain']['takes'], 'model'> & { readonly model: string };
    readonly answers: Explained & { readonly maps?: readonly Float32Array[] };
  };
  // Whether the attention to a text explains the answer; null of a text without tokens.
  faithfulness: {
    readonly takes: Omit<EngineCommands['faithfulness']['takes'], 'model'> & { readonly model: string };
    readonly answers: Faithfulness | null;
  };
  // What its answer becomes under other attention and with fewer words; null likewise.
  experiment: {
    readonly takes: Omit<EngineCommands['experiment']['takes'], 'model'> & { readonly model: string };
    readonly answers: MapExperiments | null;
  };
  // The two vectors of SentenceVector for each text.
  embed: {
    readonly takes: { readonly texts: readonly string[] };
    readonly answers: readonly (readonly Float32Array[])[];
  };
  'open-vectors': {
    readonly takes: { readonly vectors: VectorSource };
    readonly answers: VectorsInfo & { readonly version?: string };
  };
  // With the vectors that were opened last; waits for those on their way.
  attend: {
    readonly takes: { readonly input: Input; readonly jobs: readonly AttendOptions[] };
    // For withNumbers() of attended.ts.
    readonly answers: { readonly reply: Reply; readonly milliseconds: number };
  };
  'open-tokenizer': {
    readonly takes: { readonly side: Side; readonly source: TokenizerSource };
    readonly answers: TokenizerInfo & Pick<OpenedFiles, 'expressions'>;
  };
  // From the Hub to where the browser keeps models, and over `feed` to the engine (feed.ts), which opens it meanwhile.
  download: {
    readonly takes: {
      readonly store: StoreKind;
      readonly id: string;
      readonly files: readonly Target[];
      readonly feed?: MessagePort;
    };
    readonly answers: null;
  };
  // Hashes the weights of a model that is whole. In words where they are not what was announced: then it is gone.
  hash: {
    readonly takes: { readonly store: StoreKind; readonly id: string };
    readonly answers: string | null;
  };
  // A run in the place of the one before; it goes on from a checkpoint, where there is one.
  'begin-training': {
    readonly takes: Omit<Lesson, 'from' | 'files' | 'threads'> & {
      readonly checkpoint?: Uint8Array;
      // The folder of an encoder that is fine-tuned.
      readonly folder?: { readonly name: string; readonly files: readonly ModelFile[] };
    };
    readonly answers: TrainingBegun & { readonly memory: number; readonly milliseconds: number };
  };
  // Some steps of it, and what it makes of texts then; nothing where none is watched. `factor`: of all rates from now on.
  train: {
    readonly takes: EngineCommands['train']['takes'] & {
      readonly factor?: number;
      readonly watch: { readonly text: string; readonly others: readonly string[] } | null;
    };
    readonly answers: Trained & { readonly watched: Watched | null; readonly memory: number };
  };
  'toy-texts': { readonly takes: EngineCommands['toy-texts']['takes']; readonly answers: ToyTexts };
  // To go on from; null where the run keeps nothing.
  'keep-training': { readonly takes: object; readonly answers: Uint8Array | null };
  'finish-training': {
    readonly takes: object;
    readonly answers: {
      readonly train: Figures | null;
      readonly validation: Figures | null;
      readonly seconds: number;
      readonly held_out: readonly HeldOutText[];
      readonly files: readonly NamedBytes[];
    };
  };
  // A text that is written on, with the model that was opened last; waits for it where it is on its way.
  'begin-writing': {
    readonly takes: TextUnderEdits & { readonly options: WritingOptions };
    readonly answers: WritingState;
  };
  write: { readonly takes: { readonly tokens: number }; readonly answers: WritingState };
  take: { readonly takes: { readonly id: number }; readonly answers: WritingState };
  'take-back': { readonly takes: { readonly count: number }; readonly answers: WritingState };
  // What each token of a text looks at; -1: the mean of all heads.
  'look-back': {
    readonly takes: TextUnderEdits & { readonly layer: number; readonly head: number };
    readonly answers: LookedBack;
  };
  // What would be said after each layer, next to the text's last token.
  lens: { readonly takes: TextUnderEdits; readonly answers: readonly LensLayer[] };
  // What each part of the network adds to the scores of what may come next.
  'direct-logits': { readonly takes: TextUnderEdits; readonly answers: DirectlyAdded };
  // With the model that was opened last.
  translate: {
    readonly takes: TextUnderEdits & {
      readonly options: TranslateOptions;
      readonly forced: readonly number[];
    };
    readonly answers: TranslatedWithMaps;
  };
  cut: { readonly takes: { readonly text: string }; readonly answers: Readonly<Record<Side, CutAnswer>> };
}

export type Kind = keyof Commands;
export type Takes<K extends Kind> = Commands[K]['takes'];
export type Answers<K extends Kind> = Commands[K]['answers'];
export type Command<K extends Kind = Kind> = K extends Kind
  ? { readonly kind: K; readonly request: number } & Takes<K>
  : never;
// Ends a command that takes long; it is answered by `failed`, and what was before it stays.
export interface Cancel {
  readonly kind: 'cancel';
  readonly request: number;
}

export interface Progress {
  // Bytes.
  readonly loaded: number;
  readonly total: number;
  // Since it began.
  readonly seconds: number;
}

export type Event =
  | ({ readonly kind: 'progress'; readonly request: number } & Progress)
  | { readonly kind: 'answer'; readonly request: number; readonly answer: Answers<Kind> }
  // `fatal`: the engine itself has stopped; only a new worker helps. Otherwise its state is as before the request.
  | {
      readonly kind: 'failed';
      readonly request: number;
      readonly message: string;
      readonly fatal: boolean;
      readonly cancelled: boolean;
    };

// The default branch of a switch over a union: compiles only when every case is handled.
export function unreachable(value: never): never {
  throw new Error(`[protocol] unknown message ${JSON.stringify(value)}`);
}
