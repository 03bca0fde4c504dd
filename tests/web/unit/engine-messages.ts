// What the engine says to people, read out of its C++ sources: each call that makes a message, with {0} for what is filled in.
import { readdirSync, readFileSync } from 'node:fs';

export interface EngineMessage {
  readonly file: string;
  readonly message: string;
}

// Calls whose arguments are a message; of some the first is the condition.
const kCall = /\b(?:check|expect|fail(?:<\w+>)?|stop|leave_out|(?:warnings|notes)_?\.push_back)\(/g;
const kConditional = /^(?:check|expect)/;
const kString = /^(?:"(?:[^"\\\n]|\\.)*"\s*)+$/;

// Where the string or character that begins at `at` ends.
function afterQuoted(code: string, at: number): number {
  const quote = code[at]!;
  if (quote === '"' && code[at - 1] === 'R') {
    const end = `)${code.slice(at + 1, code.indexOf('(', at))}"`;
    return code.indexOf(end, at) + end.length;
  }
  let end = at + 1;
  while (code[end] !== quote) end += code[end] === '\\' ? 2 : 1;
  return end + 1;
}

// What stands between the bracket that opens at `open` and the one that closes it, cut at `mark`.
function partsAt(code: string, open: number, mark: ',' | '+'): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < code.length; ++at) {
    const sign = code[at]!;
    if (sign === '"' || (sign === "'" && !/\w/.test(code[at - 1]!))) at = afterQuoted(code, at) - 1;
    else if ('([{'.includes(sign)) ++depth;
    else if (')]}'.includes(sign)) --depth;
    if (depth > 0 && !(depth === 1 && sign === mark)) continue;
    found.push(code.slice(from, at).trim());
    from = at + 1;
    if (depth === 0) return found;
  }
  return [];
}

// "a" + b, too, is a literal and a value.
function termsOf(argument: string): string[] {
  const terms = partsAt(`(${argument})`, 0, '+');
  return terms.some((term) => kString.test(term)) ? terms : [argument];
}

function textOf(literal: string): string {
  const parts = literal.match(/"(?:[^"\\\n]|\\.)*"/g)!;
  return parts.map((part) => JSON.parse(part.replaceAll("\\'", "'")) as string).join('');
}

// "[file] has no …" is "has no …": the same in any file. What begins with neither is about what stands before it.
export function keyOf(parts: readonly (string | null)[]): string {
  const whole = parts
    .map((part) => part ?? '{0}')
    .join('')
    .replaceAll(/(\{0\})+/g, '{0}');
  const body = /^[[{]/.test(whole) ? whole.replace(/^(?:\[[^\]]*\] )+/, '') : `{0}${whole}`;
  let filled = 0;
  return body.replaceAll('{0}', () => `{${filled++}}`).trim();
}

export function messagesIn(source: string): string[] {
  const code = source.replaceAll(/^\s*\/\/.*$|\s\/\/ [^"\n]*$/gm, '');
  return [...code.matchAll(kCall)].flatMap((call) => {
    const given = partsAt(code, call.index + call[0].length - 1, ',').slice(
      kConditional.test(call[0]) ? 1 : 0,
    );
    const parts = given.flatMap(termsOf).map((one) => (kString.test(one) ? textOf(one) : null));
    return parts.some((part) => /[a-z]{2}/.test(part ?? '')) ? [keyOf(parts)] : [];
  });
}

export function engineMessages(folder: string): EngineMessage[] {
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) =>
    /\.(h|cpp)$/.test(file),
  );
  return files
    .sort()
    .flatMap((file) =>
      messagesIn(readFileSync(`${folder}/${file}`, 'utf8')).map((message) => ({ file, message })),
    );
}

// All that stands in quotes there, as what warnings and parts of messages are made of.
export function literalsIn(folder: string): string[] {
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) =>
    /\.(h|cpp)$/.test(file),
  );
  return files.flatMap((file) => {
    const code = readFileSync(`${folder}/${file}`, 'utf8').replaceAll(/^#include.*$/gm, '');
    return [...code.matchAll(/(?:"(?:[^"\\\n]|\\.)*"\s*)+/g)].flatMap(([found]) => {
      try {
        return [textOf(found).replace(/^\] /, '')].filter(Boolean);
      } catch {
        return [];
      }
    });
  });
}
