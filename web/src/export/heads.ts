// All heads at once as they leave the page: a table of what each is like, and a drawing of their small maps.
import type { Ramp } from '../colour/ramp.ts';
import type { Token } from '../engine/analysis.ts';
import type { Summary } from '../engine/look.ts';
import { t } from '../text/t.ts';
import { said } from '../views/all-heads.ts';
import { drawThumbnails, layOutHeads } from '../views/thumbnails.ts';
import { number, quoted, table } from './csv.ts';
import { framed, inksOf, type Svg } from './frame.ts';
import { attributes, label } from './markup.ts';

export interface Heads {
  readonly summaries: readonly (readonly Summary[] | undefined)[];
  // Numbers of the layers.
  readonly layers: readonly number[];
  readonly tokens: readonly Token[];
  readonly applied: string;
}

const kRoom = { width: 760, height: 760 };

export function headsCsv({ summaries, layers, tokens, applied }: Heads): string {
  const entropy = applied ? t('read.entropy-in-nats-x', applied) : t('read.entropy-in-nats');
  const lines = [['layer', 'head', entropy, t('read.strongest-query'), t('read.strongest-key'), 'weight']];
  summaries.forEach((heads, map) =>
    heads?.forEach((summary, head) => {
      const { query, key } = said(summary, tokens).strongest;
      const numbers = [summary.entropy, summary.strongest.weight].map(number);
      lines.push([`${layers[map]}`, `${head}`, numbers[0]!, query, key, numbers[1]!]);
    }),
  );
  return table(lines.map((cells) => cells.map(quoted)));
}

export function headsSvg({ summaries, layers }: Heads, ramp: Ramp, caption: readonly string[]): Svg {
  const count = Math.max(1, ...summaries.map((heads) => heads?.length ?? 0));
  const layout = layOutHeads(layers.length, count, kRoom);
  const { left, top, pitch, size, width, height } = layout;
  const canvas = document.createElement('canvas');
  drawThumbnails(canvas, layout, summaries, ramp, 2);
  const inks = inksOf(ramp);
  const soft = { fill: inks.soft, 'font-size': 12 };
  const box = { x: left, y: top, width: count * pitch, height: layers.length * pitch };
  const columns = Array.from({ length: count }, (_, head) =>
    label(`${head}`, { x: left + head * pitch + size / 2, y: top - 8, 'text-anchor': 'middle', ...soft }),
  );
  const rows = layers.map((layer, map) =>
    label(`${layer}`, { x: left - 8, y: top + map * pitch + size / 2 + 4, 'text-anchor': 'end', ...soft }),
  );
  const parts = [
    ...columns,
    ...rows,
    `<image${attributes({ ...box, href: canvas.toDataURL('image/png') })}/>`,
    label(t('read.row-layer-column-head-in-each-row'), { x: 0, y: height + 20, ...soft }),
  ];
  return framed(t('read.attention-of-all-heads'), { parts, width, height: height + 24 }, caption, inks);
}
