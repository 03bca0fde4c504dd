// Where a note stands beside its word: below it, or above it where that has more room; never over it.
interface Size {
  readonly width: number;
  readonly height: number;
}
interface Word {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

const kGap = 6; // pixels from the word
const kEdge = 8; // pixels from the window's edge

// `height`: the most that has room; a taller note scrolls.
export function placed(word: Word, note: Size, view: Size): { left: number; top: number; height: number } {
  const below = view.height - kEdge - (word.bottom + kGap);
  const above = word.top - kGap - kEdge;
  const isBelow = note.height <= below || below >= above;
  const height = Math.min(note.height, Math.max(isBelow ? below : above, 0));
  const left = Math.max(kEdge, Math.min(word.left, view.width - kEdge - note.width));
  return { left, top: isBelow ? word.bottom + kGap : word.top - kGap - height, height };
}
