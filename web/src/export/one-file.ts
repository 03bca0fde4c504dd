// The analysis as one page of its own, as `heed predict --html` writes it (engine/session/view/one_file.h).
import form from '../../../assets/one-file.html?url';
import type { Explained, ScoreSum } from '../generated/messages.ts';
import type { Store } from '../state/store.svelte.ts';
import { ofWords } from '../state/why/sums.ts';
import { words as nameOf } from '../text/format.ts';
import { t } from '../text/t.ts';
import { wordsOfForm } from './one-file-words.ts';

// 16-bit numbers, 65535 for 1, in base64.
export function packed(weights: Float32Array): string {
  const bytes = new Uint8Array(2 * weights.length);
  weights.forEach((weight, i) => {
    const value = Math.round(65535 * Math.min(Math.max(weight, 0), 1));
    bytes[2 * i] = value & 255;
    bytes[2 * i + 1] = value >> 8;
  });
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

// In a script element nothing ends it but "</script".
export const asBlock = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

// [H, T, S] as shown.
function whole(store: Store, map: number, heads: number): Float32Array {
  const all = Array.from({ length: heads }, (_, head) => store.weights(map, head)!);
  const joined = new Float32Array(heads * all[0]!.length);
  all.forEach((weights, head) => joined.set(weights, head * weights.length));
  return joined;
}

function mapsOf(store: Store): object {
  const { seen, matrix, maps, map, shownHead: head, tokens } = store;
  if (!seen?.weights.length) {
    // A big text takes the shown map alone.
    const rows = matrix?.rows.length;
    return {
      maps: matrix ? [{ layer: maps[map]!.layer, heads: 1, rows, weights: packed(matrix.weights) }] : [],
    };
  }
  const packedMaps = maps.map(({ layer, kind, shape: [heads] }, i) => {
    const rows = kind === 'pooling' ? 1 : tokens.length;
    return { layer, heads, rows, weights: packed(whole(store, i, heads)) };
  });
  return { maps: packedMaps, shown: { map, head } };
}

// What words add as they are shown; what others add is in no word.
function sumOf({ class: name, bias, sum, terms }: ScoreSum, members: Store['members']): object {
  const { values, rest } = ofWords(
    terms.map(({ value }) => value),
    members,
  );
  return { class: name, bias: bias + (rest ?? 0), sum, terms: values };
}

function itemOf(store: Store, explained: Explained | null, notes: readonly string[]): object {
  const { seen, tokens, label } = store;
  const { analysis } = seen!;
  return {
    text: analysis.text,
    tokens: tokens.map(({ text, known }) => ({ text, known })),
    classes: analysis.classes,
    prediction: analysis.prediction?.label ?? null,
    ...(notes.length && { note: notes.join('; ') }),
    ...(analysis.cut_at === undefined ? {} : { total_tokens: analysis.total_tokens }),
    ...mapsOf(store),
    contributions: (explained?.contributions ?? []).map((one) => sumOf(one, store.members)),
    ...(label !== null && { asked: label }),
  };
}

// What the page calls classes, where that is not their label.
function namesOf({ result, ours }: Store): Readonly<Record<string, string>> {
  const names = result!.analysis.classes.map(({ label }) => [label, nameOf(label, ours)] as const);
  return Object.fromEntries(names.filter(([label, name]) => name !== label.replaceAll('_', ' ')));
}

export async function oneFile(
  store: Store,
  explained: Explained | null,
  notes: readonly string[],
): Promise<string> {
  const response = await fetch(form);
  if (!response.ok) throw new Error(t('read.the-template-of-this-page-did-not-load', response.status));
  const { name, task } = store.answeredBy ?? store.model;
  const { lang: language } = document.documentElement;
  const words = wordsOfForm();
  const data = {
    language,
    words,
    names: namesOf(store),
    model: { name, task },
    items: [itemOf(store, explained, notes)],
  };
  // Who reads it without scripts gets what stands there.
  const told = (await response.text())
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(/(<noscript>)([^<]*)/, (all, tag: string, text: string) =>
      text in words ? `${tag}${words[text]}` : all,
    );
  const [head, tail] = told.replace(' @VERSION@', '').split('@DATA@');
  return `${head}${asBlock(data)}${tail}`;
}
