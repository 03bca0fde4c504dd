// Syntax trees of the page's sources, and edits of the text that they were made from.
import { parse } from 'svelte/compiler';
import type { Node } from './read-by-people.mts';

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export function* childrenOf(node: Node): Generator<Node> {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent' || key === 'metadata') continue;
    if (isNode(value)) yield value;
    else if (Array.isArray(value)) for (const one of value) if (isNode(one)) yield one;
  }
}

const kHead = '<script lang="ts">';
const kTail = '</script>';

export class Source {
  // Programs of the file; and its markup, if it has some.
  readonly programs: readonly Node[];
  readonly markup: Node | null;
  private readonly source: string;
  private readonly isSvelte: boolean;
  private readonly edits: Edit[] = [];

  constructor(code: string, isSvelte: boolean) {
    this.isSvelte = isSvelte;
    this.source = isSvelte ? code : `${kHead}${code}${kTail}`;
    const ast = parse(this.source, { modern: true }) as unknown as Record<string, Node | null>;
    this.programs = [ast['module'], ast['instance']].flatMap((one) => (one ? [one['content'] as Node] : []));
    this.markup = isSvelte ? ast['fragment']! : null;
  }

  // With all edits.
  get code(): string {
    return this.isSvelte
      ? this.applied(0, this.source.length)
      : this.applied(kHead.length, this.source.length - kTail.length);
  }

  // In place of the edits within.
  edit({ start, end }: Pick<Edit, 'start' | 'end'>, text: string): void {
    for (let i = this.edits.length - 1; i >= 0; --i)
      if (this.edits[i]!.start >= start && this.edits[i]!.end <= end) this.edits.splice(i, 1);
    this.edits.push({ start, end, text });
  }

  applied(start: number, end: number): string {
    const within = this.edits
      .filter((edit) => edit.start >= start && edit.end <= end)
      .sort((a, b) => a.start - b.start);
    let text = '';
    let at = start;
    for (const edit of within) {
      text += this.source.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + this.source.slice(at, end);
  }
}
