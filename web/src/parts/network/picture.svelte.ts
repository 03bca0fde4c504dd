// The picture of what the page shows: its scene, where it stands, and what of it is lit.
import type { Link } from '../../state/link.ts';
import type { Store } from '../../state/store.svelte.ts';
import type { Why } from '../../state/why/why.svelte.ts';
import { words } from '../../text/format.ts';
import { visible } from '../../text/pieces.ts';
import { fontOf, type Room, widths } from '../../views/layout.ts';
import { givenOf, othersOf, readoutOf } from './given.ts';
import { type Box, layOut, roomIn } from './layout.ts';
import { type At, litOf } from './lit.ts';
import { type Scene, sceneOf } from './scene.ts';

export const kFont = fontOf(13);
const kMeasured = 80; // tokens
const kManyClasses = 8;
const kOtherAnswers = 92; // pixels, where labels are not measured

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
const widest = (texts: readonly string[]) => Math.ceil(Math.max(0, ...widths(texts, kFont)));

function answersWidth(store: Store): number {
  if (readoutOf(store) === 'each') return store.seen?.analysis.labels ? 64 : 12;
  const classes = store.seen?.analysis.classes ?? [];
  if (!classes.length || classes.length > kManyClasses) return kOtherAnswers;
  return widest(classes.map(({ label }) => words(label, store.ours))) + 20;
}

export function boxOf(store: Store, { width, height }: Room): Box {
  const texts = store.tokens.slice(0, kMeasured).map(({ text }) => visible(text));
  if (store.tokens.length > kMeasured / 5) texts.push('000 tokens');
  return {
    width,
    height,
    words: clamp(widest(texts) + 10, 44, width * 0.24),
    answers: clamp(answersWidth(store), 12, width * 0.27),
  };
}

export function sceneIn(store: Store, why: Why | null, box: Box): Scene | null {
  const given = givenOf(store, why, roomIn(box, othersOf(store)));
  return given && sceneOf(given);
}

// The stage whose lines are those of the page's map.
const shownStage = ({ stages, readout }: Scene): number =>
  stages.findIndex(({ kind, column }) => column?.shown || (kind === 'sentence' && readout === 'map'));

const rowOf = ({ rows }: Scene, token: number): number =>
  rows.findIndex(({ members }) => members.includes(token));

export function atOf(scene: Scene, link: Link | null): At | null {
  if (!link) return null;
  const stage = shownStage(scene);
  const pooled = scene.stages[stage]?.kind === 'sentence';
  if (link.kind === 'token' || link.kind === 'key') {
    const index = rowOf(scene, link.kind === 'token' ? link.token : link.key);
    return index < 0 ? null : { kind: 'node', stage: 0, index };
  }
  const to = pooled ? 0 : rowOf(scene, link.query);
  if (stage < 0 || to < 0) return null;
  if (link.kind === 'query') return { kind: 'node', stage, index: to };
  return { kind: 'line', stage, from: rowOf(scene, link.key), to };
}

// What the rest of the page lights up; null where it shows nothing of it.
export function linkOf(scene: Scene, at: At | null): Link | null {
  if (!at) return null;
  const { kind } = scene.stages[at.stage]!;
  const shown = at.stage === shownStage(scene);
  const token = (row: number) => {
    const members = scene.rows[row]?.members ?? [];
    return members.length === 1 ? members[0]! : null;
  };
  const alone = (row: number): Link | null => {
    const one = token(row);
    return one === null ? null : { kind: 'token', token: one };
  };
  if (kind === 'answer') return null;
  const query = kind === 'sentence' ? 0 : token(at.kind === 'line' ? at.to : at.index);
  if (at.kind === 'node') {
    if (kind === 'sentence') return shown ? { kind: 'query', query: 0 } : null;
    return shown && query !== null ? { kind: 'query', query } : alone(at.index);
  }
  const key = token(at.from);
  return shown && query !== null && key !== null ? { kind: 'cell', query, key } : alone(at.from);
}

export class Picture {
  // The size of its place on the page.
  room = $state.raw<Room>({ width: 0, height: 0 });
  // The pointed place in the picture itself.
  pointed = $state.raw<At | null>(null);
  // Measured anew once the fonts are there.
  private fonts = $state(0);

  readonly box = $derived.by(() => {
    void this.fonts;
    return boxOf(this.store, this.room);
  });
  readonly scene = $derived.by(() =>
    this.room.width > 0 ? sceneIn(this.store, this.why(), this.box) : null,
  );
  readonly layout = $derived.by(() => this.scene && layOut(this.scene, this.box));
  readonly at = $derived.by(() => this.pointedHere ?? (this.scene && atOf(this.scene, this.store.link)));
  readonly lit = $derived.by(() => this.scene && litOf(this.scene, this.at));

  constructor(
    private readonly shown: () => Store,
    private readonly why: () => Why | null,
  ) {
    void document.fonts.ready.then(() => this.fonts++);
  }

  private get store(): Store {
    return this.shown();
  }

  // Null where a letter has taken it away.
  private get pointedHere(): At | null {
    const { pointed, scene } = this;
    const stage = pointed && scene?.stages[pointed.stage];
    if (!stage) return null;
    const index = pointed.kind === 'node' ? pointed.index : pointed.to;
    return index < stage.size ? pointed : null;
  }

  point(at: At | null): void {
    if (JSON.stringify(at) === JSON.stringify(this.pointed)) return;
    this.pointed = at;
    this.store.point(this.scene && linkOf(this.scene, at));
  }
}
