// What a link to the section Translate restores: the text, what its target was made to begin with, the beam, the map, and
// which of our models writes.
import { t } from '../../text/t.ts';
import {
  choice,
  flag,
  othersIn,
  type Parameter,
  perhaps,
  readTable,
  type Table,
  text,
  usual,
  whole,
  writeTable,
} from '../lab/parameters.ts';
import { kEdits } from '../write/edits.ts';

export const kLongestSource = 1000; // characters

// What looks at what.
export const kParts = ['cross', 'encoder', 'decoder'] as const;
export type LookingPart = (typeof kParts)[number];

export interface TranslatingSettings {
  text: string;
  // Ids of tokens, as the vocabulary of the model has them: "51-244".
  forced: string;
  // Edits of what is looked at, as engine/explain/edit.h writes them: "*.*.*.2=0;0.1.3.only=5".
  edits: string;
  beam: number;
  int8: boolean;
  // The id of one of ours; "hub:owner/name" for one of the Hub; a link could open no other.
  model: string | null;
  part: LookingPart;
  // Null: the last layer, the mean of all heads.
  layer: number | null;
  head: number | null;
  // Pieces of a word are one row and one column of the map.
  words: boolean;
}

const kIds: Parameter<string> = {
  usual: '',
  read: (words) => (/^(\d{1,7}(-\d{1,7})*)?$/.test(words) ? words : undefined),
  write: (ids) => ids,
};

const kTranslating: Table<TranslatingSettings> = {
  text: text(t('translate.saturday-march-14-1987'), kLongestSource),
  forced: kIds,
  edits: kEdits,
  beam: whole(4, 1, 16),
  int8: flag(false),
  model: perhaps(text('', 100)),
  part: choice(kParts, 'cross'),
  layer: perhaps(whole(0, 0, 1000)),
  head: perhaps(whole(0, 0, 1000)),
  words: flag(false),
};

export const usualTranslating = (): TranslatingSettings => usual(kTranslating);

export const readTranslating = (more: string) =>
  readTable('translate', kTranslating, new URLSearchParams(more));

// Parameters of other sections, which `before` may carry, stay.
export function writeTranslating(settings: TranslatingSettings, before: string): string {
  const others = othersIn('translate', before);
  const own = writeTable('translate', kTranslating, settings);
  // A link that names a model and no text stands for the model's own example.
  if (settings.model !== null && settings.text === kTranslating.text.usual)
    own.unshift(['translate.text', settings.text]);
  return `${new URLSearchParams([...others, ...own])}`;
}

export const idsOf = (forced: string): number[] => forced.split('-').filter(Boolean).map(Number);
