// The model card of a model, README.md of its folder, as text. Null where it came without one.
import type { AnyModel } from '../engine/gallery.ts';
import { kLongestCard } from '../text/markdown.ts';

export async function cardOf({ id, card, computer }: AnyModel): Promise<string | null> {
  // A few bytes more than are shown: the rest may be of any size.
  if (card) return card.slice(0, 4 * (kLongestCard + 1)).text();
  if (computer) return null;
  const failed = '[README.md] the model card could not be fetched: check the connection';
  const response = await fetch(`models/${id}/README.md`).catch((cause: unknown) => {
    throw new Error(failed, { cause });
  });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(failed);
  // A host may answer with its start page instead of saying that the file is missing.
  if (response.headers.get('content-type')?.startsWith('text/html')) throw new Error(failed);
  return response.text();
}
