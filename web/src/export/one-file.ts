// The analysis as one page of its own, as `heed predict --html` writes it (engine/session/view/one_file.h).
import form from '../../../assets/one-file.html?url';
import type { Explained } from '../generated/messages.ts';
import type { Store } from '../state/store.svelte.ts';
import { follows } from './changes.ts';
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

function mapsOf({ seen, matrix, maps, map }: Store): object[] {
  const { analysis, weights } = seen!;
  if (weights.length)
    return analysis.attention.map(({ layer, shape: [heads, rows] }, i) => ({
      layer,
      heads,
      rows,
      weights: packed(weights[i]!),
    }));
  // Of a big text, the one that is shown.
  if (!matrix) return [];
  return [{ layer: maps[map]!.layer, heads: 1, rows: matrix.rows.length, weights: packed(matrix.weights) }];
}

// `changes`: in words; what each word adds is of the sentence without them.
function itemOf(store: Store, explained: Explained | null, changes: string): object {
  const { analysis, weights } = store.seen!;
  const answer = changes && follows(store) ? store.edited! : store.result!.analysis;
  // A map that was reshaped belongs to other tokens than the model's.
  const tokens = weights.length ? analysis.tokens : store.tokens;
  const asTyped = tokens === analysis.tokens && answer === store.result!.analysis;
  const own = asTyped ? (explained?.contributions ?? []) : [];
  return {
    text: analysis.text,
    tokens: tokens.map(({ text, known }) => ({ text, known })),
    classes: answer.classes,
    prediction: answer.prediction?.label ?? null,
    ...(changes && { note: changes }),
    ...(analysis.cut_at === undefined ? {} : { total_tokens: analysis.total_tokens }),
    maps: mapsOf(store),
    contributions: own.map(({ class: name, bias, sum, terms }) => ({
      class: name,
      bias,
      sum,
      terms: terms.map(({ value }) => value),
    })),
  };
}

export async function oneFile(store: Store, explained: Explained | null, changes: string): Promise<string> {
  const response = await fetch(form);
  if (!response.ok) throw new Error(`The form of the page could not be fetched (${response.status}).`);
  const { name, task } = store.answeredBy ?? store.model;
  const { lang: language } = document.documentElement;
  const words = wordsOfForm();
  const data = { language, words, model: { name, task }, items: [itemOf(store, explained, changes)] };
  // Who reads it without scripts gets what stands there.
  const told = (await response.text())
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(/(<noscript>)([^<]*)/, (all, tag: string, text: string) =>
      text in words ? `${tag}${words[text]}` : all,
    );
  const [head, tail] = told.replace(' @VERSION@', '').split('@DATA@');
  return `${head}${asBlock(data)}${tail}`;
}
