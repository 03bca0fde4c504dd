// What `attend` of the engine answers, as data: what its keys mean is said in generated/messages.ts.
import type { Attended, Failure, NamedMatrix, RandomTensors } from '../generated/messages.ts';
import type { Reply } from './module.ts';

export type {
  Attended,
  AttendOptions,
  AttendToken,
  NamedMatrix,
  VectorsInfo,
} from '../generated/messages.ts';

// What the rows or the columns of a matrix are.
export type Axis = NamedMatrix['rows'];

// The answer to one AttendOptions, or why there is none.
export type Answer = Attended | Failure;

export const isError = (answer: Answer): answer is Failure => 'error' in answer;

// Where queries and keys come from: two texts (equal ones are one sentence), or torch.manual_seed(seed) and
// q, k, v = randn(1, T, D).
export type Input = { readonly query: string; readonly key: string } | { readonly random: RandomTensors };

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
