// As much of Markdown as model cards are written in, as data: whoever shows it makes no markup of what others wrote.

// Characters; of longer cards, the rest is left out.
export const kLongestCard = 100_000;

export interface Run {
  readonly kind: 'plain' | 'strong' | 'emphasis' | 'code';
  readonly text: string;
}
export type Runs = readonly Run[];

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly runs: Runs }
  | { readonly kind: 'paragraph'; readonly runs: Runs }
  | { readonly kind: 'list'; readonly items: readonly Runs[] }
  | { readonly kind: 'code'; readonly text: string }
  // `head` is empty where all its cells are.
  | { readonly kind: 'table'; readonly head: readonly Runs[]; readonly rows: readonly (readonly Runs[])[] };

// Nothing in brackets holds a bracket that opens, but for one pair in an address: so what was begun in vain is not gone through
// again from each of its characters.
const kInline =
  /`([^`]+)`|\*\*([^*]+)\*\*|__([^_]+)__|\*([^*\s][^*]*)\*|!?\[([^[\]]*)\]\(((?:[^()\s]|\([^()\s]*\))*)(?:\s[^()]*)?\)|<(https?:[^<>\s]+)>/g;

// Links are what they say and where they lead, in words.
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  const add = (kind: Run['kind'], words: string) => {
    if (words) runs.push({ kind, text: words });
  };
  let at = 0;
  for (const match of text.matchAll(kInline)) {
    const [all, code, strong, also, emphasis, label, address, url] = match;
    add('plain', text.slice(at, match.index));
    if (code !== undefined) add('code', code);
    else if (strong ?? also) add('strong', (strong ?? also)!);
    else if (emphasis !== undefined) add('emphasis', emphasis);
    else if (url !== undefined) add('plain', url);
    else add('plain', /^https?:/.test(address ?? '') && label !== address ? `${label} (${address})` : label!);
    at = match.index + all.length;
  }
  add('plain', text.slice(at));
  return runs;
}

const cellsOf = (line: string): Run[][] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => runsOf(cell.trim()));

const kHeading = /^(#{1,6})\s([^]*)/;
const kItem = /^\s*(?:[-*+]|\d+\.)\s([^]*)/;
const kFence = /^\s*(```|~~~)/;

// Without the marks that may close it.
function titleOf(heading: string): string {
  let end = heading.trimEnd().length;
  while (heading[end - 1] === '#') end--;
  return heading.slice(0, end).trim();
}

// "| --- | :-: |"
const isRule = (line: string): boolean => {
  const cells = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|');
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim()));
};
const isTable = (lines: readonly string[], i: number): boolean =>
  lines[i]!.includes('|') && (lines[i + 1]?.includes('-') ?? false) && isRule(lines[i + 1]!);

// Lines from `from` on for as long as `holds`, and where the next one is.
function linesWhile(lines: readonly string[], from: number, holds: (line: string, i: number) => boolean) {
  let to = from;
  while (to < lines.length && holds(lines[to]!, to)) to++;
  return { taken: lines.slice(from, to), next: to };
}

type Read = { readonly block: Block | null; readonly next: number };

function tableAt(lines: readonly string[], i: number): Read {
  const { taken, next } = linesWhile(lines, i + 2, (line) => line.includes('|'));
  const head = cellsOf(lines[i]!);
  const named = head.some((cell) => cell.length > 0);
  return { block: { kind: 'table', head: named ? head : [], rows: taken.map(cellsOf) }, next };
}

function blockAt(lines: readonly string[], i: number): Read {
  const line = lines[i]!;
  if (line.trim() === '') return { block: null, next: i + 1 };
  const heading = kHeading.exec(line);
  if (heading)
    return {
      block: { kind: 'heading', level: heading[1]!.length, runs: runsOf(titleOf(heading[2]!)) },
      next: i + 1,
    };
  if (kFence.test(line)) {
    const { taken, next } = linesWhile(lines, i + 1, (one) => !kFence.test(one));
    return { block: { kind: 'code', text: taken.join('\n') }, next: next + 1 };
  }
  if (isTable(lines, i)) return tableAt(lines, i);
  const item = (one: string) => kItem.test(one);
  if (item(line)) {
    const { taken, next } = linesWhile(lines, i, (one) => item(one) || /^\s{2,}\S/.test(one));
    return { block: { kind: 'list', items: itemsOf(taken) }, next };
  }
  const ends = (one: string, at: number) =>
    one.trim() === '' || kHeading.test(one) || kFence.test(one) || item(one) || isTable(lines, at);
  const { taken, next } = linesWhile(lines, i, (one, at) => at === i || !ends(one, at));
  return { block: { kind: 'paragraph', runs: runsOf(taken.join(' ')) }, next };
}

// A line that is indented goes on with the item before it.
function itemsOf(lines: readonly string[]): Run[][] {
  const items: string[] = [];
  for (const line of lines) {
    const begun = kItem.exec(line)?.[1];
    if (begun !== undefined) items.push(begun.trim());
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return items.map(runsOf);
}

function withoutRemarks(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let from = text.indexOf('<!--'); from >= 0; from = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', from);
    if (end < 0) break;
    parts.push(text.slice(at, from));
    at = end + '-->'.length;
  }
  return parts.join('') + text.slice(at);
}

// Without what stands between lines of dashes at the beginning, which is for machines, and without remarks.
export function blocksOf(text: string): Block[] {
  const told = text.replace(/\r\n?/g, '\n').replace(/^\ufeff?---\n[^]*?\n---(\n|$)/, '');
  const lines = withoutRemarks(told).split('\n');
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length;) {
    const { block, next } = blockAt(lines, i);
    if (block) blocks.push(block);
    i = next;
  }
  return blocks;
}
