// <heed-attention>: what a neural network attends to, computed in the page.

/** The map of who attends to whom, what each word adds to the prediction, or the map as arcs. */
export type HeedView = 'map' | 'why' | 'arcs';
/** What full colour stands for: see "Colour scale" under the map. */
export type HeedScale = 'even' | 'map' | 'absolute' | 'row' | 'stretched';
/** `auto` follows the system. */
export type HeedTheme = 'auto' | 'light' | 'dark';

export interface HeedToken {
  readonly text: string;
  /** Whether it is in the vocabulary of the model. */
  readonly known: boolean;
  /** Where it stands in the text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

export interface HeedClass {
  readonly label: string;
  /** 0 to 1. */
  readonly probability: number;
}

export interface HeedMap {
  /** From 0 up. */
  readonly layer: number;
  /** `pooling`: the one row is the sentence. */
  readonly kind: string;
  readonly heads: number;
  readonly rows: number;
  readonly columns: number;
  /** [heads, rows, columns], row by row; null of a text that is so long that its maps are computed one by one. */
  readonly weights: Float32Array | null;
}

/** What each word adds to the score of a class: the terms and the bias are the score. */
export interface HeedContributions {
  readonly label: string;
  readonly bias: number;
  readonly score: number;
  /** One per token. */
  readonly terms: readonly number[];
}

export interface HeedAnalysis {
  readonly text: string;
  readonly tokens: readonly HeedToken[];
  readonly classes: readonly HeedClass[];
  /** Null of a text without words. */
  readonly prediction: HeedClass | null;
  readonly maps: readonly HeedMap[];
  /** Empty unless the view is `why`. */
  readonly contributions: readonly HeedContributions[];
  /** That the engine took. */
  readonly milliseconds: number;
}

export interface HeedPoint {
  /** Indices of the row and the column; null where only the other is pointed at. */
  readonly query: number | null;
  readonly key: number | null;
  /** Of a cell; else null. */
  readonly weight: number | null;
}

/** All bubble, and leave the shadow tree. */
export interface HeedEvents {
  /** The model is open. */
  'heed-ready': CustomEvent<{ readonly model: string; readonly classes: readonly string[] }>;
  /** A text was read. */
  'heed-analysis': CustomEvent<HeedAnalysis>;
  /** Something is pointed at, by pointer or keyboard, or nothing any more. */
  'heed-point': CustomEvent<HeedPoint | null>;
  /** In words; what was shown before stays. */
  'heed-error': CustomEvent<{ readonly message: string }>;
}

export interface HeedAttention extends HTMLElement {
  /** A name of a model that ships, or the address of a folder with config.json, tokenizer.json and model.safetensors. */
  model: string;
  text: string;
  view: HeedView;
  /** Whether the text can be typed. */
  editable: boolean;
  /** Whether each weight stands in its cell. */
  numbers: boolean;
  /** From 0 up; null: the last layer. */
  layer: number | null;
  /** From 0 up, or the average of all; null: the first head. */
  head: number | 'mean' | null;
  scale: HeedScale;
  /** The class that is asked why; null: the predicted one. */
  label: string | null;
  theme: HeedTheme;
  /** Of the text that was read last. */
  readonly analysis: HeedAnalysis | null;
}

export declare const HeedAttention: { prototype: HeedAttention; new (): HeedAttention };

declare global {
  interface HTMLElementTagNameMap {
    'heed-attention': HeedAttention;
  }
  interface HTMLElementEventMap extends HeedEvents {}
}
