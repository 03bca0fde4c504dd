// Work that the eye does not wait for: done once the frame that is due has been painted.

let due: (() => void)[] = [];

export function afterPaint(work: () => void): void {
  if (due.push(work) > 1) return;
  requestAnimationFrame(() => {
    const all = due;
    due = [];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      for (const one of all) queueMicrotask(one); // so that one that fails keeps none of the others from its turn
    };
    // The message is delivered once the frame that this callback belongs to has been produced.
    port2.postMessage(null);
  });
}

const kPatience = 1000; // ms for a page that is never idle

// Once that frame has been painted and there is nothing else to do.
export function idle(): Promise<void> {
  return new Promise((done) =>
    afterPaint(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => done(), { timeout: kPatience });
      else setTimeout(done);
    }),
  );
}

// One piece of such work at a time: a newer one takes the place of one that has not been done yet.
export class Later {
  private work: (() => void) | null = null;

  now(work: () => void): void {
    this.work = null;
    work();
  }

  afterPaint(work: () => void): void {
    const waiting = this.work !== null;
    this.work = work;
    if (!waiting) afterPaint(() => this.flush());
  }

  flush(): void {
    const { work } = this;
    this.work = null;
    work?.();
  }
}
