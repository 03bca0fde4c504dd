// The state of "Two sentences" and of the lab, which share an engine and its vectors. Made when the first of the two
// is opened.
import { untrack } from 'svelte';
import vectorModel from 'virtual:word-vectors';
import { type Answer, type Attended, isError } from '../../engine/attended.ts';
import { sourceOf } from '../../engine/gallery.ts';
import { LabClient, type LabListener, type Part, type Question } from '../../engine/lab-client.ts';
import type { Answers, Progress, VectorSource } from '../../engine/protocol.ts';
import { inALine } from '../../text/in-a-line.ts';
import { size } from '../../text/format.ts';
import { ended } from '../../text/message.ts';
import { otherVersion } from '../../text/other-version.ts';
import { t } from '../../text/t.ts';
import { idle } from '../../views/later.ts';
import { Patience } from '../patience.svelte.ts';
import type { Store } from '../store.svelte.ts';
import { noticeOf } from '../settings.ts';
import { kLabMechanisms, type Mechanism } from './mechanisms.ts';
import { labQuestion, twoQuestion } from './questions.ts';
import { type LabSettings, readLab, type TwoSettings, usualLab, usualTwo, writeLab } from './settings.ts';
import { unread } from './words.ts';

// After the last keystroke, before a file is read again for new words.
const kRest = 700;
// Bytes of a file that is read again without asking.
const kSmallFile = 64e6;
const kRandomWidth = 50;

export type VectorChoice = 'own' | 'random' | 'file';

// What one mechanism has answered: the last good answer, and why there is none to the newest question.
export interface Shown {
  readonly good: Attended | null;
  // What the good answer answers, and what was answered last.
  readonly of: Question | null;
  readonly asked: Question | null;
  readonly problem: string | null;
}

const kNothing: Shown = { good: null, of: null, asked: null, problem: null };

function after(before: Shown, asked: Question, answer: Answer | undefined): Shown {
  if (!answer) return before;
  if (isError(answer)) return { ...before, asked, problem: answer.error };
  return { good: answer, of: asked, asked, problem: null };
}

export class LabState implements LabListener {
  two = $state(usualTwo());
  lab = $state(usualLab());
  shownTwo = $state.raw<Shown>(kNothing);
  shownLab = $state.raw<Partial<Record<Mechanism, Shown>>>({});
  // In the lab, last: what was asked, and what some mechanism has answered.
  asked: Question | null = null;
  answeredLast = $state.raw<Question | null>(null);
  milliseconds = $state(0);
  // For the answer to what is asked now; what is shown is dimmed.
  readonly waiting = new Patience();

  // Null until some are open.
  info = $state.raw<Answers<'open-vectors'> | null>(null);
  choice = $state<VectorChoice>(vectorModel ? 'own' : 'random');
  file = $state.raw<File | null>(null);
  // A file that is being read.
  reading = $state.raw<(Progress & { readonly name: string }) | null>(null);
  loading = $state<string | null>(null);
  problem = $state<string | null>(null);
  notice = $state<string | null>(null);
  stoppedWorking = $state(false);

  readonly hasOwn = vectorModel !== null;
  // In words, where the files are not those that the page was built with.
  otherVersion = $derived.by(() => {
    const { version = vectorModel?.version } = this.info ?? {};
    return version === vectorModel?.version ? null : otherVersion(t('lab.the-word-vectors'));
  });
  private readonly client = new LabClient(this);
  private section: 'two' | 'lab' = 'two';
  private rest: ReturnType<typeof setTimeout> | undefined;
  // The lab's mechanisms in view are answered first, the others once typing rests.
  private readonly inView = new Set<Mechanism>();
  private waiters: (() => void)[] = [];
  // The vectors that were open before a file that could not be read, or was left.
  private before: { choice: VectorChoice; file: File | null } = { choice: this.choice, file: null };
  // Texts whose words were looked for in the file.
  private looked = $state.raw<readonly string[]>([]);
  private written = '';

  constructor(private readonly store: Store) {
    this.openChosen();
    this.restore(store.more);
  }

  // Keeps the address and the state together: a link that was followed is read, a change is written.
  follow(): void {
    const { more } = this.store;
    if (more !== this.written) this.restore(more);
    else this.write();
  }

  // What an address carries.
  private restore(more: string): void {
    const { two, lab, ...unread } = readLab(more);
    Object.assign(this.two, two);
    Object.assign(this.lab, lab);
    this.written = more;
    this.notice = noticeOf(unread);
  }

  private write(): void {
    this.written = writeLab(this.two, this.lab, this.store.more);
    this.store.more = this.written;
  }

  ask(section: 'two' | 'lab'): void {
    this.section = section;
    const question = this.question(section);
    // What has learned over the vectors is known with them: until then, other weights would be drawn for a moment.
    if (!this.info) return;
    this.waiting.begin();
    if (section === 'two') return this.client.attend(question);
    this.asked = question;
    const followed = untrack(() => this.lab.mechanism);
    const first = (mechanism: string) => this.inView.has(mechanism as Mechanism) || mechanism === followed;
    this.client.attend(question, ({ mechanism = '' }) => this.inView.size === 0 || first(mechanism));
  }

  watch(mechanism: Mechanism, seen: boolean): void {
    if (seen) this.inView.add(mechanism);
    else this.inView.delete(mechanism);
  }

  // Whether all mechanisms have answered what was asked last.
  get isWhole(): boolean {
    return kLabMechanisms.every((name) => this.shownLab[name]?.asked === this.asked);
  }

  // Resolves once they have, or cannot.
  whole(): Promise<void> {
    if (this.isWhole) return Promise.resolve();
    this.client.hurry();
    return new Promise((resolve) => this.waiters.push(resolve));
  }

  private letGo(): void {
    for (const resolve of this.waiters.splice(0)) resolve();
  }

  // The question that each section asks now.
  question(section: 'two' | 'lab'): Question {
    return section === 'two' ? twoQuestion(this.two, this.trained) : labQuestion(this.lab, this.trained);
  }

  // Parameters of another size, or seed, are drawn.
  draw(
    section: 'two' | 'lab',
    sizes: Partial<Pick<TwoSettings & LabSettings, 'width' | 'heads' | 'seed'>>,
  ): void {
    Object.assign(this[section], sizes, { trained: false });
  }

  // Mechanisms that have learned over the vectors that are open.
  get trained(): readonly string[] {
    return this.info?.trained ?? [];
  }

  // Words that were typed after the file was read.
  get unread(): string[] {
    return this.choice === 'file' ? unread(this.texts, this.looked) : [];
  }

  private get texts(): readonly string[] {
    const { two, lab } = this;
    return [two.query, two.key, lab.query, lab.key];
  }

  choose(choice: 'own' | 'random'): void {
    this.choice = choice;
    this.file = null;
    this.openChosen();
  }

  private openChosen(): void {
    const source = this.choice === 'own' ? vectorModel && sourceOf(vectorModel) : null;
    const random: VectorSource = { kind: 'random', width: kRandomWidth, seed: 0 };
    this.open(source ? { kind: 'model', source } : random);
  }

  private open(vectors: VectorSource): void {
    this.problem = this.notice = this.reading = null;
    this.loading = vectors.kind === 'model' ? t('lab.loading-the-word-vectors') : null;
    void this.client.open(vectors);
  }

  // A GloVe text file that was given, or the same one anew for words that were not asked for before.
  openFile(file: File): void {
    if (!this.reading) this.before = { choice: this.choice, file: this.file };
    this.problem = this.notice = null;
    this.reading = { name: inALine(file.name), loaded: 0, total: file.size, seconds: 0 };
    this.file = file;
    this.looked = this.texts;
    void this.client.open({ kind: 'file', file, texts: [...this.texts] });
  }

  cancel(): void {
    this.client.cancel();
  }

  // New words may be in the file that is open: a small one is looked through again at the first pause.
  words(): void {
    clearTimeout(this.rest);
    const { file } = this;
    if (this.unread.length === 0 || !file || file.size > kSmallFile || this.reading) return;
    this.rest = setTimeout(() => this.openFile(file), kRest);
  }

  restart(): void {
    this.stoppedWorking = false;
    this.problem = this.reading = null;
    this.client.restart();
  }

  progress(reading: Progress): void {
    if (this.reading) this.reading = { ...reading, name: this.reading.name };
    else this.loading = t('lab.loading-the-word-vectors-of', size(reading.loaded), size(reading.total));
  }

  opened(info: Answers<'open-vectors'>): void {
    if (this.reading) this.choice = 'file';
    this.info = info;
    this.loading = this.reading = this.problem = null;
    this.ask(this.section);
    void idle().then(() => this.client.startLocal());
  }

  cancelled(): void {
    this.backFrom(t('lab.was-not-read-to-its-end-the-previous', this.reading?.name ?? t('lab.the-file')));
  }

  private backFrom(notice: string): void {
    if (!this.reading) return;
    this.reading = null;
    this.choice = this.before.choice;
    this.file = this.before.file;
    this.notice = notice;
  }

  failed(command: 'open' | 'attend', message: string): void {
    this.loading = null;
    if (this.reading) return this.backFrom(t('lab.the-previous-vectors-stay', ended(message)));
    if (command === 'attend' && this.info === null) return; // said already: there are no vectors
    this.problem = message;
    this.waiting.end();
    this.letGo();
  }

  answered({ question, jobs }: Part, answers: readonly Answer[], milliseconds: number): void {
    this.milliseconds = milliseconds;
    if (question.jobs.length === 1) {
      this.shownTwo = after(this.shownTwo, question, answers[0]);
    } else {
      const shown = { ...this.shownLab };
      jobs.forEach((job, i) => {
        const name = job.mechanism as Mechanism;
        shown[name] = after(shown[name] ?? kNothing, question, answers[i]);
      });
      this.shownLab = shown;
      this.answeredLast = question;
      if (this.isWhole) this.letGo();
    }
    this.problem = null;
    this.waiting.end();
  }

  stopped(message: string): void {
    this.stoppedWorking = true;
    this.loading = this.reading = null;
    this.problem = t('page.the-engine-of-this-section-stopped', message);
    this.waiting.end();
    this.letGo();
  }
}

let one: LabState | undefined;

// One for the life of the page.
export const labOf = (store: Store): LabState => (one ??= new LabState(store));
