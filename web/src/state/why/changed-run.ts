// The run under changes as a result like that of any sentence, so that every view and every file shows it the same way.
import { strongestPairs } from '../../attention/pairs.ts';
import { received } from '../../attention/reshape.ts';
import type { Result, Token } from '../../engine/analysis.ts';
import type { EditedText } from '../../generated/messages.ts';
import { weightsOf } from '../matrix.ts';

// As the model reads them. The same list where no word was changed: who draws it knows it by that.
function read(tokens: readonly Token[], { tokens: texts }: EditedText): readonly Token[] {
  if (tokens.every(({ text }, i) => text === texts[i])) return tokens;
  return tokens.map((token, i) => (token.text === texts[i] ? token : { ...token, text: texts[i]! }));
}

// `maps`: [H, T, S] each. Null where they are not there, or belong to fewer words than stand in the sentence.
export function runOf(
  { analysis, weights, milliseconds }: Result,
  edited: EditedText,
  maps: readonly Float32Array[],
): Result | null {
  const { attention } = analysis;
  const alike = maps.every((map, i) => map.length === weights[i]?.length);
  if (edited.tokens.length !== analysis.tokens.length || maps.length !== attention.length || !alike)
    return null;
  const tokens = read(analysis.tokens, edited);
  const { classes, prediction } = edited;
  const run = { analysis: { ...analysis, tokens, classes, prediction }, weights: maps, milliseconds };
  const last = attention.length - 1;
  const map = attention[last];
  if (!map) return run;
  const heads = Array.from({ length: map.shape[0] }, (_, head) => head);
  const units = { tokens, members: [] };
  const pairs = strongestPairs(heads, (head) => weightsOf(run, last, head)!, map, units);
  return {
    ...run,
    analysis: {
      ...run.analysis,
      received: received(weightsOf(run, last, 'mean')!, tokens.length),
      top_pairs: pairs.filter(({ weight }) => weight > 0),
    },
  };
}
