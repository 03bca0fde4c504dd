// The numbers of one row of a mechanism, and how each came about, written out in the letters of its formula.
import type { Attended } from '../../engine/attended.ts';
import { number, term } from '../../text/numbers.ts';
import { t } from '../../text/t.ts';
import { kMeanings, type Mechanism, stepNamed } from './mechanisms.ts';
import {
  matrixNamed,
  namedValues,
  numberedSides,
  type Values,
  valuesOf,
  valueAt,
  wordSides,
} from './values.ts';

const kTerms = 6; // of a long sum that are written out

// "0.12·0.40 + 0.3·(−1.1) + … = 0.231"
function sum(terms: readonly string[], result: number): string {
  const few = terms.slice(0, kTerms);
  const rest = terms.length - few.length;
  const more = rest > 0 ? t('lab.more', rest) : '';
  return `${few.join(' + ')}${more} = ${number(result)}`;
}

const products = (a: readonly number[], b: readonly number[], result: number) =>
  sum(
    a.map((value, i) => `${term(value)}·${term(b[i] ?? 0)}`),
    result,
  );
const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((all, value, i) => all + value * (b[i] ?? 0), 0);

const rowOf = (values: Values, row: number) =>
  Array.from({ length: values.columns.length }, (_, column) => valueAt(values, { row, column }));

export class Row {
  private readonly attended: Attended;
  private readonly t: number;
  private readonly head: number;
  private readonly temperature: number;

  constructor(attended: Attended, t: number, head: number, temperature: number) {
    this.attended = attended;
    this.t = t;
    this.head = head;
    this.temperature = temperature;
  }

  matrix(name: string): Values | null {
    const found = matrixNamed(this.attended, name);
    return found ? namedValues(this.attended, found, this.head) : null;
  }

  // Row t of a matrix over keys; null where the mechanism has none.
  numbers(name: string): number[] | null {
    const found = this.matrix(name);
    return found && rowOf(found, Math.min(this.t, found.rows.length - 1));
  }

  // What softmax sees: masked scores, where something is masked, else scaled ones, else scores.
  get last(): number[] {
    return this.numbers('masked') ?? this.numbers('scaled') ?? this.numbers('scores') ?? [];
  }

  values(): Values | null {
    const { value, tokens } = this.attended;
    if (value) return valuesOf(wordSides(tokens.key), numberedSides(value[0]?.length ?? 0), value);
    return this.matrix('v') ?? this.matrix('key');
  }

  // Query t, key j and their score, where all three are there.
  private pair(j: number): { a: number[]; b: number[]; e: number } | null {
    const q = this.matrix('q') ?? this.matrix('query');
    const k = this.matrix('k') ?? this.matrix('key');
    const e = this.numbers('scores')?.[j];
    return q && k && e !== undefined ? { a: rowOf(q, this.t), b: rowOf(k, j), e } : null;
  }

  product(j: number): string | null {
    const pair = this.pair(j);
    return pair && `e = q · k = ${products(pair.a, pair.b, pair.e)}`;
  }

  bilinear(j: number): string | null {
    const pair = this.pair(j);
    const W = this.attended.learned['general.weight'];
    if (!pair || !W) return null;
    const Wk = W.map((row) => dot(row, pair.b));
    return `e = q · W k = ${products(pair.a, Wk, pair.e)}`;
  }

  tanh(j: number): string | null {
    const pair = this.pair(j);
    const v = this.attended.learned['score.weight']?.[0];
    if (!pair || !v) return null;
    const { a, b, e } = pair;
    const terms = v.map((value, i) => `${term(value)}·tanh(${number(a[i] ?? 0)} + ${term(b[i] ?? 0)})`);
    return `e = v · tanh(q + k) = ${sum(terms, e)}`;
  }

  scale(j: number): string | null {
    const e = this.numbers('scores')?.[j];
    const scaled = this.numbers('scaled')?.[j];
    if (e === undefined || scaled === undefined) return null;
    const q = this.matrix('q') ?? this.matrix('query');
    const rooted = kMeanings[this.attended.mechanism as Mechanism].root;
    const root = rooted ? `√${q?.columns.length ?? 1}` : '';
    const tau = this.temperature === 1 && root !== '' ? '' : number(this.temperature);
    const below = root && tau ? `(${root} · ${tau})` : root || tau;
    return `e′ = ${term(e)} ∕ ${below} = ${number(scaled)}`;
  }

  mask(j: number): string | null {
    const value = this.numbers('masked')?.[j];
    if (value === undefined) return null;
    return Number.isFinite(value)
      ? t('lab.seen-e', number(value))
      : t('lab.hidden-e-so-that-its-weight-is-0');
  }

  softmax(j: number, letter: string, value: number): string {
    const scores = this.last;
    const seen = scores[j] ?? -Infinity;
    if (!Number.isFinite(seen)) return t('lab.0-this-key-is-hidden', letter);
    // As the engine does, so that no power overflows.
    const most = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - most));
    const total = powers.reduce((a, b) => a + b, 0);
    const shift = `e^(${number(seen)} − ${term(most)})`;
    return `${letter} = ${shift} ∕ Σ = ${number(powers[j]!)} ∕ ${number(total)} = ${number(value)}`;
  }

  drawn(j: number): string {
    const p = number(this.numbers('probabilities')?.[j] ?? 0);
    return this.attended.sampled?.[this.t] === j
      ? t('lab.drawn-at-probability-alpha-1', p)
      : t('lab.not-drawn-at-probability-alpha-0', p);
  }

  // Writes down dimension d of the sum over all keys.
  output(d: number, name: string): string | null {
    const v = this.values();
    const weights = this.numbers('weights');
    const value = this.numbers(name)?.[d];
    if (!v || !weights || value === undefined) return null;
    return `o = Σ α v = ${sum(
      weights.map((weight, j) => `${term(weight)}·${term(valueAt(v, { row: j, column: d }))}`),
      value,
    )}`;
  }

  // The number that words about column j of a step call by this name.
  private named(name: string, j: number): number {
    if (name === 'seen') return this.last[j] ?? 0;
    if (name === 's') return j;
    if (name === 'sigma') return (this.attended.window ?? 0) / 2;
    const numbers = this.numbers(name);
    return numbers?.[numbers.length === 1 ? 0 : j] ?? 0;
  }

  private words(template: string, j: number): string {
    return template.replace(/\{(\(?)(\w+)\)?\}/g, (_, signed: string, name: string) => {
      const value = this.named(name, j);
      if (name === 's') return `${value}`;
      return signed ? term(value) : number(value);
    });
  }

  // In numbers that are there; null where they do not say how the one in this column came about.
  arithmetic(name: string, column: number): string | null {
    const step = stepNamed(this.attended.mechanism, name);
    const value = this.numbers(name)?.[column];
    if (!step || value === undefined) return null;
    const rules: Readonly<Record<string, () => string | null>> = {
      '': () => null,
      '@product': () => this.product(column),
      '@bilinear': () => this.bilinear(column),
      '@tanh': () => this.tanh(column),
      '@scale': () => this.scale(column),
      '@mask': () => this.mask(column),
      '@softmax': () => this.softmax(column, step.letter, value),
      '@drawn': () => this.drawn(column),
      '@sum': () => this.output(column, name),
    };
    return (rules[step.arithmetic] ?? (() => this.words(step.arithmetic, column)))();
  }
}
