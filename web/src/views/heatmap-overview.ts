// The whole of a big map beside the part that is in view, as a small picture to go by. The keyboard has the grid's own
// keys for this, so it is for pointers only.
import '../../styles/map-overview.css';
import type { Layout, Room } from './layout.ts';

export class HeatmapOverview {
  readonly element = document.createElement('div');
  private readonly picture = document.createElement('canvas');
  private readonly port = document.createElement('div');

  constructor(
    private readonly grid: HTMLElement,
    private readonly layout: () => Layout | null,
  ) {
    this.element.className = 'map-overview';
    this.element.setAttribute('aria-hidden', 'true');
    this.port.className = 'map-overview-port';
    this.element.append(this.picture, this.port);
    this.element.addEventListener('pointerdown', (event) => {
      this.element.setPointerCapture(event.pointerId);
      this.go(event);
    });
    this.element.addEventListener('pointermove', (event) => event.buttons && this.go(event));
  }

  // `cells` holds a pixel per cell; null for a map that is shown whole.
  prepare(cells: HTMLCanvasElement | null): void {
    if (this.element.hidden !== (cells === null)) this.element.hidden = cells === null;
    if (!cells) return;
    this.picture.width = cells.width;
    this.picture.height = cells.height;
    this.picture.getContext('2d')!.drawImage(cells, 0, 0);
  }

  // Frames what is in view.
  draw(scrolled: { readonly left: number; readonly top: number }, room: Room): void {
    const layout = this.layout();
    if (!layout || this.element.hidden) return;
    const across = layout.width - layout.left;
    const down = layout.height - layout.top;
    const percent = (part: number, whole: number) => `${Math.min(100, (100 * part) / whole)}%`;
    const { style } = this.port;
    style.left = percent(scrolled.left, across);
    style.top = percent(scrolled.top, down);
    style.width = percent(room.width - layout.left, across);
    style.height = percent(room.height - layout.top, down);
  }

  private go(event: PointerEvent): void {
    const layout = this.layout();
    if (!layout) return;
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * (layout.width - layout.left);
    const y = ((event.clientY - top) / height) * (layout.height - layout.top);
    this.grid.scrollTo(
      x - (this.grid.clientWidth - layout.left) / 2,
      y - (this.grid.clientHeight - layout.top) / 2,
    );
  }
}
