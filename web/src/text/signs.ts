// Characters that cannot be seen, as signs that can.
import { t } from './t.ts';

export interface Shown {
  readonly text: string;
  // What the sign stands for; null where the text is itself.
  readonly sign: string | null;
}

const kSigns: Readonly<Record<string, readonly [sign: string, name: string]>> = {
  ' ': ['·', t('page.space')],
  '\t': ['⇥', t('tokenizer.tab')],
  '\n': ['↵', t('page.line-break')],
  '\r': ['↵', t('tokenizer.carriage-return')],
  '\u00a0': ['⍽', t('tokenizer.no-break-space')],
  '\u202f': ['⍽', t('tokenizer.narrow-no-break-space')],
  '\u3000': ['□', t('tokenizer.ideographic-space')],
};

// Other white space, control and format characters: by their number. U+200D joins emoji, U+200C letters.
const kUnseen = /[\p{Zs}\p{Zl}\p{Zp}\p{Cc}\p{Cf}]/u;
const kJoins = /[\u200c\u200d]/;

export function shown(text: string): Shown[] {
  const all: Shown[] = [];
  for (const character of text) {
    const known = kSigns[character];
    const hidden = !known && kUnseen.test(character) && (text.length === 1 || !kJoins.test(character));
    const code = () => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
    const next: Shown = known
      ? { text: known[0], sign: known[1] }
      : hidden
        ? { text: code(), sign: code() }
        : { text: character, sign: null };
    const last = all.at(-1);
    if (last && last.sign === null && next.sign === null)
      all[all.length - 1] = { text: last.text + next.text, sign: null };
    else all.push(next);
  }
  return all;
}

// A combining mark alone has nothing to stand on: a dotted circle holds it.
export const standing = (text: string): string => (/^\p{M}/u.test(text) ? `\u25cc${text}` : text);

// The direction that a text begins with: that of its first letter.
export function directionOf(text: string): 'ltr' | 'rtl' {
  const first = /\p{L}/u.exec(text)?.[0];
  return first !== undefined &&
    /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
    ? 'rtl'
    : 'ltr';
}
