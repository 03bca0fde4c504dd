// What lights up for what is pointed at: one path through all stages, or all lines of one node.
import type { Line, Scene } from './scene.ts';

// A line of a stage, or one of its nodes; `stage` 0 are the words.
export type At =
  | { readonly kind: 'node'; readonly stage: number; readonly index: number }
  | { readonly kind: 'line'; readonly stage: number; readonly from: number; readonly to: number };

export interface Lit {
  line(stage: number, line: Pick<Line, 'from' | 'to'>): boolean;
  node(stage: number, index: number): boolean;
  // A node is carried on from the stage before.
  carried(stage: number, index: number): boolean;
}

// Nodes by stage, as "stage.index".
class Marks implements Lit {
  readonly lines = new Set<string>();
  readonly nodes = new Set<string>();
  readonly carries = new Set<string>();

  line = (stage: number, { from, to }: Pick<Line, 'from' | 'to'>) => this.lines.has(`${stage}.${from}.${to}`);
  node = (stage: number, index: number) => this.nodes.has(`${stage}.${index}`);
  carried = (stage: number, index: number) => this.carries.has(`${stage}.${index}`);

  addNode = (stage: number, index: number) => this.nodes.add(`${stage}.${index}`);
  addLine(stage: number, { from, to }: Pick<Line, 'from' | 'to'>): void {
    this.lines.add(`${stage}.${from}.${to}`);
    this.addNode(stage - 1, from);
    this.addNode(stage, to);
  }
}

const isRows = (kind: Scene['stages'][number]['kind']) => kind !== 'sentence' && kind !== 'answer';

// The row's own states, from one stage to another.
function carry(scene: Scene, marks: Marks, row: number, from: number, to: number): void {
  for (let stage = from; stage <= to; stage++) {
    const { kind, carries } = scene.stages[stage]!;
    if (!isRows(kind)) return;
    marks.addNode(stage, row);
    if (carries && stage > from) marks.carries.add(`${stage}.${row}`);
  }
}

// From the last states on: into the sentence, and from there to the answer that is predicted.
function answer(scene: Scene, marks: Marks, row: number): void {
  scene.stages.forEach(({ kind, lines }, stage) => {
    if (isRows(kind)) return;
    const predicted = (line: Line) =>
      kind === 'sentence' ? line.from === row : scene.answers[line.to]!.predicted || scene.readout === 'each';
    if (kind === 'answer' && scene.readout !== 'each' && !marks.node(stage - 1, 0)) return;
    const mine = (line: Line) => predicted(line) && (scene.readout !== 'each' || line.from === row);
    for (const line of lines) if (mine(line)) marks.addLine(stage, line);
  });
}

const lastOfRows = ({ stages }: Scene) => stages.findLastIndex(({ kind }) => isRows(kind));

// A word: its states in all stages, and all that they take and give.
function ofRow(scene: Scene, marks: Marks, row: number): void {
  scene.stages.forEach(({ kind, lines }, stage) => {
    if (!isRows(kind)) return;
    for (const line of lines) if (line.from === row || line.to === row) marks.addLine(stage, line);
  });
  carry(scene, marks, row, 0, lastOfRows(scene));
  answer(scene, marks, row);
}

function ofLine(scene: Scene, marks: Marks, at: At & { readonly kind: 'line' }): void {
  const { kind } = scene.stages[at.stage]!;
  marks.addLine(at.stage, at);
  if (kind === 'answer') return;
  carry(scene, marks, at.from, 0, at.stage - 1);
  if (kind === 'sentence') return answer(scene, marks, at.from);
  carry(scene, marks, at.to, at.stage, lastOfRows(scene));
  answer(scene, marks, at.to);
}

function ofNode(scene: Scene, marks: Marks, { stage, index }: At & { readonly kind: 'node' }): void {
  const { kind, lines } = scene.stages[stage]!;
  marks.addNode(stage, index);
  for (const line of lines) if (line.to === index) marks.addLine(stage, line);
  if (!isRows(kind)) return;
  carry(scene, marks, index, stage, lastOfRows(scene));
  answer(scene, marks, index);
}

// Null where nothing is pointed at.
export function litOf(scene: Scene, at: At | null): Lit | null {
  if (!at) return null;
  const marks = new Marks();
  if (at.kind === 'line') ofLine(scene, marks, at);
  else if (at.stage === 0) ofRow(scene, marks, at.index);
  else ofNode(scene, marks, at);
  return marks;
}
