// What can be trained here, and with which settings: a recipe as `heed train` takes it.
import { kArchitectures, kRecipe } from '../../generated/recipe.ts';
import type { Parameter } from '../lab/parameters.ts';
import { plainly } from '../../text/format.ts';
import { t } from '../../text/t.ts';

export type Value = number | string | boolean;
// By the recipe's dotted keys.
export type Values = Readonly<Record<string, Value>>;

export interface Field {
  readonly key: string;
  readonly kind: 'whole' | 'real' | 'flag' | 'choice';
  readonly default: Value | null;
  readonly meaning: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly above?: boolean;
  readonly below?: boolean;
  readonly choices?: readonly string[];
}

interface Kind {
  readonly title: string;
  readonly says: string;
  // Null where the network is that of a folder.
  readonly architecture: keyof typeof kArchitectures | null;
  // Beside what all have.
  readonly values: Values;
  // Settings of the model that stand open.
  readonly open: readonly string[];
}

export const kKinds = {
  attention: {
    title: t('train.self-attention'),
    says: t('train.one-self-attention-layer-each-word'),
    architecture: 'request-classifier',
    values: { 'model.embedding': 32, 'model.attention': 32, 'model.feed_forward': 64, 'model.layers': 1 },
    open: ['model.mechanism', 'model.heads', 'model.embedding', 'model.dropout'],
  },
  transformer: {
    title: t('train.small-transformer'),
    says: t('train.several-self-attention-layers'),
    architecture: 'request-classifier',
    values: {
      'model.embedding': 32,
      'model.attention': 32,
      'model.feed_forward': 64,
      'model.layers': 2,
      'model.heads': 4,
    },
    open: ['model.layers', 'model.heads', 'model.embedding', 'model.dropout'],
  },
  recurrent: {
    title: t('train.recurrent-network-with-attention'),
    says: t('train.the-network-reads-word-after-word'),
    architecture: 'recurrent-classifier',
    values: {
      'model.cell': 'lstm',
      'model.bidirectional': true,
      'model.pooling': 'additive',
      'model.embedding': 32,
      'model.hidden': 32,
    },
    open: ['model.cell', 'model.pooling', 'model.hidden', 'model.dropout'],
  },
  votes: {
    title: t('train.word-votes'),
    says: t('train.each-word-votes-for-classes'),
    architecture: 'sentence-classifier',
    values: { 'model.embedding': 24, 'model.attention': 16, 'model.values': 24, 'model.heads': 1 },
    open: ['model.mechanism', 'model.heads', 'model.embedding', 'model.dropout'],
  },
  encoder: {
    title: t('train.fine-tune-an-encoder'),
    says: t('train.a-network-pretrained-on-millions'),
    architecture: null,
    values: {
      'training.epochs': 4,
      'training.freeze': 3,
      'training.optimizer.name': 'adamw',
      'training.optimizer.rate': 0.001,
      'training.optimizer.weight_decay': 0.01,
    },
    open: [
      'training.freeze',
      'training.layer_decay',
      'training.optimizer.weight_decay',
      'training.label_smoothing',
    ],
  },
} as const satisfies Record<string, Kind>;
export type KindName = keyof typeof kKinds;
export const kKindNames = Object.keys(kKinds) as KindName[];

const kUsual: Values = {
  'training.epochs': 30,
  'training.batch_size': 16,
  'training.optimizer.name': 'adam',
  'training.optimizer.rate': 0.003,
  'training.clip': 1,
  'split.train': 0.8,
  'split.validation': 0.2,
  'split.test': 0,
};
// Settings of networks that are new.
const kNew: Values = { 'text.tokenizer': 'basic_english' };
const kOpen = ['training.optimizer.rate', 'training.epochs', 'training.batch_size', 'seed'];
// Narrower than the engine's, for a page.
const kMost: Readonly<Record<string, number>> = {
  'model.layers': 4,
  'model.heads': 8,
  'model.embedding': 256,
  'model.hidden': 256,
  'model.attention': 256,
  'model.feed_forward': 1024,
  'training.epochs': 1000,
  'training.batch_size': 256,
};
// Settings of tasks, data and files that are not here.
const kElsewhere =
  /^(data\.|report|storage|training\.(precision|recompute|accumulate|batch_parts|freeze|layer_decay))/;

// A folder brings its own tokenizer.
const kOfNewTexts = /^text\.(?!max_tokens)/;

function fieldsOf(kind: KindName): readonly Field[] {
  const { architecture, open }: Kind = kKinds[kind];
  const all = [...(architecture ? kArchitectures[architecture] : []), ...kRecipe] as readonly Field[];
  return all
    .filter(({ key }) => !kElsewhere.test(key) || open.includes(key))
    .filter(({ key }) => architecture !== null || !kOfNewTexts.test(key))
    .map((field) => {
      const maximum = kMost[field.key];
      return maximum === undefined ? field : { ...field, maximum };
    });
}

// Those that matter, and the others, which fold.
export function fields(kind: KindName): { readonly open: readonly Field[]; readonly more: readonly Field[] } {
  const all = fieldsOf(kind);
  const names = [...kKinds[kind].open, ...kOpen];
  const open = names.flatMap((key) => all.find((field) => field.key === key) ?? []);
  return { open, more: all.filter(({ key }) => !names.includes(key)) };
}

export const usualOf = (kind: KindName, { key, default: usual }: Field): Value =>
  (kKinds[kind].values as Values)[key] ?? kUsual[key] ?? kNew[key] ?? usual ?? 0;

// Undefined of what it may not be.
export function readValue({ kind, choices, minimum, maximum, above, below }: Field, words: string) {
  if (kind === 'flag') return ({ true: true, false: false } as Record<string, boolean>)[words];
  if (kind === 'choice') return choices?.find((name) => name === words);
  const value = Number(words);
  const whole = kind === 'real' || Number.isInteger(value);
  if (words.trim() === '' || !Number.isFinite(value) || !whole) return undefined;
  if (minimum !== undefined && (above ? value <= minimum : value < minimum)) return undefined;
  if (maximum !== undefined && (below ? value >= maximum : value > maximum)) return undefined;
  return value;
}

// In words, for whoever chooses.
export function rangeOf({ kind, minimum, maximum, above, below }: Field): string {
  if (kind === 'flag' || kind === 'choice') return '';
  const most = maximum !== undefined && maximum < 1e6 ? maximum : null;
  const least = minimum === undefined ? '' : plainly(minimum);
  if (most === null) return above ? t('train.above-number', least) : t('train.or-more', least);
  return t(
    'train.range-from-to',
    `${above ? t('train.above') : ''}${least}`,
    below ? t('train.below') : '',
    plainly(most),
  );
}

// KEY=VALUE, as --set takes them, in the address.
export const changes: Parameter<string> = {
  usual: '',
  read: (words) => (/^([a-z_.]+=[\w.+-]+( |$))*$/.test(words) ? words.trim() : undefined),
  write: (value) => value,
};
export const writeChanges = (values: Values): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ');
export function readChanges(kind: KindName, words: string): Values {
  const all = fieldsOf(kind);
  const pairs = words.split(' ').flatMap((pair): [string, Value][] => {
    const [key = '', given = ''] = pair.split('=');
    const field = all.find((one) => one.key === key);
    const value = field && readValue(field, given);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(pairs);
}

// The whole recipe, for a person to read and `heed train` to repeat.
// `data`: of a toy task.
export function recipeOf(
  kind: KindName,
  changed: Values,
  description: string,
  data: object = { format: 'tsv' },
): object {
  const { architecture, values }: Kind = kKinds[kind];
  const made = architecture ? { ...kNew, 'model.architecture': architecture } : {};
  const all: Values = { ...kUsual, ...made, ...values, ...changed };
  const recipe: Record<string, unknown> = { description, data };
  for (const [key, value] of Object.entries(all)) {
    const path = key.split('.');
    const name = path.pop()!;
    let place = recipe;
    for (const step of path) place = (place[step] ??= {}) as Record<string, unknown>;
    place[name] = value;
  }
  return recipe;
}
