// What the map is drawn from, and what it says back.
import type { Ramp } from '../colour/ramp.ts';
import type { Link } from '../state/link.ts';
import type { Matrix } from '../state/matrix.ts';
import type { Scale } from '../state/settings.ts';
import { weight } from '../text/format.ts';
import { spoken } from '../text/pieces.ts';
import { t } from '../text/t.ts';

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
  return t('read.row-to-column-weight', spoken(rows[query]!.text), spoken(columns[key]!.text), weight(value));
}

export const kUnknown = t('read.not-in-the-vocabulary-replaced');
export const kDropped = t('read.removed-before-the-model-reads');
