// The engine of elements in pages of others, where a worker may not be had: from another site only by way of a script of the
// page's own, and under a policy that forbids it not at all. Then it computes in the page. src/engine/start-worker.ts is this
// there.
import address from './worker.ts?worker&url';
import type { Cancel, Command, Event } from '../../src/engine/protocol.ts';
import { messageOf } from '../../src/text/message.ts';

export const startWorker = (name: string): Worker => new Anywhere(name) as unknown as Worker;

function workerAt(url: string, name: string): Worker {
  if (new URL(url).origin === location.origin) return new Worker(url, { type: 'module', name });
  const script = new Blob([`import ${JSON.stringify(url)};`], { type: 'text/javascript' });
  const own = URL.createObjectURL(script);
  // Read by then.
  setTimeout(() => URL.revokeObjectURL(own), 60_000);
  return new Worker(own, { type: 'module', name });
}

interface Posts {
  postMessage(command: Command | Cancel): unknown;
}

// What a Client needs of a worker.
class Anywhere extends EventTarget {
  onmessage: ((event: { data: Event }) => void) | undefined;
  private worker: Worker | undefined;
  private server: Posts | undefined;
  private heard = false;
  // Asked before anything was heard: a worker that never begins has not done it.
  private waiting: (Command | Cancel)[] = [];

  constructor(private readonly name: string) {
    super();
    try {
      this.worker = workerAt(new URL(address, import.meta.url).href, name);
    } catch {
      void this.inPage(); // refused at once
      return;
    }
    this.worker.onmessage = ({ data }: MessageEvent<Event>) => this.hear(data);
    this.worker.addEventListener('error', (event) => {
      event.preventDefault();
      if (this.heard) this.fail(event.message);
      else void this.inPage();
    });
  }

  postMessage(command: Command | Cancel): void {
    if (!this.heard) this.waiting.push(command);
    (this.server ?? this.worker)?.postMessage(command);
  }

  terminate(): void {
    this.worker?.terminate();
    this.onmessage = undefined;
  }

  private hear(event: Event): void {
    this.heard = true;
    this.waiting = [];
    this.onmessage?.({ data: event });
  }

  private fail(message: string): void {
    this.dispatchEvent(Object.assign(new globalThis.Event('error', { cancelable: true }), { message }));
  }

  private async inPage(): Promise<void> {
    this.worker?.terminate();
    this.worker = undefined;
    try {
      const { start } = await import('./start.ts');
      const server = await start(this.name, (event) => this.hear(event));
      for (const command of this.waiting) void server.postMessage(command);
      this.server = server;
    } catch (error) {
      this.fail(messageOf(error));
    }
  }
}
