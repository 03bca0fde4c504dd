// The run under changes beside the run of the sentence as it was typed.
import type { Result, Token } from '../../engine/analysis.ts';

// The run with the sentence's own list of tokens where no word was changed: who draws it knows it by that.
export function ofSameWords(run: Result, { analysis: { tokens } }: Result): Result {
  const { analysis } = run;
  const alike = analysis.tokens.length === tokens.length;
  if (!alike || analysis.tokens.some(({ text }, i) => text !== tokens[i]!.text)) return run;
  return { ...run, analysis: { ...analysis, tokens } };
}

// Where a token that is shown stands in the sentence as it was typed; null where it does not.
export function typedAt(typed: readonly Token[], read: readonly Token[], token: number): number | null {
  const shown = read[token];
  if (typed === read || !shown) return shown ? token : null;
  // Tokens of one place, such as those around the text, follow each other in the same order.
  const alike = ({ start, end }: Token) => start === shown.start && end === shown.end;
  const nth = read.slice(0, token).filter(alike).length;
  const places = [...typed.keys()].filter((at) => alike(typed[at]!));
  return places[Math.min(nth, places.length - 1)] ?? null;
}
