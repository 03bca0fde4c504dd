// What a model of others is, from its config.json: the words that the gallery has for those that ship.
import { inALine } from '../../text/in-a-line.ts';
import type { GalleryModel } from '../../engine/gallery.ts';
import { t } from '../../text/t.ts';

interface Config {
  readonly architectures?: readonly string[];
  readonly architecture?: string;
  readonly model_type?: string;
  readonly num_hidden_layers?: number;
  readonly n_layers?: number;
  readonly num_attention_heads?: number;
  readonly n_heads?: number;
  // "cls" or "mean" in ModernBERT; "last" or "mean" in ours.
  readonly classifier_pooling?: string;
  readonly pooling?: string;
  readonly id2label?: Readonly<Record<string, string>>;
}

export type Task = 'classes' | 'mask' | 'tokens' | 'question' | 'replaced' | 'vector';

const kTasks: readonly [ending: RegExp, task: Task, words: string, examples: readonly string[]][] = [
  [
    /ForSequenceClassification$/,
    'classes',
    t('models.classifies-sentences'),
    [
      'I absolutely loved the advanced machine learning course!',
      'The film was long, and not one scene of it was worth the wait.',
    ],
  ],
  [
    /For(MaskedLM|PreTraining)$/,
    'mask',
    t('models.fills-masks'),
    ['The river flows to the sea, and the river bank is green.', 'She deposited the cheque at the bank.'],
  ],
  [
    /ForTokenClassification$/,
    'tokens',
    t('models.labels-each-token'),
    ['Ada Lovelace was born in London in December 1815.'],
  ],
  [
    /ForQuestionAnswering$/,
    'question',
    t('models.answers-questions'),
    ['Ada Lovelace was born in London in December 1815.'],
  ],
  [/Model$/, 'vector', t('models.makes-a-vector-of-a-sentence'), ['The river flows to the sea.']],
];

export function taskOf(architecture: string): Task | null {
  if (architecture === 'ElectraForPreTraining') return 'replaced';
  return kTasks.find(([ending]) => ending.test(architecture))?.[1] ?? null;
}

// Families that write, and those that translate; with one of these heads they read.
const kWriters = /^(gpt|llama|mistral|mixtral|qwen|gemma|phi|opt$|olmo|smollm|falcon|starcoder|granite)/;
const kTranslators = /^(marian|bart|mbart|t5|mt5|pegasus|m2m_100|sequence-transformer|recurrent-translator)$/;

const kEncoders = /bert|electra/;

const kReads = /For(SequenceClassification|TokenClassification|QuestionAnswering)$/;

// The section where a model opens. `config` is as it was read, and may be anything.
export function homeOf(config: unknown): 'models' | 'write' | 'translate' {
  const type: unknown = asConfig(config).model_type ?? asConfig(config).architecture;
  if (typeof type !== 'string' || kReads.test(architectureOf(config))) return 'models';
  return kWriters.test(type) ? 'write' : kTranslators.test(type) ? 'translate' : 'models';
}

// Error in words for a model that opens in another section.
export function checkReads(config: unknown): void {
  const home = homeOf(config);
  if (home === 'write') throw new Error(t('models.it-is-a-language-model-open'));
  if (home === 'translate') throw new Error(t('models.it-is-a-translation-model-open'));
}

// Likewise, of a section that writes. Of families that the page does not know, the engine speaks.
export function checkWrites(config: unknown): void {
  const { model_type: type, architecture }: Record<string, unknown> = { ...asConfig(config) };
  const ours = type === undefined && typeof architecture === 'string' && homeOf(config) === 'models';
  const reads = kReads.test(architectureOf(config)) || (typeof type === 'string' && kEncoders.test(type));
  if (ours || reads) throw new Error(t('models.it-is-a-model-that-reads-and-opens'));
}

const asConfig = (config: unknown) => (typeof config === 'object' && config !== null ? config : {}) as Config;

// `config` is as it was read, and may be anything.
export function architectureOf(config: unknown): string {
  const { architectures, architecture } = asConfig(config);
  const name: unknown = architectures?.[0] ?? architecture;
  return typeof name === 'string' ? inALine(name) : '';
}

function readoutOf({ classifier_pooling: pooling, pooling: own }: Config): GalleryModel['readout'] {
  if (pooling === 'mean' || own === 'mean') return 'mean';
  return own === 'last' ? 'last' : undefined;
}

function sizesSaid(given: Config): string {
  const L = given.num_hidden_layers ?? given.n_layers;
  const H = given.num_attention_heads ?? given.n_heads;
  const layers = typeof L === 'number' ? t('count.layers', L) : '';
  const heads = typeof H === 'number' ? t('count.heads', H) : '';
  return layers && heads ? t('models.layers-with-heads-each', layers, heads) : layers || heads;
}

// `id` is what a link calls it; `config` is as it was read, and may be anything.
export function describe(id: string, name: string, bytes: number, config: unknown): GalleryModel {
  const given = asConfig(config);
  const architecture = architectureOf(config);
  const [, , words, examples] = kTasks.find(([ending]) => ending.test(architecture)) ?? [];
  const readout = readoutOf(given);
  const parts = sizesSaid(given);
  return {
    id,
    name,
    task: [words, architecture].filter(Boolean).join(': '),
    bytes,
    held: null,
    attends: parts ? t('models.every-token-attends-to-every-token', parts) : '',
    examples: examples ?? [],
    files: [],
    version: '',
    way: 'word by word',
    ...(readout && { readout }),
  };
}

// The number of layers of an encoder in the library's layout; null for others.
export function layersOf(config: unknown): number | null {
  const { model_type: type, num_hidden_layers: many, n_layers: few } = config as Config;
  return type === undefined ? null : (many ?? few ?? 1);
}
