// The picture's numbers, as the page has them at hand: of the last answer to a keystroke, no other pass of the model.
import { reshape } from '../../attention/reshape.ts';
import type { AttentionMap } from '../../engine/analysis.ts';
import { foremost, rankedClasses } from '../../state/ranking.ts';
import type { Store } from '../../state/store.svelte.ts';
import type { Why } from '../../state/why/why.svelte.ts';
import { decimal, weight, words } from '../../text/format.ts';
import { kGoesOn, visible } from '../../text/pieces.ts';
import { t } from '../../text/t.ts';
import { columnsOf, rowsOf } from './fold.ts';
import type { Answer, Column, Given, Readout, Row } from './scene.ts';

// Classes that stand in the picture by themselves.
const kAnswers = 5;

interface Most {
  readonly rows: number;
  readonly columns: number;
}

type Shown = Pick<AttentionMap, 'kind' | 'layer' | 'shape'>;

export const isRecurrent = (store: Store): boolean =>
  /recurrent/i.test(store.info?.architecture ?? '') || store.pooling || store.inattentive;

export function readoutOf(store: Store): Readout {
  if (store.pooling) return 'map';
  if (!store.classifies) return 'each';
  const architecture = store.info?.architecture ?? '';
  return store.model.readout ?? (/ForSequenceClassification$/.test(architecture) ? 'first' : 'mean');
}

// What each token as shown adds, where that is known of the words on the screen.
interface Adds {
  readonly about: string;
  readonly values: readonly number[];
  readonly levels: readonly number[];
}

function addsOf(store: Store, why: Why | null): Adds | null {
  if (!why?.current || !why.method.per_class || !why.words || why.words.values.length !== store.tokens.length)
    return null;
  const { label, against } = why.asked ?? { label: '', against: null };
  const not = against ? t('page.but-not', words(against, store.ours)) : '';
  return { about: words(label, store.ours) + not, values: why.words.values, levels: why.levels };
}

function rowOf({ tokens, members: own }: Store, members: readonly number[], adds: Adds | null): Row {
  const sum = (list: readonly number[]) => members.reduce((all, i) => all + (list[i] ?? 0), 0);
  const token = tokens[members[0]!]!;
  const folded = members.length > 1;
  return {
    text: folded ? t('count.tokens', members.length) : visible(token.text),
    known: folded || token.known,
    members,
    own: members.reduce((all, i) => all + (own?.[i]?.length ?? 1), 0),
    goesOn: !folded && token.text.length > 1 && token.text.startsWith(kGoesOn),
    adds: adds && sum(adds.values),
    level: adds ? Math.min(Math.max(sum(adds.levels), -1), 1) : 0,
  };
}

function answersOf(store: Store, rows: readonly Row[]): Answer[] {
  const { analysis } = store.seen!;
  const { labels, values = [] } = analysis;
  const { classes, prediction } = store.edited ?? analysis;
  if (labels && rows.every(({ members }) => members.length === 1 && !store.members))
    return rows.map(({ members: [i] }) => {
      const { label, probability } = labels[i!]!;
      const predicted = !/^(O|original)$/.test(label);
      return { label, name: null, weight: probability, number: weight(probability), predicted };
    });
  if (values.length)
    return values.slice(0, kAnswers).map(({ label, value }) => {
      return { label, name: label, weight: null, number: decimal(value, 3), predicted: false };
    });
  const ranked = foremost(rankedClasses(classes, [], false), [prediction?.label ?? null], kAnswers);
  const said = ranked.map(({ label: name, probability }) => {
    const predicted = name === prediction?.label;
    return {
      label: words(name, store.ours),
      name,
      weight: probability,
      number: weight(probability),
      predicted,
    };
  });
  if (ranked.length === classes.length) return said;
  const others = classes.filter(({ label }) => !ranked.some((one) => one.label === label));
  const rest = others.reduce((sum, { probability }) => sum + probability, 0);
  const label = t('read.others', others.length);
  return [...said, { label, name: null, weight: rest, number: weight(rest), predicted: false }];
}

// The heads of a map, or of several, as one [R, R]; null where one of them is not at hand.
function weightsOf(store: Store, rows: readonly Row[], maps: readonly number[]): Float32Array | null {
  const units = { tokens: [], members: rows.map(({ members }) => members) };
  const T = store.tokens.length;
  const shaped = (weights: Float32Array, map: Shown) =>
    rows.length === T ? weights : reshape(weights, units, { kind: map.kind, shape: [1, T, T] });
  const found = maps.map((map) => {
    const shown = map === store.map && maps.length === 1;
    const weights = shown ? store.matrix!.weights : store.weights(map, 'mean');
    return weights && shaped(weights, store.maps[map]!);
  });
  if (!found.every((one) => one !== undefined)) return null;
  if (found.length === 1) return found[0]!;
  return found[0]!.map((_, i) => found.reduce((sum, one) => sum + one[i]!, 0) / found.length);
}

function columnOf(store: Store, rows: readonly Row[], maps: readonly number[]): Column {
  const layers = maps.map((map) => store.maps[map]!.layer);
  const shown = maps.length === 1 && maps[0] === store.map;
  return {
    maps,
    layers: [layers[0]!, layers.at(-1)!],
    heads: store.maps[maps[0]!]!.shape[0],
    head: shown ? store.shownHead : 'mean',
    shown,
    weights: weightsOf(store, rows, maps),
  };
}

// Stages beside the layers and the vectors.
export const othersOf = (store: Store): number =>
  1 + (isRecurrent(store) ? 1 : 0) + (readoutOf(store) === 'each' ? 0 : 1);

// Null while there is no text.
export function givenOf(store: Store, why: Why | null, most: Most): Given | null {
  const { tokens, matrix, seen } = store;
  if (!seen || !tokens.length || (!matrix && !store.inattentive)) return null;
  const readout = readoutOf(store);
  const all = seen.analysis.tokens.length;
  const shows = (token: number) => store.members?.some((list) => list.includes(token)) ?? true;
  const adds = addsOf(store, why);
  const matters = (i: number) => {
    if (tokens[i]!.special && (i === 0 || i === tokens.length - 1)) return Infinity;
    return adds ? Math.abs(adds.values[i]!) : (store.received[i] ?? 0);
  };
  const rows = rowsOf(tokens.length, most.rows, matters).map((members) => rowOf(store, members, adds));
  const layers = store.maps.flatMap(({ kind }, map) => (kind === 'self' ? [map] : []));
  const groups = columnsOf(layers.length, most.columns, layers.indexOf(store.map));
  return {
    rows,
    columns: groups.map((group) =>
      columnOf(
        store,
        rows,
        group.map((i) => layers[i]!),
      ),
    ),
    recurrent: isRecurrent(store),
    residual: store.info?.architecture !== 'sentence-classifier',
    readout,
    tokens: { all, first: shows(0), last: shows(all - 1) },
    pooled: readout === 'map' ? weightsOf(store, rows, [store.map]) : null,
    answers: answersOf(store, rows),
    about: adds?.about ?? null,
  };
}
