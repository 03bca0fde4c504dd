// Marks in the browser's own performance timeline, for benchmarks: from the keystroke to the frame that shows it.

const kKeystroke = 'heed:keystroke';
const kPainted = 'heed:painted';
const channel = new MessageChannel();

let waiting = false;
channel.port1.onmessage = () => {
  performance.mark(kPainted);
  if (!waiting) return;
  waiting = false;
  performance.measure('heed:keystroke-to-paint', kKeystroke, kPainted);
  performance.clearMarks(kKeystroke);
};

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

export function keystroke(): void {
  typing();
  if (waiting) return; // measured from the first keystroke not yet shown
  waiting = true;
  performance.mark(kKeystroke);
}

// Called when the answer is there. The message is delivered once the frame that draws it has been produced.
export function painted(): void {
  performance.clearMarks(kPainted);
  requestAnimationFrame(() => channel.port2.postMessage(null));
}
