// What one step of preprocessing changed, part by part: the longest common subsequence of words, marks and spaces.

import { common } from './offsets.ts';

export interface Part {
  readonly kind: 'same' | 'out' | 'new';
  readonly text: string;
}

// Longer texts are shown without marks: the table grows with the square.
const kMost = 300; // words, marks and spaces

const cut = (text: string): string[] => text.match(/\s|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];

// [i, j]: length of the longest common subsequence of a from i on and b from j on.
function table(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      rows[i]![j] = a[i] === b[j] ? rows[i + 1]![j + 1]! + 1 : Math.max(rows[i + 1]![j]!, rows[i]![j + 1]!);
  return rows;
}

const same = (texts: readonly string[]): Part[] => texts.map((text) => ({ kind: 'same', text }));

export function difference(before: string, after: string): Part[] {
  const a = cut(before);
  const b = cut(after);
  if (Math.max(a.length, b.length) > kMost) return [{ kind: 'same', text: after }];
  // What both begin and end with first: of several ways to put it, the middle is then the plain one.
  const { head, tail } = common(a, b);
  const middle = changes(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return joined([...same(b.slice(0, head)), ...withoutCase(middle), ...same(b.slice(b.length - tail))]);
}

function changes(a: readonly string[], b: readonly string[]): Part[] {
  const length = table(a, b);
  const list: Part[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      list.push({ kind: 'same', text: a[i]! });
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && length[i + 1]![j]! >= length[i]![j + 1]!)) {
      list.push({ kind: 'out', text: a[i++]! });
    } else {
      list.push({ kind: 'new', text: b[j++]! });
    }
  }
  return list;
}

// A word that only changed its case is one change, not a word less and a word more.
function withoutCase(list: readonly Part[]): Part[] {
  return list.filter(({ kind, text }, i) => {
    const next = list[i + 1];
    return !(kind === 'out' && next?.kind === 'new' && next.text.toLowerCase() === text.toLowerCase());
  });
}

function joined(list: readonly Part[]): Part[] {
  const all: Part[] = [];
  for (const part of list) {
    const last = all.at(-1);
    if (last?.kind === part.kind) all[all.length - 1] = { kind: last.kind, text: last.text + part.text };
    else all.push(part);
  }
  return all;
}
