// What a width stands for in the picture, in sentences: which weight of which head, and what is left out.
import { count, weight } from '../../text/format.ts';
import { t } from '../../text/t.ts';
import { headsSaid, layersSaid } from './said.ts';
import type { Scene } from './scene.ts';

function widthSaid({ columns, readout }: Scene): string {
  if (!columns.length)
    return readout === 'map'
      ? t('read.a-line-is-as-wide-as-the-words')
      : t('read.this-model-has-no-attention-sentence');
  const shown = columns.find((column) => column.shown)!;
  const head = headsSaid(shown);
  const which = [columns.length > 1 ? layersSaid(shown) : '', head].filter(Boolean).join(', ');
  const mine = which
    ? t('read.a-line-is-as-wide-as-its-attention-sentence', which)
    : t('read.a-line-is-as-wide-as-its-attention');
  const others = columns.filter((column) => !column.shown);
  if (!others.length) return mine;
  const grouped = others.some(({ maps }) => maps.length > 1);
  if (grouped) return t('read.other-layers-show-the-mean', mine);
  return others.some(({ heads }) => heads > 1)
    ? t('read.other-layers-show-the-mean-of-their-heads', mine)
    : mine;
}

function endsSaid({ readout, answers, columns }: Scene): string | null {
  if (!answers.some((answer) => answer.weight !== null)) return null;
  if (readout === 'each') return t('read.a-line-into-a-label-is-as-wide');
  return readout === 'mean' && columns.length
    ? t('read.lines-into-the-sentence-have-equal')
    : t('read.a-line-into-a-class-is-as-wide');
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
    carried && residual ? t('read.dotted-lines-carry-a-state') : null,
    unread ? t('read.grey-lines-do-not-reach-the-answer') : null,
    folded ? t('read.lines-under-are-left-out-a-short', weight(least), count(folded)) : null,
    alone < rows.length ? t('read.of-tokens-stand-alone-the-others', alone, scene.tokens.all) : null,
  ].filter((line) => line !== null);
}
