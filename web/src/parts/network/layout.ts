// Where everything of the picture stands, in CSS pixels. Pure arithmetic: drawn on the page, and by the export.
import type { Line, Scene } from './scene.ts';

export interface Box {
  readonly width: number;
  readonly height: number;
  // Widths of the words on the left and of the answers on the right.
  readonly words: number;
  readonly answers: number;
}

export interface Node {
  readonly stage: number;
  readonly index: number;
  // The middle of its bar, and how high that is.
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

export interface Placed extends Line {
  // That it leads into.
  readonly stage: number;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly width: number;
}

export interface Layout {
  readonly box: Box;
  // By stage.
  readonly nodes: readonly (readonly Node[])[];
  readonly lines: readonly Placed[];
  // Between rows, between stages, and the width of a line of weight 1.
  readonly pitch: number;
  readonly gap: number;
  readonly unit: number;
}

// Above the rows: names of stages, and their heads.
export const kTitles = 34;
const kHeads = 26;
const kBottom = 6;
const kPitch = 34;
const kAnswer = 42;
// Between the words and the vectors: what each word adds.
export const kBars = 40;
export const kBarsNarrow = 22;
const kNarrow = 400;
export const barsIn = ({ width }: Pick<Box, 'width'>): number => (width < kNarrow ? kBarsNarrow : kBars);
// Rows and columns that can be told apart.
const kLeastPitch = 19;
const kLeastGap = 44;

// How many rows and layers there is room for; `others`: stages beside the layers.
export function roomIn(box: Box, others: number): { readonly rows: number; readonly columns: number } {
  const wide = box.width - box.words - barsIn(box) - box.answers;
  return {
    rows: Math.max(4, Math.floor((box.height - kTitles - kHeads - kBottom) / kLeastPitch)),
    columns: Math.max(3, Math.floor(wide / kLeastGap) - others + 1),
  };
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

export function layOut(scene: Scene, box: Box): Layout {
  const { stages, rows } = scene;
  const top = kTitles + (scene.columns.some(({ heads }) => heads > 1) ? kHeads : 0);
  const area = box.height - top - kBottom;
  const pitch = Math.min(kPitch, area / Math.max(rows.length, 1));
  const unit = clamp(0.56 * pitch, 4, 15);
  const answered = stages.at(-1)?.kind === 'answer';
  const left = box.words + barsIn(box);
  const end = box.width - (answered ? box.answers : 12);
  const gap = (end - left) / Math.max(stages.length - 1, 1);
  const y = sentenceAt(scene, pitch);
  const nodes = stages.map(({ kind, size }, stage) => {
    const listed = kind === 'answer' && scene.readout !== 'each';
    const step = listed ? Math.min(kAnswer, area / size) : pitch;
    const first = listed ? clamp(y - (step * size) / 2, 0, Math.max(area - step * size, 0)) : 0;
    return Array.from({ length: size }, (_, index): Node => {
      const weight = kind === 'answer' ? (scene.answers[index]!.weight ?? 0) : 1;
      const at = kind === 'sentence' ? y : first + (index + 0.5) * step;
      return { stage, index, x: left + stage * gap, y: top + at, height: Math.max(weight * unit, 2) };
    });
  });
  return { box, nodes, lines: placedLines(scene, nodes, unit), pitch, gap, unit };
}

// The sentence stands where most of it comes from.
function sentenceAt({ stages, rows }: Scene, pitch: number): number {
  const lines = stages.find(({ kind }) => kind === 'sentence')?.lines ?? [];
  const sum = lines.reduce((all, { weight }) => all + weight, 0);
  if (sum === 0) return (pitch * rows.length) / 2;
  return lines.reduce((all, { from, weight }) => all + (from + 0.5) * pitch * weight, 0) / sum;
}

// Lines lie on each other where they arrive, so that those into a node make up its bar; they leave from the middle of one.
function placedLines(scene: Scene, nodes: Layout['nodes'], unit: number): Placed[] {
  return scene.stages.flatMap(({ lines, kind }, stage) => {
    const filled = new Map<number, number>();
    const left = new Map<number, number>();
    return lines.map((line) => {
      const from = nodes[stage - 1]![line.from]!;
      const to = nodes[stage]![line.to]!;
      const width = line.weight * unit;
      const at = filled.get(line.to) ?? 0;
      filled.set(line.to, at + width);
      const out = left.get(line.from) ?? 0;
      left.set(line.from, out + width);
      const y0 = kind === 'answer' ? from.y - from.height / 2 + out + width / 2 : from.y;
      const y1 = to.y - to.height / 2 + at + width / 2;
      return { ...line, stage, x0: from.x, y0: clampOut(y0, from), x1: to.x, y1, width };
    });
  });
}

// Where probabilities need not sum to 1, their lines leave the bar of the sentence within its height.
const clampOut = (y: number, { y: middle, height }: Node) =>
  clamp(y, middle - height / 2, middle + height / 2);
