// <heed-attention model="enron-request" text="Please send it." view="map" editable>: what a model attends to, in any page.
// What it takes, says and tells of: package/heed-attention.d.ts.
import { mount, unmount } from 'svelte';
import type * as Public from './package/heed-attention.d.ts';
import Element from './Element.svelte';
import { adopt, release } from './sheets.ts';
import { Showing } from './showing.svelte.ts';
import { kAttributes, type Name, readAttribute, writeAttribute } from './attributes.ts';

// Where a page is made before there is a browser, the module can be read all the same.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

export class HeedAttention extends Base implements Public.HeedAttention {
  static readonly observedAttributes = Object.keys(kAttributes);
  readonly #showing = new Showing((name, detail) => this.#tell(name, detail));
  #view: object | undefined;

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true });
    adopt(root);
    this.#view ??= mount(Element, { target: root, props: { showing: this.#showing } });
  }

  disconnectedCallback(): void {
    // Whoever is moved to another place is connected again at once.
    queueMicrotask(() => {
      if (this.isConnected || !this.#view) return;
      release(this.shadowRoot!);
      void unmount(this.#view);
      this.#view = undefined;
    });
  }

  attributeChangedCallback(name: Name, _: string | null, value: string | null): void {
    const problem = readAttribute(this.#showing.given, name, value);
    if (problem) this.#tell('heed-error', { message: problem });
  }

  get analysis(): Public.HeedAnalysis | null {
    return this.#showing.analysis;
  }

  // What is asked now is answered by the next analysis.
  get model(): string {
    return this.#showing.given.model;
  }
  set model(value: string) {
    this.#write('model', value);
  }
  get text(): string {
    return this.#showing.given.text;
  }
  // Not written into the attribute: that of a text field is not either.
  set text(value: string) {
    this.#showing.given.text = `${value}`;
  }
  get view(): Public.HeedView {
    return this.#showing.given.view;
  }
  set view(value: Public.HeedView) {
    this.#write('view', value);
  }
  get editable(): boolean {
    return this.#showing.given.editable;
  }
  set editable(value: boolean) {
    this.#write('editable', value);
  }
  get numbers(): boolean {
    return this.#showing.given.numbers;
  }
  set numbers(value: boolean) {
    this.#write('numbers', value);
  }
  get layer(): number | null {
    return this.#showing.given.layer;
  }
  set layer(value: number | null) {
    this.#write('layer', value);
  }
  get head(): number | 'mean' | null {
    return this.#showing.given.head;
  }
  set head(value: number | 'mean' | null) {
    this.#write('head', value);
  }
  get scale(): Public.HeedScale {
    return this.#showing.given.scale;
  }
  set scale(value: Public.HeedScale) {
    this.#write('scale', value);
  }
  get label(): string | null {
    return this.#showing.given.label;
  }
  set label(value: string | null) {
    this.#write('label', value);
  }
  get theme(): Public.HeedTheme {
    return this.#showing.given.theme;
  }
  set theme(value: Public.HeedTheme) {
    this.#write('theme', value);
  }

  #write(name: Name, value: unknown): void {
    const written = writeAttribute(value);
    if (written === null) this.removeAttribute(name);
    else this.setAttribute(name, written);
  }

  #tell(name: keyof Public.HeedEvents, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

if (globalThis.customElements && !customElements.get('heed-attention'))
  customElements.define('heed-attention', HeedAttention);
