// The attention mechanisms, as the engine describes them.
import { kEntries } from '../../generated/mechanisms.ts';
import { formulaInWords } from '../../text/lab.ts';

type Entry = (typeof kEntries)[number];
export type Mechanism = Entry['name'];
export type Setting = 'width' | 'heads' | 'seed' | 'window' | 'draw';

export interface MechanismStep {
  // The name of the engine's matrix.
  readonly name: string;
  readonly title: string;
  readonly letter: string;
  // How a number of it came about: a rule of row.ts, or words with numbers in them.
  readonly arithmetic: string;
}

export interface Meaning {
  readonly title: string;
  readonly formula: string;
  // When it is used, and what it costs.
  readonly use: string;
  readonly from: string;
  // What of the settings it listens to, beside mask and temperature.
  readonly listens: readonly Setting[];
  // Its scores are divided by √K.
  readonly root: boolean;
  // It draws the key that it reads.
  readonly sampled: boolean;
  readonly steps: readonly MechanismStep[];
}

export const kMechanisms: readonly Mechanism[] = kEntries.map(({ name }) => name);
// Side by side in the lab.
export const kLabMechanisms: readonly Mechanism[] = kEntries
  .filter(({ traits }) => traits.side_by_side)
  .map(({ name }) => name);

const meaningOf = ({
  title,
  formula,
  explanation,
  cost,
  source,
  settings,
  traits,
  steps,
}: Entry): Meaning => ({
  title,
  formula: formulaInWords(formula),
  use: `${explanation} ${cost}`,
  from: source,
  listens: settings,
  root: traits.root,
  sampled: traits.sampled,
  steps,
});

export const kMeanings = Object.fromEntries(
  kEntries.map((entry) => [entry.name, meaningOf(entry)]),
) as Readonly<Record<Mechanism, Meaning>>;

export const listens = (mechanism: Mechanism, setting: Setting): boolean =>
  kMeanings[mechanism].listens.includes(setting);

// Finds a step of what the engine answered, whose mechanism is one of these.
export const stepNamed = (mechanism: string, step: string): MechanismStep | undefined =>
  kMeanings[mechanism as Mechanism].steps.find(({ name }) => name === step);
