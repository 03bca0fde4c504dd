// Keystrokes that come one after the other: what would distract the reading waits until the visitor looks up.

const kRest = 500; // ms after the last keystroke

export class Typing {
  now = $state(false);
  private rest: ReturnType<typeof setTimeout> | undefined;

  // `keystroke`: the text changed as it does by one; else by a paste, or another example.
  changed(keystroke: boolean): void {
    clearTimeout(this.rest);
    this.now = keystroke;
    if (keystroke) this.rest = setTimeout(() => (this.now = false), kRest);
  }
}
