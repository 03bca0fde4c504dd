// Measures a sentence step by step, so that experiments with a large model can be watched and
// stopped.
import { kMostTokens } from '../../engine/analysis.ts';
import type { Answers, Kind, Takes } from '../../engine/protocol.ts';
import type { Attributed, Faithfulness, MapExperiments } from '../../generated/messages.ts';
import { t } from '../../text/t.ts';
import { kMethods } from '../why/methods.ts';

export interface Measured {
  readonly found: Faithfulness | null;
  // By every method that can be asked.
  readonly attributions: readonly Attributed[];
  readonly done: MapExperiments;
}

export const kNothing: Measured = { found: null, attributions: [], done: {} };

export type Ask = <K extends Kind>(kind: K, given: Omit<Takes<K>, 'model'>) => Promise<Answers<K>>;

export interface Step {
  // "measuring …"
  readonly name: string;
  measure(ask: Ask, text: string, seed: number): Promise<Partial<Measured>>;
}

const given = (text: string) => ({ text, max_tokens: kMostTokens });

const agreement: Step = {
  name: t('evidence.agreement'),
  measure: async (ask, text) => ({ found: await ask('faithfulness', given(text)) }),
};

const method = ({ name, title }: (typeof kMethods)[number]): Step => ({
  name: title,
  measure: async (ask, text) => {
    const asked = { ...given(text), contributions: false, methods: [name], unasked: true };
    return { attributions: (await ask('explain', asked)).attributions };
  },
});

// It takes hundreds of steps where a model is far from straight, so that the others do not wait for it.
const kLongest = 'integrated-gradients';

const experiment = (
  name: string,
  wanted: keyof MapExperiments,
  more: Partial<Omit<Takes<'experiment'>, 'model'>> = {},
): Step => ({
  name,
  measure: async (ask, text, seed) => ({
    done: (await ask('experiment', { ...given(text), wanted: [wanted], seed, ...more })) ?? {},
  }),
});

const kErasing: readonly string[] = ['attention', 'contribution', 'leave-one-out'];
const erased = kMethods
  .filter(({ name }) => kErasing.includes(name))
  .map(({ name, title }) =>
    experiment(t('evidence.words-removed-by', title), 'erased', { methods: [name], random_orders: 0 }),
  );

// Each but the last costs at most some hundred passes of the model.
export const kSteps: readonly Step[] = [
  agreement,
  ...kMethods.filter(({ name }) => name !== kLongest).map(method),
  experiment(t('evidence.another-map'), 'adversarial'),
  experiment(t('evidence.shuffled-maps'), 'permutations'),
  experiment(t('evidence.a-map-of-equal-weights'), 'even'),
  experiment(t('evidence.removed-weights-inline'), 'silenced'),
  ...erased,
  experiment(t('evidence.words-removed-at-random'), 'erased', { methods: [] }),
  ...kMethods.filter(({ name }) => name === kLongest).map(method),
];

const placeOf = ({ method }: Attributed) => kMethods.findIndex(({ name }) => name === method);

export function together(before: Measured, more: Partial<Measured>): Measured {
  const erased = [...(before.done.erased ?? []), ...(more.done?.erased ?? [])];
  return {
    found: more.found ?? before.found,
    attributions: [...before.attributions, ...(more.attributions ?? [])].sort(
      (a, b) => placeOf(a) - placeOf(b),
    ),
    done: { ...before.done, ...more.done, ...(erased.length > 0 && { erased }) },
  };
}
