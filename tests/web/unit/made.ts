// Texts that nobody would think of, made from parts by a seed: the same ones every time.

export class Maker {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0 || 1;
  }

  // From 0 to below `most`: xorshift32.
  below(most: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % most;
  }

  oneOf<T>(all: readonly T[]): T {
    return all[this.below(all.length)]!;
  }

  // A text of these parts. Half of the texts repeat one part again and again, which makes expressions backtrack.
  text(parts: readonly string[], longest: number): string {
    const some = (most: number) => Array.from({ length: this.below(most) }, () => this.oneOf(parts)).join('');
    const pump = some(4) || this.oneOf(parts);
    const times = this.below(2) ? this.below(Math.ceil(longest / pump.length)) : 0;
    return `${some(8)}${pump.repeat(times)}${some(8)}`.slice(0, longest);
  }
}

// Milliseconds of the processor that one input may take.
export const kBudget = 200;

// The better of two: a first one also warms up.
export async function within(budget: number, run: () => unknown): Promise<boolean> {
  for (let i = 0; i < 2; i++) {
    const begun = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(begun);
    if (user + system <= 1000 * budget) return true;
  }
  return false;
}
