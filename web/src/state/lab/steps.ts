// One row of a mechanism, step by step: a matrix each, and the arithmetic of any of its cells.
import type { Attended, NamedMatrix } from '../../engine/attended.ts';
import { matrixTitle } from '../../text/lab.ts';
import { t } from '../../text/t.ts';
import { stepNamed } from './mechanisms.ts';
import { Row } from './row.ts';
import { headsOf, matrixNamed, namedValues, rowOnly, type Values } from './values.ts';

export interface Step {
  // The name of the engine's matrix.
  readonly name: string;
  readonly title: string;
  readonly letter: string;
  readonly formula: string;
  // The chosen row of it, or all of it where its rows are keys.
  readonly values: Values;
  // Columns are dimensions; else they are keys.
  readonly wide: boolean;
  // Arithmetic of the row t where a cell of column j stands; null where numbers do not say how it came about.
  arithmetic(column: number): string | null;
}

// Titles of what stands in every mechanism's row, though no step of it makes it.
const kGiven: Readonly<Record<string, string>> = {
  q: t('lab.query'),
  k: t('lab.keys'),
  values: t('lab.values'),
};

const titleOf = (name: string, mechanism: string): string =>
  stepNamed(mechanism, name)?.title ?? kGiven[name] ?? matrixTitle(name);

type Named = Pick<NamedMatrix, 'letter' | 'formula'>;

// Where no layer makes queries and keys, the words' vectors are these themselves.
const kPlain: Readonly<Record<string, Named & { readonly name: string }>> = {
  query: { name: 'q', letter: 'q', formula: 'q = x' },
  key: { name: 'k', letter: 'k', formula: 'k = y' },
};

function valueNames(attended: Attended): Named {
  const made = matrixNamed(attended, 'v');
  return made ?? { letter: 'v', formula: attended.value ? t('lab.v-the-values') : t('lab.v-y-the-keys') };
}

// The row of query t, from its vector to its output.
export function stepsOf(attended: Attended, t: number, head: number, temperature: number): Step[] {
  const row = new Row(attended, t, head, temperature);
  const heads = headsOf(attended);
  const step = (name: string, { letter, formula }: Named, values: Values, wide: boolean): Step => ({
    name,
    title: titleOf(name, attended.mechanism),
    letter,
    formula,
    values,
    wide,
    arithmetic: (column) => row.arithmetic(name, column),
  });
  // Vectors that layers make others of are left out, and values stand before the sum.
  const made = matrixNamed(attended, 'q') !== undefined;
  const shown = attended.matrices.filter(({ name }) => name !== 'v' && !(made && name in kPlain));
  return shown.flatMap((matrix) => {
    const all = namedValues(attended, matrix, head);
    const values = matrix.rows === 'key' ? all : rowOnly(all, Math.min(t, all.rows.length - 1));
    const { name, ...names } = kPlain[matrix.name] ?? matrix;
    const own = step(name, names, values, matrix.columns !== 'key');
    const v = name === (heads > 1 ? 'context' : 'output') ? row.values() : null;
    return v ? [step('values', valueNames(attended), v, true), own] : [own];
  });
}
