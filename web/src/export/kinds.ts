// What a part of the page can be saved as; the last, a page of its own, is not of all parts.
export const kKinds = ['SVG', 'PNG', 'CSV', 'JSON', 'HTML'] as const;
export type Kind = (typeof kKinds)[number];
