// What a part of the page can be saved as.
export const kKinds = ['SVG', 'PNG', 'CSV', 'JSON'] as const;
export type Kind = (typeof kKinds)[number];
