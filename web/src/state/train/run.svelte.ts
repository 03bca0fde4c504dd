// A run while it learns and afterwards: its curve, and the moments of it that are kept, which make its film.
import type {
  Figures,
  HeldOutText,
  TrainedWeight,
  TrainingPoint,
  TrainingState,
} from '../../generated/messages.ts';
import type { NamedBytes, Watched } from '../../engine/protocol.ts';
import type { Labelled } from './data.ts';
import { type KindName, kKinds, type Values } from './recipes.ts';
import { slugOf } from './slug.ts';

// What the model made of the sentences after a step.
export interface Moment {
  readonly step: number;
  readonly epoch: number;
  readonly watched: Watched;
}

const kMostMoments = 240;

export interface Finished {
  readonly train: Figures | null;
  readonly validation: Figures | null;
  readonly seconds: number;
  readonly held_out: readonly HeldOutText[];
  readonly files: readonly NamedBytes[];
}

// A run as it is kept, with the checkpoint that it goes on from until it is finished.
export interface RunRecord {
  readonly number: number;
  readonly kind: KindName;
  readonly changed: Values;
  readonly data: Labelled;
  readonly recipe: string;
  readonly sentences: readonly string[];
  // The encoder that is fine-tuned; runs from before there were such have none.
  readonly from?: string | null;
  readonly points: readonly TrainingPoint[];
  readonly moments: readonly Moment[];
  readonly state: TrainingState | null;
  readonly finished: Finished | null;
  readonly checkpoint: Uint8Array | null;
}

export class Run {
  points = $state.raw<readonly TrainingPoint[]>([]);
  moments = $state.raw<readonly Moment[]>([]);
  state = $state.raw<TrainingState | null>(null);
  finished = $state.raw<Finished | null>(null);
  memory = $state(0);
  // After the last step.
  weights = $state.raw<readonly TrainedWeight[]>([]);
  // The last checkpoint.
  checkpoint: Uint8Array | null = null;

  readonly last = $derived.by(() => this.points.at(-1) ?? null);
  // Figures of the last epoch that has ended.
  readonly validation = $derived.by(
    () => this.finished?.validation ?? this.points.findLast((point) => point.validation)?.validation ?? null,
  );

  constructor(
    readonly number: number,
    readonly kind: KindName,
    readonly changed: Values,
    readonly data: Labelled,
    readonly recipe: string,
    // Sentences that are watched beside the visitor's own.
    readonly sentences: readonly string[],
    readonly from: string | null = null,
  ) {}

  static from(record: RunRecord): Run {
    const { number, kind, changed, data, recipe, sentences, from } = record;
    const run = new Run(number, kind, changed, data, recipe, sentences, from);
    const { points, moments, state, finished, checkpoint } = record;
    Object.assign(run, { points, moments, state, finished, checkpoint });
    return run;
  }

  record(): RunRecord {
    const { number, kind, changed, data, recipe, sentences, from } = this;
    const { points, moments, state, finished, checkpoint } = this;
    return {
      ...{ number, kind, changed, data, recipe, sentences, from },
      ...{ points, moments, state, finished, checkpoint },
    };
  }

  // To where its checkpoint is: what came after is learned again.
  goBack(step: number): void {
    this.points = this.points.filter((point) => point.step <= step);
    this.moments = this.moments.filter((moment) => moment.step <= step);
  }

  get name(): string {
    return `${kKinds[this.kind].title} ${this.number}`;
  }

  get watchedText(): string | null {
    return this.moments.at(-1)?.watched.result.analysis.text ?? null;
  }

  get slug(): string {
    return slugOf(this);
  }

  add(points: readonly TrainingPoint[], state: TrainingState, watched: Watched | null): void {
    this.points = [...this.points, ...points];
    this.state = state;
    const step = this.points.at(-1)?.step ?? 0;
    if (watched) this.keep({ step, epoch: state.epoch, watched });
  }

  // Where there would be too many, every other one is let go.
  private keep(moment: Moment): void {
    const { moments } = this;
    const kept = moments.length < kMostMoments ? moments : moments.filter((_, i) => i % 2 === 0);
    this.moments = [...kept, moment];
  }
}
