// The pointed row and column. Every view draws the same link its own way.
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

// In an address: "3.5" a cell, "3." a row, ".5" a column, "3" a word.
export function readLink(words: string): Link | undefined {
  const [, query, dot, key] = /^(\d{1,4})?(\.)?(\d{1,4})?$/.exec(words) ?? [];
  if (!dot) return query ? { kind: 'token', token: Number(query) } : undefined;
  if (query && key) return { kind: 'cell', query: Number(query), key: Number(key) };
  if (query) return { kind: 'query', query: Number(query) };
  return key ? { kind: 'key', key: Number(key) } : undefined;
}

export function writeLink(link: Link | null): string | null {
  if (link?.kind === 'token') return `${link.token}`;
  return link && `${'query' in link ? link.query : ''}.${'key' in link ? link.key : ''}`;
}
