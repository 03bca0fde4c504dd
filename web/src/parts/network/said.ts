// The picture in words: what a line is, what a node takes, and what happens at each stage.
import { weight } from '../../text/format.ts';
import { signed } from '../../text/numbers.ts';
import { spoken } from '../../text/pieces.ts';
import { t } from '../../text/t.ts';
import type { At } from './lit.ts';
import type { Column, Line, Scene, Stage } from './scene.ts';

const kNamed = 3; // sources of a node

export function layersSaid({ layers: [first, last] }: Pick<Column, 'layers'>): string {
  return first === last ? t('page.layer-x', first) : t('read.layers-to', first, last);
}

// "head 2", "mean of 4 heads", "mean of 3 layers and their heads"; empty where there is but one.
export function headsSaid({ maps, heads, head }: Column): string {
  if (maps.length > 1) return t('read.mean-of-layers-and-their-heads', maps.length);
  if (heads === 1) return '';
  return head === 'mean' ? t('read.mean-of-heads', heads) : t('page.head-inline', head);
}

// The node's name, and its layer where there are several: "over in layer 1".
function stateSaid(scene: Scene, { layers: [first, last] }: Column, row: number): string {
  const name = nameOf(scene, row);
  if (scene.columns.length === 1) return name;
  return first === last ? t('read.in-layer', name, first) : t('read.in-layers-to', name, first, last);
}

const inBrackets = (text: string): string => text && ` (${text})`;

const nameOf = (scene: Scene, row: number): string => spoken(scene.rows[row]?.text ?? '');

// The nodes that a node takes from, the strongest first.
const sourcesOf = ({ lines }: Stage, index: number): Line[] =>
  lines.filter(({ to }) => to === index).sort((a, b) => b.weight - a.weight);

// "0.412 from not, 0.203 from good, 0.1 from others"
function takesSaid(scene: Scene, stage: number, index: number): string {
  const of = scene.stages[stage]!;
  const sources = sourcesOf(of, index);
  const named = sources.slice(0, kNamed);
  const others = sources.slice(kNamed).reduce((sum, line) => sum + line.weight, 0) + of.rest[index]!;
  const parts = named.map((line) => t('read.from', weight(line.weight), nameOf(scene, line.from)));
  if (others >= 0.0005) parts.push(t('read.from-all-others', weight(others)));
  return parts.join(', ');
}

export function nodeSaid(scene: Scene, stage: number, index: number): string {
  const of = scene.stages[stage]!;
  const name = nameOf(scene, index);
  if (of.kind === 'vectors') {
    const { adds } = scene.rows[index]!;
    if (adds === null || scene.about === null) return t('read.a-vector', name);
    return t('read.adds-to-the-score-of', name, signed(adds), scene.about);
  }
  if (of.kind === 'recurrent') return t('read.a-state-that-also-carries', name);
  if (of.kind === 'answer') return `${scene.answers[index]!.label} ${scene.answers[index]!.number}`;
  const takes = takesSaid(scene, stage, index);
  if (of.kind === 'sentence') return t('read.sentence-x', takes || t('read.its-states-are-not-weighed'));
  const state = stateSaid(scene, of.column!, index);
  if (!of.column!.weights) return t('read.open-this-layer-to-compute-its-weights', state);
  return t('read.takes', state, takes) + inBrackets(headsSaid(of.column!));
}

export function lineSaid(scene: Scene, { stage, from, to }: At & { readonly kind: 'line' }): string {
  const of = scene.stages[stage]!;
  const line = of.lines.find((one) => one.from === from && one.to === to);
  const value = weight(line?.weight ?? 0);
  if (of.kind === 'answer') return `${scene.answers[to]!.label}: ${scene.answers[to]!.number}`;
  if (of.kind === 'sentence') return t('read.the-sentence-takes-from', value, nameOf(scene, from));
  const state = stateSaid(scene, of.column!, to);
  return t('read.takes-from', state, value, nameOf(scene, from)) + inBrackets(headsSaid(of.column!));
}

export const atSaid = (scene: Scene, at: At): string =>
  at.kind === 'line' ? lineSaid(scene, at) : nodeSaid(scene, at.stage, at.index);

// The heaviest line of a stage; null where nothing is weighed.
const heaviest = ({ lines }: Stage): Line | null =>
  lines.reduce<Line | null>((best, line) => (best && best.weight >= line.weight ? best : line), null);

function sentenceSaid(scene: Scene, stage: Stage): string {
  const { readout, rows, tokens } = scene;
  if (readout === 'mean') return t('read.the-sentence-is-made-of-all-states', weight(1 / tokens.all));
  if (readout === 'map') {
    const most = heaviest(stage);
    if (!most) return t('read.the-sentence-is-made-of-all-states-sentence');
    return t('read.the-sentence-is-a-weighted-sum', weight(most.weight), nameOf(scene, most.from));
  }
  const read = readout === 'first' ? rows[0] : rows.at(-1);
  const there = readout === 'first' ? tokens.first : tokens.last;
  if (!there) return t('read.one-state-stands-for-the-sentence');
  return t('read.the-state-of-stands-for-the-sentence', spoken(read!.text));
}

function layerSaid(scene: Scene, stage: Stage): string {
  const column = stage.column!;
  const most = heaviest(stage);
  const place = [layersSaid(column), headsSaid(column)].filter(Boolean).join(', ');
  if (!most) return t('read.x-open-this-layer-to-compute-its-weights', place);
  const [to, from] = [nameOf(scene, most.to), nameOf(scene, most.from)];
  return t('read.each-state-becomes-a-weighted-sum', place, to, weight(most.weight), from);
}

function answerSaid({ answers, readout }: Scene): string {
  const best = answers.find(({ predicted }) => predicted) ?? answers[0]!;
  if (readout === 'each') return t('read.each-state-gets-a-label-of-its-own');
  if (best.weight === null) return t('read.a-last-layer-turns-the-sentence', best.label, best.number);
  return t('read.a-last-layer-turns-the-sentence-sentence', best.label, best.number);
}

// What happens at a stage; -1 is how the words become tokens.
export function stageSaid(scene: Scene, stage: number): string {
  if (stage < 0) {
    const cut = scene.rows.some(({ goesOn }) => goesOn);
    const tokens = t('count.tokens', scene.tokens.all);
    return cut ? t('read.the-model-reads-words', tokens) : t('read.the-model-reads-x', tokens);
  }
  const of = scene.stages[stage]!;
  switch (of.kind) {
    case 'vectors':
      return t('read.each-token-becomes-a-vector-a-list');
    case 'recurrent':
      return t('read.a-recurrent-network-reads');
    case 'layer':
      return layerSaid(scene, of);
    case 'sentence':
      return sentenceSaid(scene, of);
    case 'answer':
      return answerSaid(scene);
  }
}

// The name above a stage.
export function stageTitle(scene: Scene, stage: number, narrow: boolean): string {
  const of = scene.stages[stage]!;
  switch (of.kind) {
    case 'vectors':
      return narrow ? '' : t('read.vectors');
    case 'recurrent':
      return t('read.states');
    case 'layer': {
      const [first, last] = of.column!.layers;
      const numbers = first === last ? `${first}` : `${first}–${last}`;
      if (scene.columns.length === 1) return t('page.attention');
      return narrow ? numbers : t('page.layer-x', numbers);
    }
    case 'sentence':
      return narrow ? 'Σ' : t('read.sentence');
    case 'answer':
      return scene.readout === 'each' ? t('read.labels') : t('read.answer');
  }
}
