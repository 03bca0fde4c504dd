// The picture as a drawing of its own: for a file, and for paper.
import type { Ramp } from '../../colour/ramp.ts';
import { save } from '../../export/file.ts';
import { framed, type Inks, inksOf, type Svg } from '../../export/frame.ts';
import { attributes, escape, label } from '../../export/markup.ts';
import type { Store } from '../../state/store.svelte.ts';
import type { Why } from '../../state/why/why.svelte.ts';
import { t } from '../../text/t.ts';
import { pathOf } from './curve.ts';
import { type Painting, paintingOf } from './draw.ts';
import { type Layout, layOut } from './layout.ts';
import { legendOf } from './legend.ts';
import { boxOf, sceneIn } from './picture.svelte.ts';
import { headsSaid, lineSaid, stageTitle } from './said.ts';
import type { Scene } from './scene.ts';

const kRoom = { width: 860, height: 480 };
const kSmall = { 'font-size': 13 };

function shapes(scene: Scene, { dots, strokes, bars }: Painting): string[] {
  return [
    ...dots.map(({ x0, x1, y0, y1, colour, opacity }) => {
      const ends = { x1: x0, y1: y0, x2: x1, y2: y1, stroke: colour, opacity };
      return `<line${attributes({ ...ends, 'stroke-dasharray': '1 3' })}/>`;
    }),
    ...strokes.map(({ line, colour, opacity, width }) => {
      const title = escape(lineSaid(scene, { kind: 'line', ...line }));
      const how = { d: pathOf(line), fill: 'none', stroke: colour, opacity, 'stroke-width': width };
      return `<path${attributes(how)}><title>${title}</title></path>`;
    }),
    ...bars.map(({ colour, ...bar }) => `<rect${attributes({ ...bar, fill: colour })}/>`),
  ];
}

function texts(scene: Scene, { nodes, box }: Layout, { soft }: Inks): string[] {
  const words = scene.rows.map(({ text }, row) => {
    const { y } = nodes[0]![row]!;
    return label(text, { x: box.words - 6, y: y + 4.5, 'text-anchor': 'end', ...kSmall });
  });
  const titles = scene.stages.flatMap(({ column, kind }, stage) => {
    const x = nodes[stage]![0]!.x;
    const anchor = kind === 'answer' ? 'start' : 'middle';
    const heads = column ? headsSaid(column) : '';
    return [
      label(stageTitle(scene, stage, false), {
        x,
        y: 18,
        'text-anchor': anchor,
        'font-weight': 600,
        ...kSmall,
      }),
      ...(heads ? [label(heads, { x, y: 36, 'text-anchor': 'middle', fill: soft, 'font-size': 11 })] : []),
    ];
  });
  const answers = scene.answers.flatMap(({ label: name, number, predicted }, i) => {
    const { x, y } = nodes.at(-1)![i]!;
    const each = scene.readout === 'each';
    const weight = predicted ? 600 : 400;
    return [
      label(name, { x: x + 8, y: each ? y + 4.5 : y - 1, 'font-weight': weight, ...kSmall }),
      ...(each ? [] : [label(number, { x: x + 8, y: y + 14, fill: soft, ...kSmall })]),
    ];
  });
  return [...words, ...titles, ...answers];
}

// Null while there is no text.
export function networkSvg(store: Store, why: Why | null, ramp: Ramp): Svg | null {
  const box = boxOf(store, kRoom);
  const scene = sceneIn(store, why, box);
  if (!scene) return null;
  const layout = layOut(scene, box);
  const inks = inksOf(ramp);
  const parts = [...shapes(scene, paintingOf(scene, layout, ramp, null)), ...texts(scene, layout, inks)];
  const caption = [`${store.model.name}: ${store.seen!.analysis.text.slice(0, 200)}`, ...legendOf(scene)];
  return framed(t('page.network'), { parts, width: box.width, height: box.height }, caption, inks);
}

export function saveSvg(store: Store, why: Why | null, ramp: Ramp): void {
  const svg = networkSvg(store, why, ramp);
  if (svg) save(svg.text, 'image/svg+xml', 'heed-network.svg');
}
