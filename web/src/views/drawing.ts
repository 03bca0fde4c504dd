// What the map is drawn from, and what it says back.
import type { Ramp } from '../colour/ramp.ts';
import type { Link } from '../state/link.ts';
import type { Matrix } from '../state/matrix.ts';
import type { Scale } from '../state/settings.ts';
import { weight } from '../text/format.ts';
import { spoken } from '../text/pieces.ts';

export interface Drawing {
  readonly matrix: Matrix;
  readonly scale: Scale;
  readonly ramp: Ramp;
  // Write each weight into its cell.
  readonly numbers: boolean;
  // All of the map in the room there is, or scrolled; as it fits where it is not said.
  readonly whole?: boolean | null;
}

export interface Pointing {
  point(link: Link | null): void;
  hold(link: Link | null): void;
}

export type Edit = (query: number, key: number, weight: number) => void;

// What a screen reader hears of a cell: query to key, weight.
export function cellName({ rows, columns }: Matrix, query: number, key: number, value: number): string {
  return `${spoken(rows[query]!.text)} to ${spoken(columns[key]!.text)}, ${weight(value)}`;
}

export const kUnknown = 'not in the vocabulary: replaced by the unknown token';
export const kDropped = 'removed before the model reads';
