// Measures Markdown, and messages, as prose: sentences, their length, Flesch reading ease, and openings that hide the subject. Headings, code,
// tables and pictures do not count.
import { Marked, type Token, type Tokens } from 'marked';
import { hasVerb } from './verbs.ts';

export interface Prose {
  readonly sentences: readonly string[];
  readonly median: number;
  readonly longest: number;
  readonly ease: number;
  // Sentences that begin with a word that hides the subject, or that have no verb.
  readonly hidden: readonly string[];
  readonly verbless: readonly string[];
}

const kHidden = /^(Of|That (is|are|was|were)|What (is|are|was|were)|Whose|As far|Beside (it|them))\b/;
export const hidesSubject = (sentence: string) => kHidden.test(sentence);

// Inline code is one word, whatever it holds: "Code".
function inline(tokens: readonly Token[] = []): string {
  const text = (token: Token): string => {
    if (token.type === 'codespan') return 'Code';
    if (token.type === 'image' || token.type === 'html') return '';
    if (token.type === 'br') return ' ';
    return 'tokens' in token && token.tokens ? inline(token.tokens) : 'text' in token ? token.text : '';
  };
  return tokens.map(text).join('');
}

// Paragraphs and list items.
function blocks(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'list') return token.items.flatMap((item: Tokens.ListItem) => blocks(item.tokens));
    if (token.type === 'blockquote') return blocks(token.tokens ?? []);
    return token.type === 'paragraph' || token.type === 'text' ? [inline(token.tokens)] : [];
  });
}

// A full stop ends a sentence where a blank and a capital, a digit or a quotation mark follow.
export const split = (text: string): string[] =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/\b(e\.g|i\.e|z\. ?B|d\. ?h|et al)\.(?= )/g, '$1')
    .split(/(?<=[.!?][”"’)*]*) (?=[“"„‘«¿¡(*]*[\p{Lu}\d])|(?<=[。！？][”’）*]*)(?![”’）*])/u)
    .filter(Boolean);

// In Chinese, two characters are a word.
const wordsOf = (text: string): string[] =>
  text.match(
    /\p{Script=Han}{1,2}|(?!\p{Script=Han})[\p{L}\p{N}](?:(?!\p{Script=Han})[\p{L}\p{N}'’.,%-])*/gu,
  ) ?? [];

// English: groups of vowels, without a silent e at the end.
export function syllables(word: string): number {
  const letters = word.toLowerCase().replaceAll(/[^a-z]/g, '');
  if (!letters) return 1;
  const spoken = letters.replace(
    /(?<=[^aeiouydt])ed$|(?<=[^aeiouy])(?<![^aeiouy]l)e$|(?<=[^aeiouyscxzgh])es$/,
    '',
  );
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 1);
}

export const measure = (markdown: string): Prose =>
  measured(blocks(new Marked({ gfm: true }).lexer(markdown)).flatMap(split));

export function measured(sentences: readonly string[]): Prose {
  const lengths = sentences.map((one) => wordsOf(one).length).filter(Boolean);
  const sorted = lengths.toSorted((a, b) => a - b);
  const words = sentences.flatMap(wordsOf);
  const spoken = words.reduce((sum, word) => sum + syllables(word), 0);
  return {
    sentences,
    median: sorted[sorted.length >> 1] ?? 0,
    longest: sorted.at(-1) ?? 0,
    ease: 206.835 - (1.015 * words.length) / (lengths.length || 1) - (84.6 * spoken) / (words.length || 1),
    hidden: sentences.filter((one) => kHidden.test(one)),
    // A line of a list without a full stop is no sentence.
    verbless: sentences.filter((one) => /[.!?][”"’)]*$/.test(one) && !hasVerb(wordsOf(one))),
  };
}
