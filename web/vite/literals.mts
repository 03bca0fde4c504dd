// Texts of programs that have no ids: the engine's tables (web/src/generated/), and messages of web/src/engine/, which are the
// engine's own. A language has them by what they say, with {0} for what is filled in.
import { isName, isRead, type Node } from './read-by-people.mts';
import { childrenOf, Source } from './syntax.mts';

export class Literals {
  // Those that people read, whether the language has them or not.
  readonly met: string[] = [];
  private readonly source: Source;
  private readonly say: (text: string) => string | undefined;

  constructor(code: string, say: (text: string) => string | undefined) {
    this.source = new Source(code, false);
    this.say = say;
    for (const program of this.source.programs) this.visit(program, null);
  }

  get code(): string {
    return this.source.code;
  }

  private visit(node: Node, parent: Node | null): void {
    if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)) return;
    for (const child of childrenOf(node)) this.visit(child, node);
    if (isName(node, parent)) return;
    if (node.type === 'TemplateLiteral') this.template(node);
    else if (node.type === 'Literal' && typeof node['value'] === 'string') {
      const found = this.ask(node['value']);
      if (found !== undefined) this.source.edit(node, JSON.stringify(found));
    }
  }

  private template(node: Node): void {
    const expressions = node['expressions'] as Node[];
    const parts = (node['quasis'] as Node[]).map((one) => (one['value'] as { cooked: string }).cooked);
    const found = this.ask(parts.reduce((text, part, i) => (i ? `${text}{${i - 1}}${part}` : part), ''));
    if (found === undefined) return;
    const text = found.replaceAll(/[`\\]|\$\{/g, '\\$&').replaceAll(/\{(\d+)\}/g, (_, i: string) => {
      const { start, end } = expressions[Number(i)]!;
      return `\${${this.source.applied(start, end)}}`;
    });
    this.source.edit(node, `\`${text}\``);
  }

  private ask(text: string): string | undefined {
    const found = this.say(text);
    if (found !== undefined || isRead(text)) this.met.push(text);
    return found;
  }
}
