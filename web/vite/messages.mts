// Puts a language's words in the place of ids: t('read.sentence', text) in programs and markup, and <Message id="…"> around markup.
// A message is text with {0} for what is filled in and <0>…</0> for an element: "A <0>row</0> of {1} words".
import type { Node } from './read-by-people.mts';
import { childrenOf, isNode, Source } from './syntax.mts';

// A text; or its forms in the order of pluralCategories(), of which {0} is the number.
export type Text = string | readonly string[];
export type Say = (id: string) => Text;

export interface Met {
  readonly id: string;
  // How many values the call gives.
  readonly values: number;
}

interface Called {
  readonly text: Text;
  readonly values: readonly string[];
}

type Part = (inner: string) => string;

export class Messages {
  readonly met: Met[] = [];
  private readonly source: Source;
  private readonly say: Say;
  private hasPlural = false;

  constructor(code: string, isSvelte: boolean, say: Say) {
    this.source = new Source(code, isSvelte);
    this.say = say;
    const { markup, programs } = this.source;
    for (const part of markup ? [...programs, markup] : programs) this.visit(part);
    for (const program of programs) this.imports(program);
  }

  get code(): string {
    return this.source.code;
  }

  private visit(node: Node): void {
    if (node.type === 'Attribute') return this.attribute(node);
    const isText = node.type === 'Fragment';
    for (const child of childrenOf(node)) {
      const call = isText && child.type === 'ExpressionTag' ? callOf(child['expression']) : null;
      if (call) this.text(child, call);
      else this.visit(child);
    }
    if (callOf(node)) this.program(node, this.called(node));
    else if (node.type === 'Component' && node['name'] === 'Message') this.message(node);
  }

  // --- Calls

  private called(call: Node): Called {
    const [id, ...values] = call['arguments'] as Node[];
    for (const one of values) this.visit(one);
    this.met.push({ id: id!['value'] as string, values: values.length });
    return {
      text: this.say(id!['value'] as string),
      values: values.map((one) => this.source.applied(one.start, one.end)),
    };
  }

  private program(call: Node, { text, values }: Called): void {
    if (typeof text === 'string') return this.source.edit(call, literal(text, values));
    this.hasPlural = true;
    const [before, after] = aroundNumber(text);
    const plural = `plural(${values[0]}, ${JSON.stringify(after.join('|'))})`;
    this.source.edit(call, before ? `${JSON.stringify(before)} + ${plural}` : plural);
  }

  private text(tag: Node, call: Node): void {
    const called = this.called(call);
    const { text, values } = called;
    // Markup drops spaces at its ends.
    const isPlain = typeof text === 'string' && !values.length && text === text.trim();
    if (isPlain) this.source.edit(tag, escaped(text));
    else this.program(call, called);
  }

  private attribute(node: Node): void {
    const value = node['value'];
    const tag = Array.isArray(value) && value.length === 1 ? (value[0] as Node) : value;
    const call = isNode(tag) && tag.type === 'ExpressionTag' ? callOf(tag['expression']) : null;
    if (!call) {
      for (const child of childrenOf(node)) this.visit(child);
      return;
    }
    const called = this.called(call);
    if (typeof called.text !== 'string' || called.values.length) return this.program(call, called);
    const inside = escaped(called.text).replaceAll('"', '&quot;');
    this.source.edit(node, `${node['name'] as string}="${inside}"`);
  }

  // --- Markup: the parts within <Message>, which stand where the language puts them

  private message(node: Node): void {
    const [attribute] = node['attributes'] as Node[];
    const id = (attribute!['value'] as Node[])[0]!['data'] as string;
    const text = this.say(id) as string;
    const parts: Part[] = [];
    this.parts(node, text, parts);
    this.met.push({ id, values: parts.length });
    this.source.edit(node, placed(escaped(text), parts));
  }

  private parts(node: Node, text: string, parts: Part[]): void {
    for (const one of nodesOf(node)) {
      if (one.type === 'Text') continue;
      const inner = text.includes(`<${parts.length}>`) ? nodesOf(one) : [];
      const [from, to] = [inner[0]?.start, inner.at(-1)?.end];
      if (from === undefined || to === undefined) {
        parts.push(() => this.source.applied(one.start, one.end));
        continue;
      }
      const [head, tail] = [this.source.applied(one.start, from), this.source.applied(to, one.end)];
      parts.push((words) => head + words + tail);
      this.parts(one, text, parts);
    }
  }

  // --- Imports: what is left needs plural.ts in the place of t.ts, or neither

  private imports(program: Node): void {
    for (const node of program['body'] as Node[]) {
      if (node.type !== 'ImportDeclaration') continue;
      const from = (node['source'] as Node)['value'] as string;
      const plural = `import { plural } from '${from.replace(/t\.ts$/, 'plural.ts')}';`;
      if (/\/t\.ts$/.test(from)) this.source.edit(node, this.hasPlural ? plural : '');
      else if (/\/Message\.svelte$/.test(from)) this.source.edit(node, '');
    }
  }
}

// The node as a call of t(), if it is one.
function callOf(node: unknown): Node | null {
  if (!isNode(node) || node.type !== 'CallExpression') return null;
  return (node['callee'] as Node)['name'] === 't' ? node : null;
}

const nodesOf = (node: Node) => (node['fragment'] as Node)['nodes'] as readonly Node[];

const kValue = /\{(\d+)\}/g;

function literal(text: string, values: readonly string[]): string {
  if (!values.length) return JSON.stringify(text);
  const escaped = text.replaceAll(/[`\\]|\$\{/g, '\\$&');
  return `\`${escaped.replaceAll(kValue, (_, i: string) => `\${${values[Number(i)]}}`)}\``;
}

const kMarks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
// What is no tag of ours.
const escaped = (text: string): string =>
  text.replaceAll(/&|<(?!\/?\d+>)|(?<!<\/?\d+)>/g, (mark) => kMarks[mark]!);

// What stands before the number, in all forms the same, and behind it.
function aroundNumber(forms: readonly string[]): [string, string[]] {
  const parts = forms.map((form) => form.split('{0}'));
  const before = parts[0]![0]!;
  const wrong = parts.findIndex((one) => one.length !== 2 || one[0] !== before);
  if (wrong >= 0)
    throw new Error(
      `[languages] "${forms[wrong]}": forms of a plural need {0} once, and the same words before it. Put those behind it.`,
    );
  return [before, parts.map((one) => one[1]!)];
}

function placed(text: string, parts: readonly Part[]): string {
  const whole = text.replaceAll(/<(\d+)>((?:(?!<\1>)[\s\S])*?)<\/\1>/g, (_, i: string, inner: string) =>
    parts[Number(i)]!(placed(inner, parts)),
  );
  return whole.replaceAll(/\{(\d+)\}(?!\})/g, (all, i: string) => parts[Number(i)]?.('') ?? all);
}
