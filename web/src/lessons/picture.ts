// What the page shows, as a picture that prints: a copy of its elements, with what was painted as images.

const kWidth = 640; // pixels of the picture
const kHighest = 420;

// A picture of the part of `main` that is seen. Nothing in it can be reached or read out.
export function pictureOf(main: HTMLElement, label: string): HTMLElement {
  const shown = [...main.children].find((child) => child.checkVisibility()) as HTMLElement | undefined;
  const picture = document.createElement('div');
  picture.className = 'picture';
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', label);
  if (!shown) return picture;
  const copy = shown.cloneNode(true) as HTMLElement;
  same(shown, copy);
  const scale = Math.min(kWidth / shown.offsetWidth, 1);
  copy.inert = true;
  copy.setAttribute('aria-hidden', 'true');
  Object.assign(copy.style, {
    width: `${shown.offsetWidth}px`,
    transform: `scale(${scale})`,
    transformOrigin: '0 0',
  });
  picture.style.width = `${shown.offsetWidth * scale}px`;
  picture.style.height = `${Math.min(shown.offsetHeight * scale, kHighest)}px`;
  picture.append(copy);
  return picture;
}

// What cloneNode leaves out: paintings, what was typed and chosen, and how far something is scrolled. Names stay the page's.
function same(from: HTMLElement, to: HTMLElement): void {
  const [before, after] = [from, to].map((root) => [...root.querySelectorAll<HTMLElement>('*')]) as [
    HTMLElement[],
    HTMLElement[],
  ];
  before.forEach((one, i) => {
    const other = after[i]!;
    other.removeAttribute('id');
    other.removeAttribute('name');
    if (one instanceof HTMLCanvasElement) other.replaceWith(painted(one));
    else if (one instanceof HTMLTextAreaElement) other.textContent = one.value;
    else if (one instanceof HTMLInputElement && other instanceof HTMLInputElement) {
      other.setAttribute('value', one.value);
      other.toggleAttribute('checked', one.checked);
    } else if (one instanceof HTMLSelectElement && other instanceof HTMLSelectElement)
      other.selectedIndex = one.selectedIndex;
  });
}

function painted(canvas: HTMLCanvasElement): HTMLElement {
  const image = document.createElement('img');
  image.alt = '';
  image.className = canvas.className;
  image.style.cssText = canvas.style.cssText;
  const { width, height } = canvas.getBoundingClientRect();
  Object.assign(image.style, { width: `${width}px`, height: `${height}px`, imageRendering: 'pixelated' });
  if (canvas.width && canvas.height) image.src = canvas.toDataURL();
  return image;
}
