// Which text of a program is read by people, and which is a name in it.

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

// A literal that people read, rather than a name in the program: words with a space between, or one that begins a label.
const kTwoWords = /\p{L}[\p{L}’']*[,:;.)”]? [(“]?\p{L}/u;
const kLabel = /^\p{Lu}\p{Ll}+(?:[. …:]|-\p{Ll}+$|$)/u;
const kFilled = /\{\d+\}[,:;]? (?:\p{Ll}{3,}|(?:as|at|by|in|is|of|on|or|to) )|\p{Ll}{3,} \{\d+\}/u;
const kCode =
  /^\[|^[#.@]|[{<>=]|;$|^[a-z_]\w*[-.:]\w|https?:|^is-|::|\(prefers|^(?:Arrow\w+|Escape|Enter|Home|End|Page\w+|Tab|Shift|Files|Content-\w+)$/;
export const isRead = (text: string): boolean =>
  !kCode.test(text.replaceAll(/\{\d+\}/g, '')) &&
  (kTwoWords.test(text) || kLabel.test(text) || kFilled.test(text));

// Where literals are names: of modules, types, properties, and what is compared.
export function isName(node: Node, parent: Node | null): boolean {
  if (!parent) return false;
  if (/^(Import|Export(All|Named))/.test(parent.type) || parent.type.startsWith('TS')) return true;
  if (/^(Property|PropertyDefinition|MethodDefinition)$/.test(parent.type))
    return parent['key'] === node && !parent['computed'];
  if (parent.type === 'MemberExpression') return parent['property'] === node;
  if (parent.type === 'BinaryExpression') return /^[!=]==?$|^in$/.test(parent['operator'] as string);
  return parent.type === 'SwitchCase' && parent['test'] === node;
}
