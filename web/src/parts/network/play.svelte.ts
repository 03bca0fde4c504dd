// Sends the sentence through the network once, slowly: stage after stage. Where motion is not wanted, a press of the button is a stage.
import type { Played } from './draw.ts';

const kStage = 2600; // ms
const kEntering = 1100; // of those, until all lines of the stage are there

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Play {
  // Stage -1 is the sentence itself. Null where nothing is played.
  played = $state.raw<Played | null>(null);
  // The stages come by themselves; else each is asked for.
  moving = $state(false);
  private frame = 0;

  constructor(private readonly stages: () => number) {}

  press(): void {
    if (this.moving) return this.stop();
    if (still()) return this.next();
    this.moving = true;
    const began = performance.now();
    const step = () => {
      const passed = performance.now() - began;
      const stage = Math.floor(passed / kStage) - 1;
      if (stage >= this.stages()) return this.stop();
      this.played = { stage, share: Math.min((passed % kStage) / kEntering, 1) };
      this.frame = requestAnimationFrame(step);
    };
    step();
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.played = null;
    this.moving = false;
  }

  private next(): void {
    const stage = (this.played?.stage ?? -2) + 1;
    this.played = stage < this.stages() ? { stage, share: 1 } : null;
  }
}
