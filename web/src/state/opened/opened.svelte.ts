// Models that the visitor opened: from a disk, or from what the browser keeps. Loaded with the first of them.
import type { Result } from '../../engine/analysis.ts';
import { OpenedClient, type OpenedListener } from '../../engine/opened-client.ts';
import type { FilledWithMaps, ModelFile, OpenedFiles, SentenceVector } from '../../engine/protocol.ts';
import type { AnyModel, Computer } from '../../engine/gallery.ts';
import type { Look, MapAnswer, MapRequest } from '../../engine/look.ts';
import { t } from '../../text/t.ts';
import type { Requests } from '../requests.ts';
import type { Store } from '../store.svelte.ts';
import { inALine, kLongestName } from '../../text/in-a-line.ts';
import { size } from '../../text/format.ts';
import { ended, messageOf } from '../../text/message.ts';
import { bitsOf, wantsInt8 } from './bits.ts';
import { architectureOf, checkReads, describe, layersOf, type Task, taskOf } from './describe.ts';
import { cardOfEncoder, type Encoder, encoderNamed, fetchEncoder, nameInLinks } from './encoders.ts';
import { cardOf, choose, readConfig } from './pick.ts';
import type { FinishedRun } from '../train/finished.ts';
import { slugOf } from '../train/slug.ts';

export const kQuestion = 'ask.question';

export class Opened implements OpenedListener {
  // Bytes that the engine takes, and how long the last opening took; for those who measure.
  memory = $state(0);
  seconds = $state(0);
  // What the model that is shown was trained to say; null of an architecture that is not known.
  task = $state<Task | null>(null);

  // What its weights are, null until it is open; and whether they were to become it, which no setting undoes.
  int8 = $state<boolean | null>(null);
  asked = $state(false);
  // The model that is shown although it was deleted: it goes once another is chosen.
  private gone = $state<string | null>(null);

  private began = 0;
  private tried = () => {};
  private readonly client = new OpenedClient(this);

  constructor(
    private readonly store: Store,
    private readonly requests: Requests,
  ) {}

  // Files of one model folder, dropped or chosen. Says on the page what is wrong with them.
  async openFiles(folder: string, files: readonly ModelFile[], words: Partial<AnyModel> = {}): Promise<void> {
    try {
      const picked = choose(files);
      const config = await readConfig(picked[0]!.blob);
      checkReads(config);
      const id = `disk:${folder.slice(0, kLongestName).replace(/[^\w.-]+/g, '-') || 'model'}`;
      this.open(id, inALine(folder) || 'model', picked, config, cardOf(files), words);
    } catch (error) {
      this.store.notice = t('page.did-not-open', inALine(folder) || t('page.this'), ended(messageOf(error)));
    }
  }

  // One that was trained in this browser.
  async openRun(run: FinishedRun, text: string): Promise<void> {
    const { filesOf } = await import('../train/finished.ts');
    const examples = run.sentences;
    await this.openFiles(slugOf(run), filesOf(run), examples.length ? { examples } : {});
    this.requests.type(text);
  }

  private async seekRun(id: string): Promise<boolean> {
    const { finishedRuns } = await import('../train/finished.ts');
    const run = (await finishedRuns()).find((one) => slugOf(one) === id);
    if (!run || this.store.absent !== `disk:${id}`) return false;
    const { section, text } = this.store;
    await this.openRun(run, text || (run.sentences[0] ?? ''));
    this.store.section = section;
    return true;
  }

  // One of ours, which is fetched first. Rejected in words where it cannot be had.
  async openEncoder(encoder: Encoder): Promise<void> {
    const { name } = encoder;
    const id = nameInLinks(encoder);
    const progress = (loaded: number, total: number) =>
      (this.store.loading = t('page.loading-of', name, size(loaded), size(total)));
    try {
      const card = cardOfEncoder(encoder);
      const { files, config, version, keep } = await fetchEncoder(encoder, progress);
      this.open(id, name, files, config, await card, { ...encoder, id, found: version });
      await this.whenOpen;
      if (this.int8 !== null) keep();
    } catch (error) {
      this.store.loading = null;
      throw new Error(t('models.did-not-open', name, messageOf(error)), { cause: error });
    }
  }

  // `words`: what is said of it, where more is known than its config.json says.
  open(
    id: string,
    name: string,
    files: readonly ModelFile[],
    config: unknown,
    card?: Blob,
    words: Partial<AnyModel> = {},
  ): void {
    const model = this.modelOf(id, name, files, config, card, words);
    if (this.gone === id) this.gone = null;
    this.store.others = [...this.store.others.filter((other) => other.id !== id), model];
    this.requests.show(model);
    this.store.section = 'read';
  }

  private modelOf(
    id: string,
    name: string,
    files: readonly ModelFile[],
    config: unknown,
    card: Blob | undefined,
    known: Partial<AnyModel>,
  ): AnyModel {
    const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0);
    const words = { ...describe(id, name, bytes, config), ...known };
    const computer: Computer = {
      open: () => this.begin(name, files, config),
      analyse: (text) => this.client.analyse(text),
      look: (request) => this.client.look(request),
      command: (kind, given) => this.client.command(kind, given),
      leave: () => this.leave(id),
      restart: () => this.client.restart(),
    };
    const layers = layersOf(config);
    const called = () => (this.gone === id ? t('models.deleted', name) : name);
    const says = () => (this.int8 ? `${words.task} (${bitsOf(true)})` : words.task);
    return {
      ...words,
      get name() {
        return called();
      },
      get task() {
        return says();
      },
      computer,
      ...(layers !== null && { pretrained: { layers, files } }),
      ...(card && { card }),
    };
  }

  private begin(name: string, files: readonly ModelFile[], config: unknown): void {
    this.task = taskOf(architectureOf(config));
    this.int8 = null;
    this.asked = wantsInt8(this.store.more);
    this.began = performance.now();
    this.whenOpen = new Promise((done) => (this.tried = done));
    this.client.open(name, files, this.asked);
  }

  private leave(id: string): void {
    this.client.leave();
    if (this.gone !== id) return;
    this.gone = null;
    this.drop(id);
  }

  private drop(id: string): void {
    this.store.others = this.store.others.filter((other) => other.id !== id);
  }

  // Its files were deleted: on the screen it goes on, from memory.
  deleted(id: string): void {
    if (this.store.model.id === id) this.gone = id;
    else this.drop(id);
  }

  notify(message: string): void {
    this.store.notice = message;
  }

  // For a model that is about to be downloaded: the port over which it reaches the engine while it comes. Null where the
  // engine has a model on the screen, which stays until the next one is whole.
  openAhead(id: string): MessagePort | null {
    if (this.store.model.computer) return null;
    const { port1, port2 } = new MessageChannel();
    this.client.openAhead(id, port2, wantsInt8(this.store.more));
    return port1;
  }

  // When the model that was opened last is open, or could not be.
  whenOpen: Promise<void> = Promise.resolve();

  // One that was downloaded before.
  async openKept(id: string, files: readonly ModelFile[]): Promise<void> {
    const picked = choose(files);
    const config = await readConfig(picked[0]!.blob);
    checkReads(config);
    this.open(`hub:${id}`, id, picked, config);
  }

  // A model that a link names: it may have been downloaded before.
  async seek(named: string | null): Promise<void> {
    if (named === null || this.store.absent !== named) return;
    const id = named.replace(/^\w+:/, '');
    const ours = encoderNamed(named);
    if (ours) return this.seekEncoder(ours);
    const goOn = this.linkWithout();
    try {
      if (named.startsWith('disk:') && (await this.seekRun(id))) return;
      const { findStore, storeOf } = await import('../../engine/hub/find-store.ts');
      const kind = named.startsWith('hub:') ? await findStore() : null;
      const files = kind ? await storeOf(kind).files(id) : [];
      if (this.store.absent !== named) return;
      await this.openKept(id, files);
      goOn();
    } catch {
      this.store.notice = t('models.the-model-of-this-link', id);
    }
  }

  // What a link says beside its model, which is another's until that is open: how to go on with it.
  private linkWithout(): (usual?: string) => void {
    const { section, text, layer, head, label, against, edits, whatIf, pin, linked, notice } = this.store;
    const said = { section, layer, head, label, against, edits, whatIf, pin, linked, pinWaits: pin !== null };
    return (usual = '') => {
      Object.assign(this.store, said);
      this.requests.type(text || usual);
      this.store.notice = notice;
    };
  }

  private async seekEncoder(encoder: Encoder): Promise<void> {
    const goOn = this.linkWithout();
    try {
      await this.openEncoder(encoder);
      goOn(encoder.examples[0]);
    } catch (error) {
      this.store.notice = messageOf(error);
    }
  }

  embed(texts: readonly string[]): Promise<readonly SentenceVector[]> {
    return this.client.embed(texts);
  }

  fill(text: string, top: number, attention: boolean): Promise<FilledWithMaps> {
    return this.client.fill(text, top, attention);
  }

  progress(loaded: number, total: number): void {
    this.requests.progress(loaded, total);
  }
  opened({ info, int8, memory }: OpenedFiles): void {
    this.int8 = int8;
    this.memory = memory;
    this.seconds = (performance.now() - this.began) / 1000;
    this.requests.opened(info);
    this.tried();
  }
  // Only a model that answers questions is asked one; a link carries it.
  get question(): string {
    return this.task === 'question' ? (new URLSearchParams(this.store.more).get(kQuestion) ?? '') : '';
  }
  get look(): Look {
    return this.store.look;
  }
  analysed(result: Result, maps: readonly (readonly [MapRequest, MapAnswer])[]): void {
    this.requests.analysed(result, maps);
  }
  failed(command: 'open' | 'analyse' | 'look', message: string): void {
    this.requests.failed(command, message);
    if (command === 'open') this.tried();
  }
  stopped(message: string): void {
    this.requests.stopped(message);
  }
}
