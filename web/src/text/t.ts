// Words of the page by their ids in web/languages/. A build puts the words of its language in the place of the call; what stands here
// is for tests, and in English.
import en from '../../languages/en.json' with { type: 'json' };
import type { Filled } from '../generated/filled.ts';

export type MessageId = keyof typeof en.messages;
type Values<Id extends MessageId> = Id extends keyof Filled ? Filled[Id] : [];

export function t<Id extends MessageId>(id: Id, ...values: Values<Id>): string {
  const words: string | { readonly one: string; readonly other: string } = en.messages[id];
  const given = values as readonly (string | number)[];
  if (typeof words === 'string')
    return words.replaceAll(/\{(\d+)\}/g, (_, i: string) => String(given[Number(i)]));
  return words[given[0] === 1 ? 'one' : 'other'].replace('{0}', given[0]!.toLocaleString('en'));
}
