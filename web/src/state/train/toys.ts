// The toy tasks, with the recipes that `heed train` has of them.
import { kToys } from '../../generated/recipe.ts';
import { fields, usualOf, type Value, type Values } from './recipes.ts';

export { kToys };
export const kToyNames = kToys.map(({ name }) => name);
export type ToyName = (typeof kToyNames)[number];

const toys = import.meta.glob<Record<string, unknown>>('../../../../assets/recipes/toy-*.json', {
  eager: true,
  import: 'default',
});
const flat = (value: object, before = ''): [string, Value][] =>
  Object.entries(value).flatMap(([key, inner]: [string, Value | object]) =>
    typeof inner === 'object' ? flat(inner, `${before}${key}.`) : [[`${before}${key}`, inner]],
  );

// How long its texts are, how many, and what differs from the usual settings of the kind that learns it.
export function toyOf(name: string): {
  readonly length: number;
  readonly examples: number;
  readonly changed: Values;
} {
  const [recipe] = Object.entries(toys).flatMap(([file, one]) =>
    file.endsWith(`/toy-${name}.json`) ? [one] : [],
  );
  const all = Object.fromEntries(flat(recipe!));
  const { open, more } = fields(kToyKind);
  const changed = [...open, ...more].flatMap((field): [string, Value][] => {
    const value = all[field.key];
    return value === undefined || value === usualOf(kToyKind, field) ? [] : [[field.key, value]];
  });
  return {
    length: Number(all['data.toy_length']),
    examples: Number(all['data.toy_examples']),
    changed: Object.fromEntries(changed),
  };
}
export const kToyKind = 'transformer';

// The toy data of a recipe.
export function toyData(name: string): object {
  const { length, examples } = toyOf(name);
  return { toy: name, toy_examples: examples, toy_length: length };
}
