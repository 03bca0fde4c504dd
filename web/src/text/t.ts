// Words of the page in a .ts file, or in a script: what a language has to have its own of (web/languages/). A build takes the tag
// away and puts the language's words in; `${0}` in a message stands for the first value.
export const t = (parts: TemplateStringsArray, ...values: readonly unknown[]): string =>
  parts.reduce((text, part, i) => `${text}${String(values[i - 1])}${part}`);
