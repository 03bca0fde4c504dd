// What `attend` of the engine answers, as data. T query tokens, S key tokens, D width of the vectors, H heads.
import type { Reply } from './module.ts';

export interface AttendToken {
  readonly text: string;
  // Byte offsets into the UTF-8 text, [start, end).
  readonly start: number;
  readonly end: number;
  // No vector: zeros stand in for it.
  readonly missing: boolean;
}

// What the rows or the columns of a matrix are.
export type Axis = 'query' | 'key' | 'width' | 'one';

// A step of the computation, one matrix per head.
export interface NamedMatrix {
  readonly name: string;
  readonly letter: string;
  readonly formula: string;
  readonly rows: Axis;
  readonly columns: Axis;
  // [H, R, C]; null is a masked score.
  readonly values: readonly (readonly (readonly (number | null)[])[])[];
}

export interface Attended {
  readonly mechanism: string;
  readonly tokens: { readonly query: readonly AttendToken[]; readonly key: readonly AttendToken[] };
  // In the order of the computation; "query" and "key" are the embeddings, [T, D] and [S, D].
  readonly matrices: readonly NamedMatrix[];
  // [H, T, S]
  readonly scores: readonly (readonly (readonly number[])[])[];
  readonly weights: readonly (readonly (readonly number[])[])[];
  // [T, output width]
  readonly output: readonly (readonly number[])[];
  // [H, T], in nats.
  readonly entropy: readonly (readonly number[])[];
  // [T]: of the output from that of soft attention; only where there is something to compare with.
  readonly distance?: readonly number[];
  // What soft attention is here, in words.
  readonly soft?: string;
  readonly normalised: boolean;
  // Hard: the key that was drawn for each query.
  readonly sampled?: readonly number[];
  // Local: the middle of each query's window, and how far it reaches.
  readonly centres?: readonly number[];
  readonly window?: number;
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
  // What the mechanism would learn and was drawn from the seed, by its name in the engine: "general.weight" W [D, D],
  // "score.weight" v [1, width], ….
  readonly learned: Readonly<Record<string, readonly (readonly number[])[]>>;
  // Only of random tensors, whose values are not their keys: [S, D].
  readonly value?: readonly (readonly number[])[];
}

export interface AttendOptions {
  readonly mechanism: string;
  readonly causal?: boolean;
  readonly seed?: number;
  readonly draw?: number;
  readonly width?: number;
  readonly heads?: number;
  readonly temperature?: number;
  readonly window?: number;
}

// The answer to one AttendOptions, or why there is none.
export type Answer = Attended | { readonly error: string };

export const isError = (answer: Answer): answer is { readonly error: string } => 'error' in answer;

// The vectors that are open.
export interface VectorsInfo {
  // Width of a vector.
  readonly width: number;
  // Words that have one; null where every word has.
  readonly words: number | null;
  // Lines of the file that could not be read, by number.
  readonly warnings: readonly string[];
}

// Where queries and keys come from: two texts (equal ones are one sentence), or torch.manual_seed(seed) and
// q, k, v = randn(1, T, D).
export type Input =
  | { readonly query: string; readonly key: string }
  | { readonly random: { readonly seed: number; readonly T: number; readonly D: number } };

type Nested = number | null | Nested[];

// Rows of rows; null where a number is none, such as a masked score.
function nested(values: Float32Array, [count = 0, ...inner]: readonly number[]): Nested[] {
  if (inner.length === 0) return Array.from(values, (value) => (Number.isFinite(value) ? value : null));
  const size = inner.reduce((all, one) => all * one, 1);
  return Array.from({ length: count }, (_, i) => nested(values.subarray(i * size, (i + 1) * size), inner));
}

// The answers to all jobs: in a reply, {tensor, shape} stand where the numbers do.
export function withNumbers({ value, tensors }: Reply): Answer[] {
  const put = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(put);
    if (typeof part !== 'object' || part === null) return part;
    if ('tensor' in part && 'shape' in part)
      return nested(tensors[part.tensor as number]!, part.shape as number[]);
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, put(inner)]));
  };
  return put(value) as Answer[];
}
