// What if: changes to a text or to its maps, in the short form of engine/explain/edit.h: "0.1.3.2=0.5", "token.3.hide".
import type { Head } from '../../engine/look.ts';
import { t } from '../../text/t.ts';
import { measured, type Matrix } from '../matrix.ts';
import { decimal } from '../../text/format.ts';

type Index = number | null; // null: every one

export type Edit =
  | { readonly kind: 'weight'; readonly at: Place; readonly key: number; readonly weight: number }
  | { readonly kind: 'row'; readonly at: Place; readonly weights: readonly number[] }
  | { readonly kind: 'even'; readonly at: Place }
  | { readonly kind: 'only'; readonly at: Place; readonly key: number }
  | { readonly kind: 'off'; readonly at: Place }
  | { readonly kind: 'word'; readonly token: number; readonly word: string }
  | { readonly kind: 'hide' | 'remove'; readonly token: number }
  // An edit of another sentence or a seed counts, and is not drawn.
  | { readonly kind: 'other' };

interface Place {
  readonly layer: Index;
  readonly head: Index;
  readonly query: Index;
}

const index = (text: string): Index => (text === '*' ? null : Number(text));
const kForms: readonly (readonly [RegExp, (found: RegExpExecArray) => Edit])[] = [
  [/^(\d+|\*)\.(\d+|\*)\.even$/, (f) => ({ kind: 'even', at: placeOf(f) })],
  [/^(\d+|\*)\.(\d+|\*)\.off$/, (f) => ({ kind: 'off', at: placeOf(f) })],
  [/^(\d+|\*)\.(\d+|\*)\.(\d+|\*)\.even$/, (f) => ({ kind: 'even', at: placeOf(f, f[3]) })],
  [
    /^(\d+|\*)\.(\d+|\*)\.(\d+|\*)\.only=(\d+)$/,
    (f) => ({ kind: 'only', at: placeOf(f, f[3]), key: Number(f[4]) }),
  ],
  [
    /^(\d+|\*)\.(\d+|\*)\.(\d+|\*)\.(\d+)=([\d.e-]+)$/,
    (f) => ({ kind: 'weight', at: placeOf(f, f[3]), key: Number(f[4]), weight: Number(f[5]) }),
  ],
  [
    /^(\d+|\*)\.(\d+|\*)\.(\d+|\*)=([\d.,e-]+)$/,
    (f) => ({ kind: 'row', at: placeOf(f, f[3]), weights: f[4]!.split(',').map(Number) }),
  ],
  [/^token\.(\d+)=(\S+)$/, (f) => ({ kind: 'word', token: Number(f[1]), word: f[2]! })],
  [/^token\.(\d+)\.(hide|remove)$/, (f) => ({ kind: f[2] as 'hide', token: Number(f[1]) })],
];
const placeOf = (found: RegExpExecArray, query = '*'): Place => ({
  layer: index(found[1]!),
  head: index(found[2]!),
  query: index(query),
});

export function parse(text: string): Edit {
  for (const [form, made] of kForms) {
    const found = form.exec(text);
    if (found) return made(found);
  }
  return { kind: 'other' };
}

// What an edit changes; a later one of the same takes its place.
const targetOf = (edit: string) => edit.replace(/=[^]*|\.(even|off|hide|remove)$/, '').replace(/\.only$/, '');

export const sameTarget = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && targetOf(a) === targetOf(b);

// What sets a whole row, and what sets one of its weights, do not go together.
function sameRow(a: string, b: string): boolean {
  const [one, other] = [parse(a), parse(b)];
  if (!('at' in one) || !('at' in other) || (one.kind === 'weight') === (other.kind === 'weight'))
    return false;
  return (['layer', 'head', 'query'] as const).every((part) => one.at[part] === other.at[part]);
}

export function withEdit(edits: readonly string[], edit: string): readonly string[] {
  return [...edits.filter((one) => !sameTarget(one, edit) && !sameRow(one, edit)), edit];
}

// Rows still sum to what they did: what is set stays, the other weights share the rest in proportion.
function shareOut(row: Float32Array, set: readonly boolean[]): void {
  let kept = 0;
  let free = 0;
  row.forEach((weight, i) => (set[i] ? (kept += weight) : (free += weight)));
  if (free <= 0 || !set.includes(true)) return;
  const scale = Math.max(0, 1 - kept) / free;
  row.forEach((weight, i) => {
    if (!set[i]) row[i] = weight * scale;
  });
}

function changeRow(row: Float32Array, set: boolean[], edit: Edit): void {
  const S = row.length;
  if (edit.kind === 'weight') {
    row[edit.key] = edit.weight;
    set[edit.key] = true;
    return;
  }
  set.fill(true);
  if (edit.kind === 'even') row.fill(1 / S);
  else if (edit.kind === 'only') row.fill(0).fill(1, edit.key, edit.key + 1);
  else if (edit.kind === 'off') row.fill(0);
  else if (edit.kind === 'row') row.set(edit.weights.slice(0, S));
}

// The map as the edits of it leave it; those of words, and of maps below, are not in it.
export function drawn(matrix: Matrix, map: number, head: Head, edits: readonly string[]): Matrix {
  const meets = (at: Place) =>
    (at.layer === null || at.layer === map) && (at.head === null || at.head === head);
  const own = edits.map(parse).filter((edit) => 'at' in edit && meets(edit.at));
  if (own.length === 0 || head === 'mean') return matrix;
  const weights = matrix.weights.slice();
  const S = matrix.columns.length;
  matrix.rows.forEach((_, query) => {
    const row = weights.subarray(query * S, (query + 1) * S);
    const set = new Array<boolean>(S).fill(false);
    for (const edit of own)
      if ('at' in edit && (edit.at.query === null || edit.at.query === query)) changeRow(row, set, edit);
    if (matrix.normalised) shareOut(row, set);
  });
  return measured({ ...matrix, weights });
}

function placed({ layer, head }: Place, layered: boolean): string {
  const heads = head === null ? t('why.all-heads') : t('page.head-inline', head);
  if (layer === null) return t('why.of-all-layers', heads);
  return layered ? t('why.of-layer', heads, layer) : heads;
}

// In words: "send → me: 0.50", "row send even", "noon hidden". `layered`: there are several layers. `rows`: who attends, if it
// is not the words.
export function said(
  text: string,
  words: readonly string[],
  layered = false,
  rows: readonly string[] = words,
): string {
  const edit = parse(text);
  const place = (at: Place) => placed(at, layered);
  const word = (i: Index, of = words) =>
    i === null ? t('why.every-word') : (of[i] ?? t('why.word-x', i + 1));
  const row = (at: Place) => word(at.query, rows);
  switch (edit.kind) {
    case 'weight':
      return `${row(edit.at)} → ${word(edit.key)}: ${decimal(edit.weight, 2)}`;
    case 'row':
      return edit.weights.some((one) => one > 0)
        ? t('why.row-set', row(edit.at))
        : t('why.row-none', row(edit.at));
    case 'even':
      return edit.at.query === null
        ? t('why.made-equal', place(edit.at))
        : t('why.row-made-equal', row(edit.at));
    case 'only':
      return t('why.looks-only-at', row(edit.at), word(edit.key));
    case 'off':
      return t('why.off', place(edit.at));
    case 'word':
      return t('why.word-is', word(edit.token), edit.word);
    case 'hide':
      return t('page.hidden', word(edit.token));
    case 'remove':
      return t('why.removed', word(edit.token));
    default:
      return text;
  }
}
