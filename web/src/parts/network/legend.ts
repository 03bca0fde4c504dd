// What a width stands for in the picture, in sentences: which weight of which head, and what is left out.
import { count, weight } from '../../text/format.ts';
import { t } from '../../text/t.ts';
import { headsSaid, layersSaid } from './said.ts';
import type { Scene } from './scene.ts';

function widthSaid({ columns, readout }: Scene): string {
  if (!columns.length)
    return readout === 'map'
      ? t`A line is as wide as the word’s attention weight, the number in the map.`
      : t`This model has no attention, so no word has a weight.`;
  const shown = columns.find((column) => column.shown)!;
  const head = headsSaid(shown);
  const which = [columns.length > 1 ? layersSaid(shown) : '', head].filter(Boolean).join(', ');
  const mine = which
    ? t`A line is as wide as its attention weight. ${which} is drawn as in the map.`
    : t`A line is as wide as its attention weight, the number in the map.`;
  const others = columns.filter((column) => !column.shown);
  if (!others.length) return mine;
  const grouped = others.some(({ maps }) => maps.length > 1);
  if (grouped)
    return t`${mine} Other layers show the mean of their heads, folded layers the mean of all their heads.`;
  return others.some(({ heads }) => heads > 1) ? t`${mine} Other layers show the mean of their heads.` : mine;
}

function endsSaid({ readout, answers, columns }: Scene): string | null {
  if (!answers.some((answer) => answer.weight !== null)) return null;
  if (readout === 'each') return t`A line into a label is as wide as its probability.`;
  return readout === 'mean' && columns.length
    ? t`Lines into the sentence have equal shares. A line into a class is as wide as its probability.`
    : t`A line into a class is as wide as its probability.`;
}

export function legendOf(scene: Scene): string[] {
  const { stages, rows, least, residual } = scene;
  const folded = stages.reduce((sum, { kind, folded }) => sum + (kind === 'layer' ? folded : 0), 0);
  const alone = rows.filter(({ members }) => members.length === 1).length;
  const unread = stages.some(({ read }) => read.includes(false));
  const carried = stages.some(({ kind, carries }) => kind === 'layer' && carries);
  return [
    widthSaid(scene),
    endsSaid(scene),
    carried && residual ? t`Dotted lines carry a state on as it is. They have no weight.` : null,
    unread ? t`Grey lines do not reach the answer.` : null,
    folded
      ? t`Lines under ${weight(least)} are left out (${count(folded)}). A short stub is their sum.`
      : null,
    alone < rows.length
      ? t`${alone} of ${scene.tokens.all} tokens stand alone. The others are counted together.`
      : null,
  ].filter((line) => line !== null);
}
