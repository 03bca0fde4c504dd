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
