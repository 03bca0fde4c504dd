// The words that count most, as a sentence names them: neighbours that say the same stand together, "could you".

export interface Strong {
  readonly words: readonly number[];
  readonly value: number;
}

// Beside the strongest, nothing weaker is worth a word.
const kWeakest = 0.05;
const kTogether = 3; // words

// At most `most`, the strongest first. Words are taken by size until there would be one group more.
export function strongest(values: readonly number[], most = 3): Strong[] {
  const order = [...values.keys()].sort((a, b) => Math.abs(values[b]!) - Math.abs(values[a]!));
  const least = kWeakest * Math.abs(values[order[0] ?? 0] ?? 0);
  const groups: number[][] = [];
  for (const word of order) {
    const value = values[word]!;
    if (Math.abs(value) <= least) break;
    const beside = groups.find(
      (group) =>
        group.length < kTogether &&
        group.some((other) => Math.abs(other - word) === 1 && values[other]! * value > 0),
    );
    if (beside) beside.push(word);
    else if (groups.length < most) groups.push([word]);
    else break;
  }
  return groups
    .map((words) => ({
      words: words.sort((a, b) => a - b),
      value: words.reduce((sum, word) => sum + values[word]!, 0),
    }))
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
}

// What the bias is beside the words' terms: it alone turns the score to its own side, or it is more than any of the words that a
// sentence names; null where neither.
export function besideWords(terms: readonly number[], bias: number): 'turns' | 'more' | null {
  const words = terms.reduce((sum, term) => sum + term, 0);
  if (bias * (bias + words) > 0 && words * (bias + words) <= 0) return 'turns';
  return bias !== 0 && strongest(terms).every(({ value }) => Math.abs(value) < Math.abs(bias))
    ? 'more'
    : null;
}

// The indices of the `most` words of a long text that count most, as they stand.
export function weightiest(values: readonly number[], most: number): number[] {
  const order = [...values.keys()];
  if (values.length <= most) return order;
  return order
    .sort((a, b) => Math.abs(values[b]!) - Math.abs(values[a]!))
    .slice(0, most)
    .sort((a, b) => a - b);
}
