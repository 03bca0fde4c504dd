// What leaves the section: the model for the other sections, and everything as a ZIP.
import { save } from '../../export/file.ts';
import type { Ramp } from '../../colour/ramp.ts';
import { weight } from '../../text/format.ts';
import { t } from '../../text/t.ts';
import { matrixOf, weightsOf } from '../matrix.ts';
import { asTsv } from './data.ts';
import { kText } from './plan.svelte.ts';
import type { Run } from './run.svelte.ts';

// The sentence to open it with: the one that was watched, unless that is of other texts.
export const exampleOf = ({ watchedText, sentences }: Run): string =>
  watchedText !== null && watchedText !== kText ? watchedText : (sentences[0] ?? '');

// The map at each kept moment, a drawing each, by their order.
export async function takeFilm(run: Run, head: number, ramp: Ramp): Promise<void> {
  const [{ strToU8, zipSync }, { svgOf }] = await Promise.all([
    import('fflate'),
    import('../../export/svg.ts'),
  ]);
  const frames: Record<string, Uint8Array> = {};
  for (const [i, { step, epoch, watched }] of run.moments.entries()) {
    const { analysis } = watched.result;
    const map = analysis.attention.at(-1);
    const weights =
      map && weightsOf(watched.result, analysis.attention.length - 1, Math.min(head, map.shape[0] - 1));
    if (!map || !weights) continue;
    const matrix = matrixOf(map, analysis.tokens, weights);
    const said = analysis.prediction
      ? `${analysis.prediction.label} ${weight(analysis.prediction.probability)}`
      : '';
    const drawing = { matrix, scale: 'even' as const, ramp, numbers: false };
    const caption = [analysis.text, t('train.step-epoch', run.name, step, epoch, said)];
    const { text } = svgOf({ drawing, arcs: false, out: [], link: null, caption });
    frames[`${run.slug}-film/${String(i).padStart(3, '0')}-step-${step}.svg`] = strToU8(text);
  }
  save(zipSync(frames) as Uint8Array<ArrayBuffer>, 'application/zip', `${run.slug}-film.zip`);
}

export async function takeAway(run: Run): Promise<void> {
  const { strToU8, zipSync } = await import('fflate');
  const model = Object.fromEntries((run.finished?.files ?? []).map(({ name, bytes }) => [name, bytes]));
  const zip = zipSync({
    [run.slug]: model,
    [`${run.slug}.json`]: strToU8(`${run.recipe}\n`),
    'texts.tsv': strToU8(asTsv(run.data)),
  });
  save(zip as Uint8Array<ArrayBuffer>, 'application/zip', `${run.slug}.zip`);
}
