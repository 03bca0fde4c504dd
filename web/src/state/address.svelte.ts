// The address follows the state, a moment after the last change.
import type { App } from './app.svelte.ts';
import { linkFragment, writeFragment } from './fragment.ts';
import type { Settings } from './settings.ts';

const kPause = 250; // ms: some browsers refuse more than a few changes a second

export class Address {
  private section: Settings['section'] | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly app: App) {
    // Only for a link that is followed or gone back to: what the page itself writes makes no such event.
    addEventListener('hashchange', ({ newURL }) => void app.follow(new URL(newURL).hash));
    addEventListener('pagehide', () => void this.write(app.settings));
  }

  // Called with every state; the first one is the address's own.
  follow(settings: Settings): void {
    const before = this.section;
    this.section = settings.section;
    if (!before) return;
    clearTimeout(this.timer);
    // A section at once: the link to the one before would lead nowhere meanwhile.
    if (before !== settings.section) this.replace(linkFragment(settings));
    this.timer = setTimeout(() => void this.write(settings), kPause);
  }

  async link(): Promise<string> {
    return new URL(await writeFragment(this.app.settings), location.href).href;
  }

  private async write(settings: Settings): Promise<void> {
    clearTimeout(this.timer);
    this.replace(await writeFragment(settings));
  }

  private replace(fragment: string): void {
    if (fragment === location.hash) return;
    try {
      history.replaceState(history.state, '', fragment);
    } catch {
      // The browser refuses an address this long or this often; Copy link still makes one.
    }
  }
}
