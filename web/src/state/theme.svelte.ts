// Light or dark: the system decides, unless the visitor has.

export const kThemes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof kThemes)[number];

const kKey = 'heed:theme';

export class ThemeChoice {
  choice = $state<Theme>(chosenBefore());
  private system = $state(false);
  readonly dark = $derived(this.choice === 'system' ? this.system : this.choice === 'dark');

  constructor() {
    const query = matchMedia('(prefers-color-scheme: dark)');
    this.system = query.matches;
    query.addEventListener('change', () => (this.system = query.matches));
  }

  next(): void {
    this.choice = kThemes[(kThemes.indexOf(this.choice) + 1) % kThemes.length]!;
    const root = document.documentElement;
    if (this.choice === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = this.choice;
    try {
      localStorage.setItem(kKey, this.choice);
    } catch {
      // Not kept where storage is closed; the page still changes.
    }
  }
}

function chosenBefore(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return kThemes.find((name) => name === theme) ?? 'system';
}
