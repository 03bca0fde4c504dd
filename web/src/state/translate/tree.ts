// What the beam weighed, as a tree: tokens that followed each other without a choice are one branch.
import type { Translated } from '../../engine/protocol.ts';
import { asPiece, goesOn, marksBeginnings } from '../../text/pieces.ts';
import { kEnd } from './maps.ts';

type Fate = Translated['tree'][number]['fate'] | 'lost';

export interface Branch {
  // The number of its last token, among all.
  readonly node: number;
  readonly text: string;
  // What a target has to begin with to come here.
  readonly ids: readonly number[];
  readonly log_probability: number;
  // "lost": it lived, and none of what followed did.
  readonly fate: Fate;
  // The target came by here.
  readonly chosen: boolean;
  readonly children: readonly Branch[];
}

// Without `dropped`, only what lived on for a step at least, and what ended.
export function branchesOf({ tree, leaf }: Translated, dropped: boolean): readonly Branch[] {
  const children = new Map<number, number[]>();
  tree.forEach(({ parent, fate }, i) => {
    if (dropped || fate !== 'dropped') children.set(parent, [...(children.get(parent) ?? []), i]);
  });
  const chosen = new Set<number>();
  for (let node = leaf; node >= 0; node = tree[node]!.parent) chosen.add(node);

  const begins = marksBeginnings(tree.map(({ text }) => text));
  // Tokens that follow each other, as text.
  function textOf(run: readonly number[]): string {
    const text = run.map((node) => tree[node]!.text).join('');
    const before = tree[tree[run[0]!]!.parent]?.text;
    const words = text === '' ? [] : [asPiece(text, goesOn(text, before, begins))];
    return [...words, ...(tree[run.at(-1)!]!.text === '' ? [kEnd] : [])].join(' ');
  }

  function branch(first: number, before: readonly number[]): Branch {
    const run = [first];
    let below = children.get(first) ?? [];
    while (below.length === 1) {
      run.push(below[0]!);
      below = children.get(below[0]!) ?? [];
    }
    const last = run.at(-1)!;
    const { log_probability, fate } = tree[last]!;
    const ids = [...before, ...run.map((node) => tree[node]!.id)];
    return {
      node: last,
      text: textOf(run),
      ids,
      log_probability,
      fate: fate === 'lived' && below.length === 0 && last !== leaf ? 'lost' : fate,
      chosen: chosen.has(last),
      children: below.map((child) => branch(child, ids)),
    };
  }
  return (children.get(-1) ?? []).map((first) => branch(first, []));
}
