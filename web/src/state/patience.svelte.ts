// Waiting for an answer: once it has taken long enough to be noticed, the page says so.

const kPatience = 250; // ms

export class Patience {
  late = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  // Nothing changes where something is waited for already.
  begin(): void {
    this.timer ??= setTimeout(() => (this.late = true), kPatience);
  }

  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.late = false;
  }
}
