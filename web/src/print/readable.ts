// Rows or columns of a map whose numbers can still be read on a page.
export const kNumbered = 26;
