import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/page.css';
import '../styles/map.css';
import { mount } from 'svelte';
import { keepForOffline } from './offline/register.ts';
import Page from './panels/Page.svelte';
import { App } from './state/app.svelte.ts';

// The engine loads while the page is drawn.
const app = new App();
app.begin(location.hash);
mount(Page, { target: document.getElementById('app')!, props: { app } });
addEventListener('load', () => setTimeout(() => void keepForOffline(), 1000));
