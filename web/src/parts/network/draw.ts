// The picture's lines on a canvas: however many change with a letter, the document changes in one place.
import { kEnd, evenLevel } from '../../attention/even.ts';
import type { Ramp } from '../../colour/ramp.ts';
import { signedRampFor } from '../../colour/signed.ts';
import { inksOf } from '../../export/frame.ts';
import { barsIn, type Layout, type Placed } from './layout.ts';
import type { Lit } from './lit.ts';
import type { Scene } from './scene.ts';

// A line or bar as it is painted: by the canvas, and by the export.
export interface Stroke {
  readonly line: Placed;
  readonly colour: string;
  readonly opacity: number;
  readonly width: number;
}

export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly colour: string;
  readonly opacity: number;
}

// Dotted, from one state of a row to the next.
export interface Dots {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  readonly colour: string;
  readonly opacity: number;
}

export interface Painting {
  readonly dots: readonly Dots[];
  readonly strokes: readonly Stroke[];
  readonly bars: readonly Bar[];
}

const kDim = 0.1;
const kThinnest = 0.7;
const kBar = 4; // pixels of a node's width
const kStub = 6;
export const kRound = 4;

// How far the sentence has been sent through: the stage that is entered, and how much of it; null: all is there.
export interface Played {
  readonly stage: number;
  readonly share: number;
}

export const there = (played: Played | null, stage: number): boolean => !played || stage <= played.stage;

function strokesOf(scene: Scene, { lines }: Layout, ramp: Ramp, lit: Lit | null): Stroke[] {
  const { soft } = inksOf(ramp);
  const R = scene.rows.length;
  const strokes = lines.map((line): Stroke => {
    const { kind, read } = scene.stages[line.stage]!;
    const level = kind === 'answer' ? line.weight : evenLevel(line.weight, R, kEnd);
    const on = lit?.line(line.stage, line) ?? false;
    const grey = kind === 'layer' && !read[line.to] && !on;
    const clear = kind === 'layer' ? 0.08 + 0.87 * level ** 2.2 : 0.35 + 0.55 * level;
    const faint = grey ? 0.06 + 0.3 * level : clear;
    return {
      line,
      colour: grey ? soft : ramp.at(0.35 + 0.65 * level).css,
      opacity: lit ? (on ? 1 : kDim) : faint,
      width: Math.max(line.width, kThinnest),
    };
  });
  // Lit lines lie above; heavier lines lie above the other ones.
  return strokes.sort((a, b) => (lit ? a.opacity - b.opacity : 0) || a.line.weight - b.line.weight);
}

function barsOf(scene: Scene, layout: Layout, ramp: Ramp, lit: Lit | null): Bar[] {
  const { ink, soft } = inksOf(ramp);
  const signed = signedRampFor(ramp.dark);
  const bars = layout.nodes.flat().flatMap(({ stage, index, x, y, height }): Bar[] => {
    const { rest, read } = scene.stages[stage]!;
    const on = lit?.node(stage, index) ?? false;
    const opacity = lit ? (on ? 1 : 0.25) : read[index] ? 0.7 : 0.3;
    const node = {
      x: x - kBar / 2,
      y: y - height / 2,
      width: kBar,
      height,
      colour: on ? ink : soft,
      opacity,
    };
    const stub = rest[index]! * layout.unit;
    if (stub < 0.5) return [node];
    const below = y + height / 2 - stub;
    return [
      { ...node, x: x - kBar / 2 - kStub, y: below, width: kStub, height: stub, opacity: opacity * 0.45 },
      node,
    ];
  });
  const room = barsIn(layout.box);
  const half = (room - 10) / 2;
  const zero = layout.box.words + room / 2 - 1;
  const edge = (row: number) => layout.nodes[0]![row]!.y;
  const thin = { width: 1, colour: soft, opacity: lit ? 0.2 : 0.35 };
  if (scene.rows.some(({ adds }) => adds !== null)) {
    const from = edge(0) - layout.pitch / 2;
    bars.push({ ...thin, x: zero - 0.5, y: from, height: layout.pitch * scene.rows.length });
  }
  // Pieces of one word hang together.
  scene.rows.forEach(({ goesOn }, row) => {
    if (!goesOn || row === 0) return;
    const height = edge(row) - edge(row - 1) + 8;
    bars.push({ ...thin, x: layout.box.words - 2, y: edge(row - 1) - 4, height, width: 1.5 });
  });
  scene.rows.forEach(({ adds, level }, row) => {
    const node = layout.nodes[0]![row]!;
    if (adds === null || level === 0) return;
    const width = Math.max(Math.abs(level) * half, 0.5);
    const thick = Math.min(8, layout.pitch * 0.4);
    const opacity = lit && !lit.node(0, row) ? 0.3 : 1;
    const at = { x: level < 0 ? zero - width : zero, y: node.y - thick / 2, width, height: thick, opacity };
    bars.push({ ...at, colour: signed.at(level < 0 ? 0.7 * level - 0.3 : 0.7 * level + 0.3).css });
  });
  return bars;
}

function dotsOf(scene: Scene, { nodes }: Layout, ramp: Ramp, lit: Lit | null): Dots[] {
  const { soft, ink } = inksOf(ramp);
  return scene.stages.flatMap(({ carries, kind }, stage) => {
    if (!carries) return [];
    const across = nodes[stage]!.map(({ x, y, index }): Dots => {
      const on = lit?.carried(stage, index) ?? false;
      const opacity = lit ? (on ? 1 : 0.15) : 0.45;
      return { x0: nodes[stage - 1]![index]!.x, x1: x, y0: y, y1: y, colour: on ? ink : soft, opacity };
    });
    if (kind !== 'recurrent') return across;
    // Each state goes on to the next word's.
    const down = nodes[stage]!.slice(1).map(({ x, y }, i): Dots => {
      return { x0: x, x1: x, y0: nodes[stage]![i]!.y, y1: y, colour: soft, opacity: lit ? 0.3 : 0.6 };
    });
    return [...across, ...down];
  });
}

export function paintingOf(scene: Scene, layout: Layout, ramp: Ramp, lit: Lit | null): Painting {
  return {
    dots: dotsOf(scene, layout, ramp, lit),
    strokes: strokesOf(scene, layout, ramp, lit),
    bars: barsOf(scene, layout, ramp, lit),
  };
}

type Pen = CanvasRenderingContext2D;

function dotted(pen: Pen, dots: readonly Dots[]): void {
  pen.lineWidth = 1;
  pen.setLineDash([1, 3]);
  for (const { x0, x1, y0, y1, colour, opacity } of dots) {
    pen.strokeStyle = colour;
    pen.globalAlpha = opacity;
    pen.beginPath();
    pen.moveTo(x0, y0);
    pen.lineTo(x1, y1);
    pen.stroke();
  }
  pen.setLineDash([]);
}

function stroke(pen: Pen, { line, colour, opacity, width }: Stroke): void {
  const { x0, y0, x1, y1 } = line;
  const middle = (x0 + x1) / 2;
  pen.strokeStyle = colour;
  pen.globalAlpha = opacity;
  pen.lineWidth = width;
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.bezierCurveTo(middle, y0, middle, y1, x1, y1);
  pen.stroke();
}

// `scale`: device pixels in a CSS pixel. What is not played yet is left out, from some x on.
export function draw(
  pen: Pen,
  painting: Painting,
  { box, nodes }: Layout,
  scale: number,
  played: Played | null,
): void {
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, box.width, box.height);
  pen.save();
  if (played) {
    const to = nodes[Math.max(played.stage, 0)]![0]!.x;
    const from = nodes[Math.max(played.stage - 1, 0)]![0]!.x;
    pen.beginPath();
    pen.rect(0, 0, played.stage < 0 ? box.words : from + (to - from) * played.share + kBar, box.height);
    pen.clip();
  }
  dotted(pen, painting.dots);
  for (const one of painting.strokes) stroke(pen, one);
  for (const { x, y, width, height, colour, opacity } of painting.bars) {
    pen.fillStyle = colour;
    pen.globalAlpha = opacity;
    pen.beginPath();
    pen.roundRect(x, y, width, height, Math.min(width, height, kRound) / 2);
    pen.fill();
  }
  pen.restore();
}
