// The words of the page in its sources: where each stands in a .svelte or .ts file, and as what message a language has it. A
// message is text with {0} for what is filled in and <0>…</0> for what is set apart: "A <0>row</0> of {1} words".
import { parse } from 'svelte/compiler';
import { isName, isRead, type Node } from './read-by-people.mts';

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

// What a language says for a message of a file; undefined: as it is. `alone`: a word that may be a name in the program, of which
// a language says in which file it is read by people.
export type Say = (message: string, alone: boolean) => string | undefined;

// Elements that stand within a line of text.
const kInline = new Set('a b bdi br button code del em i kbd q small span strong sub sup'.split(' '));
// Attributes that are read by people; and those of our own components.
const kRead = /^(aria-(label|valuetext|roledescription)|title|placeholder|alt|label)$/;
const kOwn = /^(name|note|of|formula|called|what|legend)$/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* childrenOf(node: Node): Generator<Node> {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent' || key === 'metadata') continue;
    if (isNode(value)) yield value;
    else if (Array.isArray(value)) for (const one of value) if (isNode(one)) yield one;
  }
}

export class Messages {
  readonly edits: Edit[] = [];
  // All that were met, whether the language has them or not.
  readonly met: string[] = [];
  private readonly source: string;
  private readonly say: Say;
  private readonly shift: number;

  constructor(code: string, isSvelte: boolean, say: Say) {
    const head = isSvelte ? '' : '<script lang="ts">';
    this.source = isSvelte ? code : `${head}${code}</script>`;
    this.shift = head.length;
    this.say = say;
    const ast = parse(this.source, { modern: true }) as unknown as Record<string, Node | null>;
    for (const script of [ast['module'], ast['instance']])
      if (script) this.program(script['content'] as Node, null);
    if (isSvelte) this.fragment(ast['fragment']!);
  }

  get code(): string {
    return this.applied(this.shift, this.source.length - (this.shift ? '</script>'.length : 0));
  }

  // --- Programs

  private program(node: Node, parent: Node | null): void {
    if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)) return;
    if (node.type === 'TaggedTemplateExpression') {
      const quasi = node['quasi'] as Node;
      if ((node['tag'] as Node)['name'] === 't') return this.template(quasi, node);
    }
    if (node.type === 'CallExpression' && (node['callee'] as Node)['name'] === 'plural')
      return this.plural(node);
    if (node.type === 'TemplateLiteral' && !isName(node, parent)) return this.template(node, null);
    else if (node.type === 'Literal' && typeof node['value'] === 'string' && !isName(node, parent))
      return this.literal(node);
    for (const child of childrenOf(node)) this.program(child, node);
  }

  private literal(node: Node): void {
    const text = node['value'] as string;
    const found = this.ask(text, isRead(text));
    if (found !== undefined) this.edit(node.start, node.end, JSON.stringify(found));
  }

  // plural(n, 'word'): a language has "word" as "one|other".
  private plural(node: Node): void {
    const [, noun] = node['arguments'] as Node[];
    for (const one of noun ? literalsOf(noun) : []) {
      const found = this.ask(`1 ${one['value'] as string}`, true);
      if (found !== undefined) this.edit(one.start, one.end, JSON.stringify(found));
    }
    this.program((node['arguments'] as Node[])[0]!, node);
  }

  // `tagged`: the whole of t`…`, whose tag goes away in any language.
  private template(node: Node, tagged: Node | null): void {
    const expressions = node['expressions'] as Node[];
    for (const one of expressions) this.program(one, node);
    const parts = (node['quasis'] as Node[]).map((one) => (one['value'] as { cooked: string }).cooked);
    const message = parts.reduce((text, part, i) => (i ? `${text}{${i - 1}}${part}` : part), '');
    const found = this.ask(message, tagged !== null || isRead(message));
    const from = tagged ?? node;
    if (found === undefined) {
      if (tagged) this.edit(tagged.start, tagged.end, this.applied(node.start, node.end));
      return;
    }
    const escaped = found.replaceAll(/[`\\]|\$\{/g, '\\$&');
    const text = escaped.replaceAll(/\{(\d+)\}/g, (_, i: string) => {
      const one = expressions[Number(i)]!;
      return `\${${this.applied(one.start, one.end)}}`;
    });
    this.edit(from.start, from.end, `\`${text}\``);
  }

  // --- Markup

  private fragment(fragment: Node): void {
    this.children(fragment['nodes'] as Node[]);
  }

  private children(nodes: readonly Node[]): void {
    let run: Node[] = [];
    for (const node of [...nodes, null]) {
      if (node && this.inLine(node)) {
        run.push(node);
        continue;
      }
      this.run(run);
      run = [];
      if (node) this.element(node);
    }
  }

  private inLine(node: Node): boolean {
    if (node.type === 'RegularElement') return kInline.has(node['name'] as string);
    return /^(Text|ExpressionTag|IfBlock|RenderTag|Component|HtmlTag|Comment)$/.test(node.type);
  }

  // A line of text with what stands in it; where it has no words of its own, each part by itself.
  private run(given: readonly Node[]): void {
    let nodes = given;
    const blank = (node: Node | undefined) =>
      node && (node.type === 'Comment' || (node.type === 'Text' && /^\s*$/.test(node['data'] as string)));
    while (blank(nodes[0])) nodes = nodes.slice(1);
    while (blank(nodes.at(-1))) nodes = nodes.slice(0, -1);
    const words = nodes.some((node) => node.type === 'Text' && /\p{L}{2}/u.test(node['data'] as string));
    if (!words) {
      for (const node of nodes) this.element(node);
      return;
    }
    const parts: ((inner: string) => string)[] = [];
    const message = this.message(nodes, parts).trim();
    const found = this.ask(message, true);
    if (found === undefined) return;
    const { start, end } = { start: nodes[0]!.start, end: nodes.at(-1)!.end };
    const raw = this.source.slice(start, end);
    const around = [/^\s*/.exec(raw)![0], /\s*$/.exec(raw)![0]];
    this.edit(start, end, `${around[0]}${filled(found, parts)}${around[1]}`);
  }

  private message(nodes: readonly Node[], parts: ((inner: string) => string)[]): string {
    return nodes
      .map((node) => {
        if (node.type === 'Comment') return '';
        if (node.type === 'Text') return (node['raw'] as string).replaceAll(/\s+/g, ' ');
        if (node.type === 'ExpressionTag' && blankString(node)) return ' ';
        const number = parts.length;
        const inner = this.innerOf(node);
        if (!inner) {
          parts.push(() => this.applied(node.start, node.end));
          this.element(node);
          return `{${number}}`;
        }
        // Its attributes may have words, too.
        this.attributes(node);
        const [from, to] = [inner[0]!.start, inner.at(-1)!.end];
        parts.push((text) => this.applied(node.start, from) + text + this.source.slice(to, node.end));
        return `<${number}>${this.message(inner, parts)}</${number}>`;
      })
      .join('');
  }

  // The nodes of an element whose words belong to the line that it stands in.
  private innerOf(node: Node): readonly Node[] | null {
    if (node.type !== 'RegularElement') return null;
    const inner = (node['fragment'] as Node)['nodes'] as Node[];
    const words = inner.some((one) => one.type === 'Text' && /\p{L}/u.test(one['data'] as string));
    return words && inner.every((one) => this.inLine(one)) ? inner : null;
  }

  private element(node: Node): void {
    this.attributes(node);
    if (node.type === 'Text') return;
    // An expression whose values are words: a language may say each in its place.
    const told =
      node.type === 'ExpressionTag' ? this.ask(this.source.slice(node.start, node.end), false) : undefined;
    if (told !== undefined) return this.edit(node.start, node.end, told);
    for (const [key, value] of Object.entries(node)) {
      if (key === 'attributes' || !value) continue;
      if (isNode(value)) {
        if (value.type === 'Fragment') this.fragment(value);
        else this.program(value, null);
      } else if (Array.isArray(value))
        for (const one of value)
          if (isNode(one) && !/^(Text|Attribute)$/.test(one.type)) this.program(one, null);
    }
  }

  private attributes(node: Node): void {
    for (const attribute of (node['attributes'] as Node[] | undefined) ?? []) {
      const { value } = attribute;
      const name = attribute['name'] as string;
      const read = kRead.test(name) || (node.type === 'Component' && kOwn.test(name));
      if (!Array.isArray(value)) {
        if (isNode(value)) this.program(value, null);
        else if (isNode(attribute['expression'])) this.program(attribute['expression'] as Node, null);
        continue;
      }
      const parts: ((inner: string) => string)[] = [];
      const message = this.message(value as Node[], parts);
      if (!read || !/\p{L}/u.test(message.replaceAll(/\{\d+\}/g, ''))) continue;
      const found = this.ask(message, node.type !== 'Component' || isRead(message));
      const nodes = value as Node[];
      if (found !== undefined)
        this.edit(nodes[0]!.start, nodes.at(-1)!.end, filled(found.replaceAll('"', '&quot;'), parts));
    }
  }

  // --- Edits

  private ask(message: string, wanted: boolean): string | undefined {
    const found = this.say(message, !wanted);
    if (wanted || found !== undefined) this.met.push(message);
    return found;
  }

  // In place of those within.
  private edit(start: number, end: number, text: string): void {
    for (let i = this.edits.length - 1; i >= 0; --i)
      if (this.edits[i]!.start >= start && this.edits[i]!.end <= end) this.edits.splice(i, 1);
    this.edits.push({ start, end, text });
  }

  private applied(start: number, end: number): string {
    const within = this.edits
      .filter((edit) => edit.start >= start && edit.end <= end)
      .sort((a, b) => a.start - b.start);
    let text = '';
    let at = start;
    for (const edit of within) {
      text += this.source.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + this.source.slice(at, end);
  }
}

const blankString = (node: Node): boolean =>
  /^\s+$/.test(String((node['expression'] as Node)['value'] ?? ''));

function* literalsOf(node: Node): Generator<Node> {
  if (node.type === 'Literal' && typeof node['value'] === 'string') yield node;
  else if (node.type === 'ConditionalExpression')
    for (const one of [node['consequent'], node['alternate']]) yield* literalsOf(one as Node);
}

// A message with its parts in their places, wherever the language has put them.
function filled(message: string, parts: readonly ((inner: string) => string)[]): string {
  const whole = message.replaceAll(/<(\d+)>((?:(?!<\1>)[\s\S])*?)<\/\1>/g, (_, i: string, inner: string) =>
    parts[Number(i)]!(filled(inner, parts)),
  );
  return whole.replaceAll(/\{(\d+)\}(?!\})/g, (all, i: string) => parts[Number(i)]?.('') ?? all);
}
