// Finding a token by its text, or by its number.

const plain = (text: string) => text.toLowerCase().replace(/^(##|[Ġ▁…])(?=.)/, '');

// The next one after `from` in the direction of `step`, around the end; the same text before one that only begins
// with it. "#12", or a number that is no token's text, is the twelfth.
export function find(
  texts: readonly string[],
  wanted: string,
  from: number,
  step: 1 | -1 = 1,
): number | null {
  const text = plain(wanted.trim());
  if (text === '') return null;
  const all = texts.map(plain);
  const matches = [(one: string) => one === text, (one: string) => one.startsWith(text)];
  for (const match of matches) {
    const start = from < 0 && step < 0 ? 0 : from;
    for (let i = 1; i <= all.length; i++) {
      const at = (((start + step * i) % all.length) + all.length) % all.length;
      if (match(all[at]!)) return at;
    }
  }
  const number = Number(/^#?(\d+)$/.exec(wanted.trim())?.[1] ?? NaN);
  return number >= 1 && number <= all.length ? number - 1 : null;
}
