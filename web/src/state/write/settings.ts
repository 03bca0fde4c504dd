// What a link to the section Next word restores: the text, how the next token is chosen, and which model writes.
import {
  decimal,
  flag,
  othersIn,
  perhaps,
  readTable,
  type Table,
  text,
  usual,
  whole,
  writeTable,
} from '../lab/parameters.ts';

import { kEdits } from './edits.ts';

// Characters: about as much as a model of 1,024 tokens reads.
export const kLongestBeginning = 4000;

export interface WritingSettings {
  text: string;
  temperature: number;
  topK: number;
  topP: number;
  seed: number;
  int8: boolean;
  edits: string;
  // The id of one of ours; "hub:owner/name" for one of the Hub; a link could open no other.
  model: string | null;
  // Null: the last layer, the mean of all heads.
  layer: number | null;
  head: number | null;
}

const kWriting: Table<WritingSettings> = {
  text: text('The old man opened the door and', kLongestBeginning),
  temperature: decimal(0.8, 0, 2),
  topK: whole(40, 0, 1000),
  topP: decimal(1, 0, 1),
  seed: whole(1, 0, 999_999_999),
  int8: flag(false),
  edits: kEdits,
  model: perhaps(text('', 100)),
  layer: perhaps(whole(0, 0, 1000)),
  head: perhaps(whole(0, 0, 1000)),
};

export const usualWriting = (): WritingSettings => usual(kWriting);

export const readWriting = (more: string) => readTable('write', kWriting, new URLSearchParams(more));

// Parameters of other sections, which `before` may carry, stay.
export function writeWriting(settings: WritingSettings, before: string): string {
  const others = othersIn('write', before);
  return `${new URLSearchParams([...others, ...writeTable('write', kWriting, settings)])}`;
}
