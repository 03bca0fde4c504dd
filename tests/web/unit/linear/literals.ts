// All regular expressions in a source file, as they are written there.
import { parse } from 'svelte/compiler';
import ts from 'typescript';

export interface Found {
  readonly expression: RegExp;
  readonly line: number;
}

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length;

function inScript(text: string): Found[] {
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const expression = new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
      found.push({ expression, line: lineAt(text, node.pos + 1) });
    }
    if (ts.isIdentifier(node) && node.text === 'RegExp' && ts.isNewExpression(node.parent))
      throw new Error(`line ${lineAt(text, node.pos)}: write /…/, which is looked at, not new RegExp(…)`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true));
  return found;
}

function inComponent(text: string): Found[] {
  const found: Found[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { regex, start } = node as { regex?: { pattern: string; flags: string }; start?: number };
    if (regex)
      found.push({ expression: new RegExp(regex.pattern, regex.flags), line: lineAt(text, start ?? 0) });
    for (const [name, value] of Object.entries(node)) if (name !== 'parent') visit(value);
  };
  const { html, instance, module } = parse(text) as unknown as Record<string, unknown>;
  [html, instance, module].forEach(visit);
  return found;
}

export const expressionsIn = (file: string, text: string): Found[] =>
  file.endsWith('.svelte') ? inComponent(text) : inScript(text);
