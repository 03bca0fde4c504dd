// The parts of a lesson. Words are Markdown of a line, **strong**, *emphasis*, `code`, with marked terms (text/marks.ts).
import type { Live } from './live.ts';

// Asked before it is shown.
export interface Question {
  readonly asked: string;
  readonly choices: readonly string[];
  // What the page is set to once it is answered; as it was, where it is not said.
  readonly then?: string;
  // The index of the right choice, by what the page shows then; -1 where it does not show it yet.
  readonly right: (live: Live) => number;
  // The result of a task, with the page's own numbers.
  readonly found: (live: Live) => string;
}

// Something to be done on the page: it goes on once it is.
export interface Task {
  readonly todo: string;
  readonly done: (live: Live) => boolean;
  readonly found: (live: Live) => string;
}

export interface Step {
  readonly title: string;
  readonly say: string;
  // The fragment of an address: what the page is set to.
  readonly at: string;
  // The part of the page that it points to; where it names none, what its answer is read from.
  readonly look?: string;
  readonly ask?: Question;
  readonly task?: Task;
}

export interface Lesson {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly steps: readonly Step[];
}

// "section=two&two.mechanism=dot"
export const at = (settings: Readonly<Record<string, string>>): string => `${new URLSearchParams(settings)}`;

// The section that a step is about.
export const sectionOf = ({ at }: Step): string => new URLSearchParams(at).get('section') ?? 'read';

// Whether the address `fragment` is of the page as it is once the step's question is answered.
export function isAnswered({ ask }: Step, fragment: string): boolean {
  const shown = new URLSearchParams(fragment.slice(1));
  return (
    ask?.then !== undefined &&
    [...new URLSearchParams(ask.then)].every(([name, is]) => shown.get(name) === is)
  );
}
