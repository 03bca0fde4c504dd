import '../styles/typeface.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/controls.css';
import { mount } from 'svelte';
import { keepForOffline } from './offline/register.ts';
import Page from './panels/Page.svelte';
import { App } from './state/app.ts';
import { kHeaderFont } from './views/layout.ts';

// Milliseconds that the page waits for its font at most. It is there with this script as a rule, and to lay out the page
// without it, and then once more with it, takes longer.
const kFontWait = 40;

const loaded = new Promise((resolve) => addEventListener('load', resolve));

function begin(): void {
  const app = new App();
  app.router.begin(location.hash);
  mount(Page, { target: document.getElementById('app')!, props: { app } });
  void loaded.then(() => setTimeout(() => atRest(app), 1000));
}

// Neither is needed for what is on the screen.
function atRest(app: App): void {
  void keepForOffline();
  import('./rest.ts').then(({ begin }) => begin(app)).catch(() => {});
}

// What the worker has said while this script was read comes first: the page is then drawn with it, once.
const soon = () => setTimeout(begin);
const late = new Promise((resolve) => setTimeout(resolve, kFontWait));
Promise.race([document.fonts.load(kHeaderFont), late]).then(soon, soon);
