// The manual's own script: a search over its sections, which needs no network once it was used.
import '../styles/typeface.css';
import '../styles/tokens.css';
import '../styles/base.css';
import './manual.css';
import MiniSearch from 'minisearch';

const kMost = 12;

const input = document.querySelector<HTMLInputElement>('#search')!;
const results = document.querySelector<HTMLElement>('#results')!;
const found = document.querySelector<HTMLElement>('#found')!;
// What the search says, in the language of the page.
const { sections, nothing, broken } = document.querySelector<HTMLElement>('.manual-search')!
  .dataset as Record<string, string>;

interface Hit {
  readonly id: string;
  readonly title: string;
  readonly page: string;
}

let index: Promise<MiniSearch<Hit>> | undefined;
async function load(): Promise<MiniSearch<Hit>> {
  const response = await fetch(new URL('search.json', document.baseURI));
  if (!response.ok) throw new Error(`the index could not be fetched (${response.status})`);
  return MiniSearch.loadJSON<Hit>(await response.text(), {
    fields: ['title', 'text'],
    storeFields: ['title', 'page'],
  });
}

function show(hits: readonly Hit[]): void {
  results.replaceChildren(
    ...hits.map(({ id, title, page }) => {
      const link = document.createElement('a');
      link.href = id;
      const where = document.createElement('small');
      link.textContent = title;
      where.textContent = page;
      if (page !== title) link.append(where);
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
}

async function search(): Promise<void> {
  const asked = input.value.trim();
  results.hidden = asked === '';
  if (asked === '') return void (found.textContent = '');
  try {
    index ??= load();
    const options = { prefix: true, fuzzy: 0.2, boost: { title: 3 } };
    const all = await index;
    const both = all.search(asked, { ...options, combineWith: 'AND' });
    const hits = (both.length ? both : all.search(asked, options)) as unknown as Hit[];
    if (asked !== input.value.trim()) return; // a letter more was typed meanwhile
    show(hits.slice(0, kMost));
    found.textContent = sections!.replace('%n', String(hits.length));
    if (!hits.length) results.textContent = nothing!.replace('%s', () => asked);
  } catch (error) {
    index = undefined;
    results.textContent = broken!.replace('%s', () => String(error));
  }
}

const links = () => [...results.querySelectorAll('a')];
function walk(event: KeyboardEvent): void {
  const all = links();
  const at = all.indexOf(document.activeElement as HTMLAnchorElement);
  if (event.key === 'Escape') {
    input.value = '';
    input.focus();
    void search();
  } else if (event.key === 'ArrowDown') (all[at + 1] ?? all.at(-1))?.focus();
  else if (event.key === 'ArrowUp') (at > 0 ? all[at - 1] : input)?.focus();
  else if (event.key === 'Enter' && event.target === input) all[0]?.click();
  else return;
  event.preventDefault();
}

input.addEventListener('input', () => void search());
input.parentElement!.addEventListener('keydown', walk);
results.addEventListener('click', () => (results.hidden = true));

// Read once, it is there without a network from then on; so is what its examples need.
async function keep(): Promise<void> {
  const { lang } = document.documentElement;
  const names = ['heed-manual'];
  if (document.querySelector('heed-attention')) names.push('heed-embed');
  if (lang !== 'en') names.push(`heed-${lang}`);
  const { active } = (await navigator.serviceWorker?.getRegistration()) ?? {};
  for (const name of names) active?.postMessage({ keep: name });
}
void keep();
