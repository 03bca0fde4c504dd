// Marks in the browser's own performance timeline, for benchmarks: from the keystroke to the frame that shows it.
import { afterPaint } from '../views/later.ts';

const kKeystroke = 'heed:keystroke';
const kPainted = 'heed:painted';

let waiting = false;

function onScreen(): void {
  performance.mark(kPainted);
  if (!waiting) return;
  waiting = false;
  performance.measure('heed:keystroke-to-paint', kKeystroke, kPainted);
  performance.clearMarks(kKeystroke);
}

// While keys are struck every change is drawn at once: fading a hundred cells for 120 ms would take eight frames that
// the next keystroke needs.
const kPause = 400;
let rest: ReturnType<typeof setTimeout> | undefined;

function typing(): void {
  const { classList } = document.documentElement;
  clearTimeout(rest);
  classList.add('is-typing');
  rest = setTimeout(() => classList.remove('is-typing'), kPause);
}

// `startTime`: the event's own.
export function keystroke(startTime: number): void {
  typing();
  if (waiting) return; // measured from the first keystroke not yet shown
  waiting = true;
  performance.mark(kKeystroke, { startTime });
}

// Called when the answer is there.
export function painted(): void {
  performance.clearMarks(kPainted);
  afterPaint(onScreen);
}
