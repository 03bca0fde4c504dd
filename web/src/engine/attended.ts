// What `attend` of the engine answers, as data: what its keys mean is said in generated/messages.ts.
import type {
  Attended as Said,
  AttendTokens,
  Failure,
  NamedMatrix,
  RandomTensors,
} from '../generated/messages.ts';
import type { Reply } from './module.ts';

export type { AttendOptions, AttendToken, NamedMatrix, VectorsInfo } from '../generated/messages.ts';

export interface Attended extends Said {
  readonly tokens: AttendTokens;
  readonly query_tokens: readonly string[];
  readonly key_tokens: readonly string[];
}

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

// Made when it is first read: an answer holds fifty thousand numbers, of which a few hundred are looked at.
function later(object: object, key: string, make: () => unknown): void {
  const kept = { enumerable: true, configurable: true };
  const get = () => {
    const value = make();
    Object.defineProperty(object, key, { ...kept, value });
    return value;
  };
  Object.defineProperty(object, key, { ...kept, get });
}

const textsOf = (tokens: AttendTokens['query']) => tokens.map(({ text }) => text);

// The answers to all jobs: in a reply, {tensor, shape} stand where the numbers do, and tokens only where they change.
export function withNumbers({ value, tensors }: Reply): Answer[] {
  const put = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(put);
    if (typeof part !== 'object' || part === null) return part;
    const whole: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(part)) {
      if (typeof inner === 'object' && inner !== null && 'tensor' in inner && 'shape' in inner)
        later(whole, key, () => nested(tensors[inner.tensor as number]!, inner.shape as number[]));
      else whole[key] = put(inner);
    }
    return whole;
  };
  let tokens: AttendTokens | undefined;
  return (put(value) as (Partial<Said> | Failure)[]).map((answer) => {
    if ('error' in answer) return answer;
    const { query, key } = (tokens = answer.tokens ?? tokens!);
    Object.assign(answer, { tokens });
    later(answer, 'query_tokens', () => textsOf(query));
    later(answer, 'key_tokens', () => textsOf(key));
    return answer as Attended;
  });
}
