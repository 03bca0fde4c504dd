// Files of the attention that is on the screen, made when they are asked for.
import type { Ramp } from '../colour/ramp.ts';
import type { Kind } from './kinds.ts';
import type { Store } from '../state/store.svelte.ts';
import { weight, words } from '../text/format.ts';
import type { Why } from '../state/why/why.svelte.ts';
import { saveAs } from './file.ts';
import type { Svg } from './svg.ts';

// "heed-enron-request-attention", with layer and head where the model has several.
function nameOf({
  view,
  several,
  layers,
  map,
  heads,
  shownHead,
  special,
  pieces,
  applied,
  model: chosen,
  answeredBy,
}: Store): string {
  // Named after what is on the screen, whatever is being opened.
  const model = answeredBy ?? chosen;
  const all = view === 'heads' && several ? 'all-heads' : null;
  const layer = all ? [all] : layers.length > 1 ? [`layer-${(layers[map] ?? 0) + 1}`] : [];
  const head = !all && heads > 1 ? [shownHead === 'mean' ? 'mean' : `head-${shownHead + 1}`] : [];
  const hidden = special === 'hidden' ? ['no-special'] : [];
  const merged = pieces === 'words' ? ['words'] : [];
  const parts = [
    'heed',
    model.id,
    'attention',
    ...layer,
    ...head,
    ...(applied ? [...hidden, ...merged] : []),
  ];
  return parts.join('-');
}

function captionOf({ result, model: chosen, answeredBy, applied }: Store): string[] {
  const model = answeredBy ?? chosen;
  const { text, prediction } = result!.analysis;
  const shown = text.length > 90 ? `${text.slice(0, 89)}…` : text;
  const verdict = prediction ? `: ${words(prediction.label)} ${weight(prediction.probability)}` : '';
  return [shown, `${model.name}${verdict}`, ...(applied ? [`As shown: ${applied}.`] : [])];
}

// Of all heads at once, where they are on the screen.
async function headsOf(store: Store) {
  if (store.view !== 'heads' || !store.several) return null;
  const { summariesOf } = await import('../state/summaries.ts');
  const { maps, tokens, applied } = store;
  return { summaries: summariesOf(store), layers: maps.map(({ layer }) => layer + 1), tokens, applied };
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
  return (await import('./csv.ts')).csvOf(store.matrix!, store.applied);
}

async function data(store: Store): Promise<string> {
  const { jsonOf } = await import('./json.ts');
  const { matrix, maps, map, shownHead: head, look, applied } = store;
  const { shaping } = look;
  return jsonOf(store.result!, matrix && { matrix, layer: maps[map]!.layer, head, shaping, applied });
}

export async function download(kind: Kind, store: Store, ramp: Ramp, why: Why | null): Promise<void> {
  await saveAs(kind, nameOf(store), {
    picture: () => picture(store, ramp),
    table: () => table(store),
    data: () => data(store),
    page: async () => (await import('./one-file.ts')).oneFile(store, (await why?.ofEveryClass()) ?? null),
  });
}
