// Files of the attention that is on the screen, made when they are asked for.
import type { Ramp } from '../colour/ramp.ts';
import { t } from '../text/t.ts';
import { allHeads, changesSaid, counts } from './changes.ts';
import type { Kind } from './kinds.ts';
import type { Store } from '../state/store.svelte.ts';
import { weight, words } from '../text/format.ts';
import type { Why } from '../state/why/why.svelte.ts';
import { saveAs } from './file.ts';
import type { Svg } from './svg.ts';

// "heed-enron-request-attention", with layer and head where the model has several.
function nameOf(store: Store): string {
  const { layers, map, heads, shownHead, special, pieces, applied, model: chosen, answeredBy } = store;
  // Named after what is on the screen, whatever is being opened.
  const model = answeredBy ?? chosen;
  const all = allHeads(store) ? 'all-heads' : null;
  const layer = all ? [all] : layers.length > 1 ? [`layer-${layers[map] ?? 0}`] : [];
  const head = !all && heads > 1 ? [shownHead === 'mean' ? 'mean' : `head-${shownHead}`] : [];
  const hidden = special === 'hidden' ? ['no-special'] : [];
  const merged = pieces === 'words' ? ['words'] : [];
  const parts = [
    'heed',
    model.id,
    'attention',
    ...layer,
    ...head,
    ...(applied ? [...hidden, ...merged] : []),
    ...(counts(store) ? ['changed'] : []),
  ];
  return parts.join('-');
}

// Changes to the weights: how they are shown, and edits.
const notesOf = (store: Store): string[] => [store.applied, changesSaid(store)].filter(Boolean);

function captionOf(store: Store): string[] {
  const { seen, model: chosen, answeredBy } = store;
  const model = answeredBy ?? chosen;
  const { text, prediction } = seen!.analysis;
  const shown = text.length > 90 ? `${text.slice(0, 89)}…` : text;
  const verdict = prediction
    ? `: ${words(prediction.label, store.ours)} ${weight(prediction.probability)}`
    : '';
  return [shown, `${model.name}${verdict}`, ...notesOf(store).map((note) => t('page.as-shown', note))];
}

// The maps of all heads at once, where they are on the screen.
async function headsOf(store: Store) {
  if (!allHeads(store)) return null;
  const { summariesOf } = await import('../state/summaries.ts');
  const { maps, tokens } = store;
  const applied = notesOf(store).join('; ');
  return { summaries: summariesOf(store), layers: maps.map(({ layer }) => layer), tokens, applied };
}

async function picture(store: Store, ramp: Ramp): Promise<Svg> {
  const heads = await headsOf(store);
  if (heads) return (await import('./heads.ts')).headsSvg(heads, ramp, captionOf(store));
  const { svgOf } = await import('./svg.ts');
  const drawing = { matrix: store.matrix!, scale: store.scale, ramp, numbers: store.view === 'numbers' };
  const arcs = store.view === 'arcs';
  return svgOf({ drawing, arcs, out: store.dropped, link: store.pin, caption: captionOf(store) });
}

async function table(store: Store): Promise<string> {
  const heads = await headsOf(store);
  if (heads) return (await import('./heads.ts')).headsCsv(heads);
  return (await import('./csv.ts')).csvOf(store.matrix!, notesOf(store).join('; '));
}

async function data(store: Store): Promise<string> {
  const { jsonOf } = await import('./json.ts');
  const { matrix, maps, map, shownHead: head, look, applied } = store;
  const { shaping } = look;
  const changes = changesSaid(store);
  const shown = matrix && { matrix, layer: maps[map]!.layer, head, shaping, applied, changes };
  return jsonOf(store.seen!, shown, counts(store) ? changedOf(store) : {});
}

// What the model says of the sentence as it is stands beside the analysis of the changed run.
function changedOf({ edits, result }: Store): object {
  const { classes, prediction } = result!.analysis;
  return { edits, unedited: { classes, prediction } };
}

export async function download(kind: Kind, store: Store, ramp: Ramp, why: Why | null): Promise<void> {
  // The answer to changes comes a moment after them.
  while (why && counts(store) && store.unanswered) await new Promise(requestAnimationFrame);
  await saveAs(kind, nameOf(store), {
    picture: () => picture(store, ramp),
    table: () => table(store),
    data: () => data(store),
    page: async () =>
      (await import('./one-file.ts')).oneFile(store, (await why?.ofEveryClass()) ?? null, notesOf(store)),
  });
}
