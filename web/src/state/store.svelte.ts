// What the page shows, in one place: what the visitor chose, what the engine answered, what is pointed at. Who changes
// it: the panels, the engine's answers (requests.ts) and links (router.ts).
import { type ModelInfo, type Way } from '../engine/analysis.ts';
import { type AnyModel, defaultModel, findModel } from '../engine/gallery.ts';
import { type Dropped, dropped } from '../text/dropped.ts';
import { t } from '../text/t.ts';
import type { Judged } from './evidence/judged.ts';
import { Patience } from './patience.svelte.ts';
import {
  kContribution,
  type Scale,
  type Section,
  type Settings,
  type Unread,
  type View,
} from './settings.ts';
import { Shown } from './shown.svelte.ts';
import { Typing } from './typing.svelte.ts';

export class Store extends Shown {
  // Chosen by the visitor; what an address carries.
  section = $state<Section>('read');
  model = $state.raw<AnyModel>(defaultModel());
  // Models that the visitor opened (opened/opened.svelte.ts).
  others = $state.raw<readonly AnyModel[]>([]);
  // One that a link names and that is not open yet.
  absent = $state<string | null>(null);
  text = $state('');
  scale = $state<Scale>('even');
  view = $state<View>('map');
  method = $state<string>(kContribution);
  label = $state<string | null>(null);
  against = $state<string | null>(null);
  // All of the map, or as much as can be read; null: as it fits. What of it is so now.
  whole = $state<boolean | null>(null);
  seenWhole = $state(true);
  // Whether the map can be changed.
  whatIf = $state(false);
  // Written and read by the sections that it belongs to.
  more = $state('');

  // The model that the last result is of.
  answeredBy = $state.raw<AnyModel | null>(null);
  // Whether the map explains it: null until the first prediction is on the screen.
  evidence = $state.raw<Judged | null>(null);

  // The info of the model that was opened last.
  info = $state.raw<ModelInfo | null>(null);
  // In words, where its files are not those that the page was built with.
  otherVersion = $state<string | null>(null);
  // In words, for the status line: what is going on, what went wrong.
  loading = $state<string | null>(t('read.loading-the-engine-and-the-model'));
  problem = $state<string | null>(null);
  stoppedWorking = $state(false);
  // The last model that could not be opened, where another stays.
  refused = $state.raw<AnyModel | null>(null);
  // The model could not be opened, and there was none before it to go back to.
  unopened = $state(false);
  // For the answer to the text as it is.
  readonly waiting = new Patience();
  readonly typing = new Typing();
  // "How this is computed" is open.
  explained = $state(false);

  // A link pins what belongs to a text that is still to be analysed.
  pinWaits = false;
  // What of a link could not be read so far, until its text is analysed and the rest is known to fit.
  linked: Unread | null = null;

  // How the model attends, as far as the last words that it read have shown: an empty text says nothing new.
  attends = $state<Way>('word by word');
  // The sentence is the only query.
  pooling = $derived(this.matrix ? this.matrix.kind === 'pooling' : this.attends === 'as a whole');
  // Words come without weights.
  inattentive = $derived(this.attends === 'not at all');
  // What the model says is a class of the text; others say labels, answers, words, values or a vector.
  classifies = $derived(
    !this.model.computer ||
      (!/For(Token|Question|Mask|Pre)|Model$/.test(this.info?.architecture ?? '') &&
        this.info?.classes.length !== 0),
  );
  // The last result is a class that words speak for and against.
  explainable = $derived(this.classifies && this.result?.analysis.prediction != null);
  // And its map is held against what the words do.
  judgeable = $derived(this.explainable && !this.inattentive);
  // Words that preprocessing took out of the text; none where a model has none.
  dropped = $derived.by<readonly Dropped[]>(() => {
    const analysis = this.result?.analysis;
    return analysis?.preprocessing ? dropped({ ...analysis, tokens: this.tokens }) : [];
  });
  // The shown result is older than the last request, by long enough to be noticed.
  late = $derived(this.waiting.late || this.fetched.late || this.changedMaps.late);

  find(id: string): AnyModel | undefined {
    return findModel(id) ?? this.others.find((model) => model.id === id);
  }

  // Whether classes have the names of models that ship: what is shown is not of a model of the visitor's, nor of the Hub.
  get ours(): boolean {
    return !/^(disk|hub):/.test((this.answeredBy ?? this.model).id);
  }

  // What an address carries.
  get settings(): Settings {
    const { section, text, layer, head, scale, view, method, against, edits, special, pieces, more } = this;
    const { whole, pin, explained: how } = this;
    const model = this.absent ?? this.model.id;
    const chosen = { method, class: this.label, against, edits, whole, pin, how };
    return { section, model, text, layer, head, scale, view, ...chosen, special, pieces, more };
  }

  // Why this class; with `against`, why the one that was asked about and not this one. A second time takes it back.
  wonder(label: string, against = false): void {
    if (!against) {
      this.label = label === this.label ? null : label;
      if (this.against === label) this.against = null;
    } else this.against = label === this.against ? null : label;
  }
}
