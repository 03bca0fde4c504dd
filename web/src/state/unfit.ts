// What a link asks for and its model or text does not have: it is let go, by name, so that page and address say the same.
import { kMethods } from '../generated/methods.ts';
import type { Link } from './link.ts';
import { kContribution } from './settings.ts';
import type { Store } from './store.svelte.ts';

const reaches = (link: Link, tokens: number) =>
  [
    link.kind === 'token' ? link.token : 0,
    'query' in link ? link.query : 0,
    'key' in link ? link.key : 0,
  ].every((at) => at < tokens);

// The last result is of what the link opened.
export function letGoUnfit(store: Store): string[] {
  const { layer, head, label, against, pin, method, result } = store;
  const { classes, tokens } = result!.analysis;
  const isClass = (name: string | null) => name === null || classes.some((one) => one.label === name);
  const gone: string[] = [];
  const check = (fits: boolean, name: string, letGo: () => void) => {
    if (fits) return;
    gone.push(name);
    letGo();
  };
  check(layer === null || store.layers.includes(layer), 'layer', () => (store.layer = null));
  check(head === null || head === store.shownHead, 'head', () => (store.head = null));
  check(isClass(label), 'class', () => (store.label = null));
  check(isClass(against), 'against', () => (store.against = null));
  check(store.edits.length === 0 || store.explainable, 'edits', () => {
    store.edits = [];
    store.whatIf = false;
  });
  check(!pin || reaches(pin, tokens.length), 'pin', () => (store.pin = null));
  check(
    kMethods.some(({ name }) => name === method),
    'method',
    () => (store.method = kContribution),
  );
  return gone;
}
