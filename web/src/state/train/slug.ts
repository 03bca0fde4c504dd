// A run's name in files, folders and links: "trained-words-2".
export const slugOf = ({ kind, number }: { readonly kind: string; readonly number: number }): string =>
  `trained-${kind}-${number}`;
