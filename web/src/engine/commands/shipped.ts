// Models that ship: fetched by their addresses, and many open at a time.
import { fetchModel } from '../model-files.ts';
import { Models } from '../models.ts';
import type { Module } from '../module.ts';
import { type Handlers, Server } from '../server.ts';
import type { Event } from '../protocol.ts';
import { changedHandlers } from './changed-maps.ts';
import { kOptions, kWhy, plainHandlers, Reader } from './read.ts';

// Browsers compile what has run often once more, for speed.
const kWarmRuns = 100;
const kWarmTime = 1000; // ms; a page that is never idle does without
const kSlack = 5; // ms of an idle moment that are left to the page

const idle = () =>
  new Promise<IdleDeadline>((resolve) => requestIdleCallback(resolve, { timeout: kWarmTime }));

export class ShippedServer extends Server {
  private readonly models: Models;

  constructor(
    private readonly started: Promise<Module>,
    send: (event: Event, transfer?: Transferable[]) => void,
  ) {
    const models = new Models(started, fetchModel);
    const reader = new Reader(started);
    const run = async <T>({ model }: { readonly model: string }, act: (model: number) => Promise<T>) =>
      act((await models.find(model)).handle);
    const handlers: Handlers = {
      open: async ({ source }, call) => {
        const { info, version } = await models.load(source, call.progress);
        return { ...info, version };
      },
      analyse: async (given, call) =>
        reader.analyse(call.request, (await models.find(given.model)).handle, given),
      map: ({ analysis, map }) => reader.map(analysis, map),
      ...plainHandlers(started, run),
      ...changedHandlers(started, run),
    };
    super(started, handlers, send);
    this.models = models;
  }

  // Analyses and explains a text again and again while the page has nothing else to do. Before the first command about
  // that model.
  async warmUp(name: string, text: string): Promise<void> {
    if (!('requestIdleCallback' in globalThis)) return;
    const { handle: model } = await this.models.find(name);
    const module = await this.started;
    const until = performance.now() + kWarmTime;
    for (let left = kWarmRuns; left > 0 && performance.now() < until;) {
      const free = await idle();
      while (left > 0 && free.timeRemaining() > kSlack) {
        module.call('analyse', { model, text, ...kOptions });
        module.call('explain', { model, text, ...kWhy });
        --left;
      }
    }
  }
}
