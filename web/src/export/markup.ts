// SVG as text: everything that is written is escaped here.

const kEscapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// Control characters have no place in XML, not even escaped.
export const escape = (text: string) =>
  // eslint-disable-next-line no-control-regex
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '�')
    .replace(/[&<>"]/g, (c) => kEscapes[c]!);

export const round = (value: number) => Number(value.toFixed(2));

export function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? round(value) : escape(value)}"`)
    .join('');
}

export const label = (text: string, values: Readonly<Record<string, string | number>>) =>
  `<text${attributes(values)}>${escape(text)}</text>`;

export interface Body {
  readonly parts: string[];
  readonly width: number;
  readonly height: number;
}
