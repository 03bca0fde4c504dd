// What one element shows: what it is given, what the engine answered, and what is pointed at.
import { untrack } from 'svelte';
import type { ModelInfo, Result } from '../src/engine/analysis.ts';
import { isOver, Newest } from '../src/engine/client.ts';
import type { ModelSource } from '../src/engine/protocol.ts';
import { Shown } from '../src/state/shown.svelte.ts';
import { sumOf } from '../src/state/why/sums.ts';
import { size } from '../src/text/format.ts';
import { messageOf } from '../src/text/message.ts';
import { type Given, kDefaults } from './attributes.ts';
import { type Engine, inFolder, type Opened, openModel, sourceOf } from './engines.ts';
import type { HeedAnalysis, HeedEvents, HeedPoint } from './package/heed-attention.d.ts';

interface Open extends Opened {
  readonly model: string;
  readonly engine: Engine;
  readonly source: ModelSource;
}

type Tell = <N extends keyof HeedEvents>(name: N, detail: HeedEvents[N]['detail']) => void;

// What a policy of the page around it forbids, with what it has to allow.
const withHelp = (message: string) =>
  /unsafe-eval|wasm code generation/i.test(message)
    ? `${message}. The policy of this page must allow 'wasm-unsafe-eval' in script-src`
    : message;

// What is said of a file that was there, but could not be read: not of one that could not be fetched, nor of an engine.
const kLayout = /(?:json|safetensors)\](?! (?:could not be fetched|the server answered))/;

export class Showing extends Shown {
  given = $state<Given>({ ...kDefaults });
  info = $state.raw<ModelInfo | null>(null);
  loading = $state<string | null>(null);
  problem = $state<string | null>(null);

  private opened: Open | undefined;
  private readonly questions = new Newest<string>((text, current) => this.read(text, current));

  // The sum of the class that is asked about; null where the engine was not asked why, or the class is none.
  readonly sum = $derived.by(() => {
    const { result, given } = this;
    const { classes = [], prediction } = result?.analysis ?? {};
    const label = classes.some((one) => one.label === given.label) ? given.label : prediction?.label;
    const sum = label && result?.explained && sumOf(result.explained, { label, against: null });
    return sum ? { ...sum, label } : null;
  });

  constructor(private readonly tell: Tell) {
    // A map that did not come along: it does with the next answer. Others may have asked the engine meanwhile.
    super(() => {
      this.questions.ask(this.given.text);
      return Promise.resolve(null);
    });
  }

  // To be called with every change of what is given.
  follow(): void {
    const { model, text, view, layer, head, label } = this.given;
    void label;
    untrack(() => {
      this.layer = layer;
      this.head = head;
      if (this.opened?.model !== model) this.open(model, this.engineFor(model));
      else if (view === 'why' && this.opened.engine === 'heed') this.open(model, 'heed-why');
      if (this.opened) this.questions.ask(text);
    });
  }

  // After an engine that has stopped, or a model that could not be fetched.
  retry(): void {
    this.opened = undefined;
    this.follow();
  }

  get analysis(): HeedAnalysis | null {
    return this.result && publicForm(this.result);
  }

  pointed(at: HeedPoint | null): void {
    this.tell('heed-point', at);
  }

  private engineFor(model: string): Engine {
    if (inFolder(model)) return 'heed-folder';
    return this.given.view === 'why' ? 'heed-why' : 'heed';
  }

  private open(model: string, engine: Engine): void {
    this.questions.forget();
    this.opened = undefined;
    this.problem = null;
    this.loading = 'Loading the engine and the model.';
    try {
      const source = sourceOf(model);
      const opened: Open = {
        ...openModel(engine, source, ({ loaded, total }) => {
          if (this.opened === opened) this.loading = `Loading the model: ${size(loaded)} of ${size(total)}.`;
        }),
        model,
        engine,
        source,
      };
      this.opened = opened;
      opened.info.then(
        (info) => this.opened === opened && this.ready(model, info),
        (error: unknown) => this.opened === opened && this.refused(opened, error),
      );
    } catch (error) {
      this.fail(error);
    }
  }

  // What is no model of Heed's own may be one of another maker, whose folders another engine opens.
  private refused({ model, engine }: Open, error: unknown): void {
    if (engine === 'heed-folder' || isOver(error) || !kLayout.test(messageOf(error))) return this.fail(error);
    this.open(model, 'heed-folder');
    this.questions.ask(this.given.text);
  }

  private ready(model: string, info: ModelInfo): void {
    this.info = info;
    this.loading = null;
    this.tell('heed-ready', { model, classes: info.classes ?? [] });
  }

  private fail(error: unknown): void {
    const message = withHelp(messageOf(error));
    // Said once of an opening and what waited for it.
    if (message === this.problem) return;
    this.loading = null;
    this.problem = message;
    this.tell('heed-error', { message });
  }

  private async read(text: string, current: () => boolean): Promise<void> {
    const { opened } = this;
    if (!opened) return;
    try {
      await opened.info;
      const { look, given } = this;
      const why = opened.engine !== 'heed' ? { why: { label: given.label, against: null } } : {};
      const asked = { model: opened.source.name, text, look, ...why };
      const { result, maps } = await opened.client.send('analyse', asked).answer;
      if (!current() || this.opened !== opened) return;
      this.show(result);
      this.fetched.begin(maps);
      this.tell('heed-analysis', publicForm(result));
    } catch (error) {
      if (!current() || this.opened !== opened) return;
      this.fail(error);
    }
  }

  private show(result: Result): void {
    const before = this.result?.analysis.tokens ?? [];
    const { tokens } = result.analysis;
    if (!tokens.every(({ text }, i) => text === before[i]?.text)) this.pin = null;
    this.hover = null;
    this.result = result;
    this.problem = null;
  }
}

function publicForm({ analysis, weights, milliseconds, explained }: Result): HeedAnalysis {
  const { text, tokens, classes, prediction } = analysis;
  return {
    text,
    tokens: tokens.map(({ text, known, start, end }) => ({ text, known, start, end })),
    classes: classes.map(({ label, probability }) => ({ label, probability })),
    prediction: prediction && { label: prediction.label, probability: prediction.probability },
    maps: analysis.attention.map(({ layer, kind, shape: [heads, rows, columns] }, i) => ({
      layer,
      kind,
      heads,
      rows,
      columns,
      weights: weights[i] ?? null,
    })),
    contributions: (explained?.contributions ?? []).map(({ class: label, bias, logit, terms }) => ({
      label,
      bias,
      score: logit,
      terms: terms.map(({ value }) => value),
    })),
    milliseconds,
  };
}
