// The numbers of one row of a mechanism, and how each came about, written out in the letters of its formula.
import type { Attended } from '../../engine/attended.ts';
import { number, term } from '../../text/numbers.ts';
import {
  headsOf,
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
  const more = rest > 0 ? ` + … (${rest} more)` : '';
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

const kRooted: readonly string[] = ['scaled-dot', 'trainable', 'multi-head', 'hard', 'sparsemax'];
const kProducts: readonly string[] = ['dot', ...kRooted];

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

  score(j: number): string | null {
    const { mechanism, learned } = this.attended;
    const q = this.matrix('q') ?? this.matrix('query');
    const k = this.matrix('k') ?? this.matrix('key');
    const e = this.numbers('scores')?.[j];
    if (!q || !k || e === undefined) return null;
    const a = rowOf(q, this.t);
    const b = rowOf(k, j);
    if (kProducts.includes(mechanism)) return `e = q · k = ${products(a, b, e)}`;
    const W = learned['general.weight'];
    if (W)
      return `e = q · W k = ${products(
        a,
        W.map((row) => dot(row, b)),
        e,
      )}`;
    const v = learned['score.weight']?.[0];
    if (!v) return null;
    const terms = v.map((value, i) => `${term(value)}·tanh(${number(a[i] ?? 0)} + ${term(b[i] ?? 0)})`);
    return `e = v · tanh(q + k) = ${sum(terms, e)}`;
  }

  scale(j: number): string | null {
    const e = this.numbers('scores')?.[j];
    const scaled = this.numbers('scaled')?.[j];
    if (e === undefined || scaled === undefined) return null;
    const q = this.matrix('q') ?? this.matrix('query');
    const root = kRooted.includes(this.attended.mechanism) ? `√${q?.columns.length ?? 1}` : '';
    const tau = this.temperature === 1 && root !== '' ? '' : number(this.temperature);
    const below = root && tau ? `(${root} · ${tau})` : root || tau;
    return `e′ = ${term(e)} ∕ ${below} = ${number(scaled)}`;
  }

  mask(j: number): string | null {
    const value = this.numbers('masked')?.[j];
    if (value === undefined) return null;
    return Number.isFinite(value)
      ? `seen: e′ = ${number(value)}`
      : 'hidden: e′ = −∞, so that its weight is 0';
  }

  softmax(j: number, letter: string, value: number): string {
    const scores = this.last;
    const seen = scores[j] ?? -Infinity;
    if (!Number.isFinite(seen)) return `${letter} = 0: this key is hidden`;
    // As the engine does, so that no power overflows.
    const most = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - most));
    const total = powers.reduce((a, b) => a + b, 0);
    const shift = `e^(${number(seen)} − ${term(most)})`;
    return `${letter} = ${shift} ∕ Σ = ${number(powers[j]!)} ∕ ${number(total)} = ${number(value)}`;
  }

  sparse(j: number, value: number): string {
    const weights = this.numbers('weights') ?? [];
    const scores = this.last;
    const some = weights.findIndex((weight) => weight > 0);
    const threshold = scores[some]! - weights[some]!;
    return `α = max(0, e′ − θ) = max(0, ${number(scores[j]!)} − ${term(threshold)}) = ${number(value)}`;
  }

  weight(j: number): string | null {
    const { mechanism, sampled } = this.attended;
    const value = this.numbers('weights')?.[j];
    if (value === undefined) return null;
    if (mechanism === 'sparsemax') return this.sparse(j, value);
    if (mechanism === 'hard') {
      const p = number(this.numbers('probabilities')?.[j] ?? 0);
      return sampled?.[this.t] === j
        ? `drawn, at probability ${p}: α = 1`
        : `not drawn, at probability ${p}: α = 0`;
    }
    if (mechanism === 'local-p') {
      const a = this.numbers('aligned')?.[j] ?? 0;
      const g = this.numbers('bell')?.[j] ?? 0;
      return `α = a · g = ${number(a)} · ${number(g)} = ${number(value)}`;
    }
    return this.softmax(j, 'α', value);
  }

  bell(j: number): string | null {
    const { centres, window } = this.attended;
    const value = this.numbers('bell')?.[j];
    const centre = centres?.[this.t];
    if (value === undefined || centre === undefined || window === undefined) return null;
    const sigma = window / 2;
    return `g = exp(−(${j} − ${number(centre)})² ∕ (2 · ${number(sigma)}²)) = ${number(value)}`;
  }

  // Of dimension d of the sum over all keys.
  output(d: number, name: string): string | null {
    const v = this.values();
    const weights = this.numbers('weights');
    const value = this.numbers(name)?.[d];
    if (!v || !weights || value === undefined || (name === 'output' && headsOf(this.attended) > 1))
      return null;
    return `o = Σ α v = ${sum(
      weights.map((weight, j) => `${term(weight)}·${term(valueAt(v, { row: j, column: d }))}`),
      value,
    )}`;
  }

  arithmetic(name: string, column: number): string | null {
    const value = this.numbers(name)?.[column] ?? 0;
    switch (name) {
      case 'scores':
        return this.score(column);
      case 'scaled':
        return this.scale(column);
      case 'masked':
        return this.mask(column);
      case 'aligned':
        return this.softmax(column, 'a', value);
      case 'probabilities':
        return this.softmax(column, 'p', value);
      case 'bell':
        return this.bell(column);
      case 'weights':
        return this.weight(column);
      case 'context':
      case 'output':
        return this.output(column, name);
      default:
        return null;
    }
  }
}
