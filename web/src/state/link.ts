// What is pointed at. Every view draws the same link its own way.
import type { Matrix } from './matrix.ts';

export type Link =
  | { readonly kind: 'cell'; readonly query: number; readonly key: number }
  | { readonly kind: 'query'; readonly query: number }
  | { readonly kind: 'key'; readonly key: number }
  | { readonly kind: 'token'; readonly token: number };

export function queryOf(link: Link | null, matrix: Matrix): number | null {
  switch (link?.kind) {
    case 'cell':
    case 'query':
      return link.query;
    case 'token':
      return matrix.kind === 'pooling' ? null : link.token;
    default:
      return null;
  }
}

export function keyOf(link: Link | null): number | null {
  switch (link?.kind) {
    case 'cell':
    case 'key':
      return link.key;
    case 'token':
      return link.token;
    default:
      return null;
  }
}

export function sameLink(a: Link | null, b: Link | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function fits(link: Link | null, matrix: Matrix | null): boolean {
  if (!link || !matrix) return false;
  return (queryOf(link, matrix) ?? 0) < matrix.rows.length && (keyOf(link) ?? 0) < matrix.columns.length;
}
