// The picture in words: what a line is, what a node takes, and what happens at each stage.
import { plural, weight } from '../../text/format.ts';
import { signed } from '../../text/numbers.ts';
import { spoken } from '../../text/pieces.ts';
import { t } from '../../text/t.ts';
import type { At } from './lit.ts';
import type { Column, Line, Scene, Stage } from './scene.ts';

const kNamed = 3; // sources of a node

export function layersSaid({ layers: [first, last] }: Pick<Column, 'layers'>): string {
  return first === last ? t`Layer ${first}` : t`Layers ${first} to ${last}`;
}

// "head 2", "mean of 4 heads", "mean of 3 layers and their heads"; empty where there is but one.
export function headsSaid({ maps, heads, head }: Column): string {
  if (maps.length > 1) return t`mean of ${maps.length} layers and their heads`;
  if (heads === 1) return '';
  return head === 'mean' ? t`mean of ${heads} heads` : t`head ${head}`;
}

// The node's name, and its layer where there are several: "over in layer 1".
function stateSaid(scene: Scene, { layers: [first, last] }: Column, row: number): string {
  const name = nameOf(scene, row);
  if (scene.columns.length === 1) return name;
  return first === last ? t`${name} in layer ${first}` : t`${name} in layers ${first} to ${last}`;
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
  const parts = named.map((line) => t`${weight(line.weight)} from ${nameOf(scene, line.from)}`);
  if (others >= 0.0005) parts.push(t`${weight(others)} from all others`);
  return parts.join(', ');
}

export function nodeSaid(scene: Scene, stage: number, index: number): string {
  const of = scene.stages[stage]!;
  const name = nameOf(scene, index);
  if (of.kind === 'vectors') {
    const { adds } = scene.rows[index]!;
    if (adds === null || scene.about === null) return t`${name}: a vector`;
    return t`${name} adds ${signed(adds)} to the score of ${scene.about}`;
  }
  if (of.kind === 'recurrent') return t`${name}: a state that also carries what was read around it`;
  if (of.kind === 'answer') return `${scene.answers[index]!.label} ${scene.answers[index]!.number}`;
  const takes = takesSaid(scene, stage, index);
  if (of.kind === 'sentence') return t`Sentence: ${takes || 'its states are not weighed'}`;
  const state = stateSaid(scene, of.column!, index);
  if (!of.column!.weights) return t`${state}: open this layer to compute its weights`;
  return t`${state} takes ${takes}` + inBrackets(headsSaid(of.column!));
}

export function lineSaid(scene: Scene, { stage, from, to }: At & { readonly kind: 'line' }): string {
  const of = scene.stages[stage]!;
  const line = of.lines.find((one) => one.from === from && one.to === to);
  const value = weight(line?.weight ?? 0);
  if (of.kind === 'answer') return `${scene.answers[to]!.label}: ${scene.answers[to]!.number}`;
  if (of.kind === 'sentence') return t`The sentence takes ${value} from ${nameOf(scene, from)}`;
  const state = stateSaid(scene, of.column!, to);
  return t`${state} takes ${value} from ${nameOf(scene, from)}` + inBrackets(headsSaid(of.column!));
}

export const atSaid = (scene: Scene, at: At): string =>
  at.kind === 'line' ? lineSaid(scene, at) : nodeSaid(scene, at.stage, at.index);

// The heaviest line of a stage; null where nothing is weighed.
const heaviest = ({ lines }: Stage): Line | null =>
  lines.reduce<Line | null>((best, line) => (best && best.weight >= line.weight ? best : line), null);

function sentenceSaid(scene: Scene, stage: Stage): string {
  const { readout, rows, tokens } = scene;
  if (readout === 'mean')
    return t`The sentence is made of all states in equal shares, ${weight(1 / tokens.all)} each.`;
  if (readout === 'map') {
    const most = heaviest(stage);
    if (!most) return t`The sentence is made of all states, and no state has a weight of its own.`;
    return t`The sentence is a weighted sum of all states. Its largest share, ${weight(most.weight)}, comes from ${nameOf(scene, most.from)}.`;
  }
  const read = readout === 'first' ? rows[0] : rows.at(-1);
  const there = readout === 'first' ? tokens.first : tokens.last;
  if (!there) return t`One state stands for the sentence. Its token is hidden in this view.`;
  return t`The state of ${spoken(read!.text)} stands for the sentence. The model reads no other state.`;
}

function layerSaid(scene: Scene, stage: Stage): string {
  const column = stage.column!;
  const most = heaviest(stage);
  const place = [layersSaid(column), headsSaid(column)].filter(Boolean).join(', ');
  if (!most) return t`${place}: open this layer to compute its weights.`;
  const [to, from] = [nameOf(scene, most.to), nameOf(scene, most.from)];
  return t`${place}: each state becomes a weighted sum of all states. The heaviest line: ${to} takes ${weight(most.weight)} from ${from}.`;
}

function answerSaid({ answers, readout }: Scene): string {
  const best = answers.find(({ predicted }) => predicted) ?? answers[0]!;
  if (readout === 'each') return t`Each state gets a label of its own.`;
  if (best.weight === null)
    return t`A last layer turns the sentence into a value: ${best.label} ${best.number}.`;
  return t`A last layer turns the sentence into one score for each class, and the scores into probabilities: ${best.label} ${best.number}.`;
}

// What happens at a stage; -1 is how the words become tokens.
export function stageSaid(scene: Scene, stage: number): string {
  if (stage < 0) {
    const cut = scene.rows.some(({ goesOn }) => goesOn);
    const tokens = plural(scene.tokens.all, 'token');
    return cut
      ? t`The model reads ${tokens}. Words that its vocabulary lacks are cut into pieces, which a bracket joins.`
      : t`The model reads ${tokens}.`;
  }
  const of = scene.stages[stage]!;
  switch (of.kind) {
    case 'vectors':
      return t`Each token becomes a vector: a list of numbers that the model has learned for it.`;
    case 'recurrent':
      return t`A recurrent network reads the vectors one after the other, so each state also carries what was read around it.`;
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
      return narrow ? '' : t`Vectors`;
    case 'recurrent':
      return t`States`;
    case 'layer': {
      const [first, last] = of.column!.layers;
      const numbers = first === last ? `${first}` : `${first}–${last}`;
      if (scene.columns.length === 1) return t`Attention`;
      return narrow ? numbers : t`Layer ${numbers}`;
    }
    case 'sentence':
      return narrow ? 'Σ' : t`Sentence`;
    case 'answer':
      return scene.readout === 'each' ? t`Labels` : t`Answer`;
  }
}
