// Names and labels that a stranger may have written, as they can stand in a line of the page.

// Characters.
export const kLongestName = 80;
// A piece of a vocabulary may be as long; and one of a text, whose words one has typed.
export const kLongestPiece = 100;
export const kLongestToken = 1000;

// What turns letters around, breaks lines or is not there: controls, and marks of direction, but those that join letters.
const kOdd = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f]/u;
const kPlain = /^[\p{L}\p{N}\p{P}\p{S} ]*$/u;

// No letter carries more than these marks: a pile of them covers the lines above.
const kMarks = 6;

function* calm(text: string): Generator<string> {
  let marks = 0;
  let space = false;
  for (const character of text) {
    marks = /\p{M}/u.test(character) ? marks + 1 : 0;
    const blank = /\s/u.test(character);
    if (marks <= kMarks && !(blank && space)) yield blank ? ' ' : character.replace(kOdd, '\ufffd');
    space = blank;
  }
}

// At most `longest` characters, all of which can be seen; "…" stands for the rest.
export function inALine(text: string, longest = kLongestName): string {
  if (text.length <= longest && kPlain.test(text)) return text;
  const kept: string[] = [];
  for (const character of calm(text)) {
    if (kept.length === longest) return `${kept.slice(0, -1).join('').trimEnd()}…`;
    kept.push(character);
  }
  return kept.join('');
}

// The whole, for those who point at what is not all of it.
export const wholeOf = (text: string, longest = kLongestName): string | undefined =>
  inALine(text, longest) === text ? undefined : text.slice(0, 10 * longest);
