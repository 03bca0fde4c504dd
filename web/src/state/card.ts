// The model card of a model, README.md of its folder, as text. Null where it came without one.
import type { AnyModel } from '../engine/gallery.ts';

export async function cardOf({ id, card, computer }: AnyModel): Promise<string | null> {
  if (card) return card.text();
  if (computer) return null;
  const failed = '[README.md] the model card could not be fetched: check the connection';
  const response = await fetch(`models/${id}/README.md`).catch((cause: unknown) => {
    throw new Error(failed, { cause });
  });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(failed);
  return response.text();
}
