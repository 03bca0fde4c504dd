// The styles of all parts of the element, which a shadow root takes as sheets that no policy of the page around it forbids.
// Whatever is imported of web/styles/ is added here (web/vite/embed.mts).

const all: CSSStyleSheet[] = [];

export function addSheet(css: string): void {
  if (!globalThis.CSSStyleSheet) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  all.push(sheet);
  for (const root of adopters) root.adoptedStyleSheets = [...all];
}

// Those that take sheets of parts that are fetched later, too.
const adopters = new Set<ShadowRoot>();

export function adopt(root: ShadowRoot): void {
  adopters.add(root);
  root.adoptedStyleSheets = [...all];
}

export function release(root: ShadowRoot): void {
  adopters.delete(root);
}
