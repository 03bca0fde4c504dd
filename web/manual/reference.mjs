// Writes the pages of the manual that the program itself tells: options.md from every --help, settings.md and schemas.md from heed
// describe, models.md from heed info.
// node web/manual/reference.mjs build/native/heed; ./dev describe does so too.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { modelsPage } from './models-page.mjs';
import { kFaithfulnessTypes } from './printed-faithfulness.mjs';
import { kRowTypes } from './printed-rows.mjs';
import { kTextTypes } from './printed-texts.mjs';
import { kMore, kPrinted } from './printed.mjs';

function ask(heed, ...words) {
  const { status, stdout, stderr, error } = spawnSync(heed, words, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, COLUMNS: '100' },
  });
  if (error || status !== 0) throw new Error(`heed ${words.join(' ')}: ${error ?? stderr}`);
  return stdout;
}

const cell = (text) =>
  text.replaceAll(/\s+/g, ' ').trim().replaceAll('&', '&amp;').replaceAll('|', '\\|').replaceAll('<', '&lt;');
const table = (head, rows) =>
  rows.length ? [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n') : '';

// A help text: what the command does, its usage, [name, meaning] of each option, and what follows the options as it stands.
function readHelp(help) {
  const [summary, usage, ...lines] = help.trimEnd().split('\n');
  const options = [];
  const footer = lines.findIndex((line, i) => {
    const entry = line === '' ? '' : (lines.slice(i + 1).find((one) => /^ {2,9}\S/.test(one)) ?? '');
    return /^\S/.test(line) && !line.startsWith('[') && !/^ +(-|\[|[A-Z])/.test(entry);
  });
  for (const line of footer < 0 ? lines : lines.slice(0, footer)) {
    const [, indent, name, meaning = ''] = /^( *)(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? [];
    if (indent?.length >= 10 && options.length) options.at(-1).meaning += ` ${line.trim()}`;
    else if (indent?.length >= 2 && /^(-|[A-Z][A-Z_]+\b)/.test(name)) options.push({ name, meaning });
  }
  return {
    summary,
    usage: usage.replace('Usage: ', ''),
    options,
    rest: footer < 0 ? [] : lines.slice(footer),
  };
}

// "--out DIR (default: models)": the name, what is filled in, and the default apart.
function parts({ name, meaning }) {
  const required = / ?\(required\)/.test(name + meaning);
  const [, fallback = ''] = /\(default: ([^()]*(?:\([^()]*\)[^()]*)*)\)/.exec(meaning) ?? [];
  const said = meaning
    .replace(/ ?\(default: [^()]*(?:\([^()]*\)[^()]*)*\)/, '')
    .replace(/ ?\(required\)/, '');
  return [`\`${name.replace(/ ?\(required\)/, '')}\``, cell(said), required ? 'required' : cell(fallback)];
}

function optionsPage(heed) {
  const names = [
    ...ask(heed, '--help')
      .split('Subcommands:')[1]
      .matchAll(/^ {2}([a-z-]+) {2,}/gm),
  ].map(([, name]) => name);
  const commands = names.map((name) => ({ name, ...readHelp(ask(heed, name, '--help')) }));
  const takers = new Map();
  for (const { name, options } of commands)
    for (const option of options.flatMap((one) => one.name.match(/--[a-z0-9-]+/g) ?? []))
      if (option !== '--help') takers.set(option, [...(takers.get(option) ?? []), name]);
  const index = [...takers].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const link = (name) => `[${name}](#heed-${name})`;
  return `# All options

Find every option of every command here. The program writes this page: it says what \`--help\` says.

## Index

Look up an option to see which commands take it.

${table(
  ['option', 'commands'],
  index.map(([option, of]) => [`\`${option}\``, of.map(link).join(', ')]),
)}

${commands
  .map(({ name, summary, usage, options, rest }) => {
    const rows = options.filter((one) => !one.name.startsWith('-h,')).map(parts);
    return [
      `## heed ${name}`,
      `${summary.replace(/\.$/, '')}.`,
      `\`\`\`text\n${usage}\n\`\`\``,
      table(['option', 'meaning', 'default'], rows),
      rest.length ? `\`\`\`text\n${rest.join('\n').trim()}\n\`\`\`` : '',
    ]
      .filter(Boolean)
      .join('\n\n');
  })
  .join('\n\n')}
`;
}

const valueOf = (value) => {
  if (value === null || value === undefined || value === '') return 'none';
  return typeof value === 'object' ? `\`${JSON.stringify(value)}\`` : String(value);
};
const open = (n) => Math.abs(n) >= 1e9;
function rangeOf({ choices, minimum, maximum, kind }) {
  if (choices) return choices.map((one) => (one === '' ? 'none' : `\`${one}\``)).join(', ');
  if (kind === 'flag') return 'true, false';
  if (minimum === undefined || (open(minimum) && open(maximum))) return '';
  return open(maximum) ? `${minimum} or more` : `${minimum} to ${maximum}`;
}
const kHead = ['key', 'meaning', 'values', 'default'];
const kHeadOfRecipe = [...kHead, 'in `texts`'];
const under = (object, key) => key.split('.').reduce((at, name) => at?.[name], object);
const rowOf = (field) => [
  `\`${field.key}\``,
  cell(field.meaning) + (field.task ? ` Read by: ${field.task}.` : ''),
  rangeOf(field),
  valueOf(field.default),
];

const kGroups = [
  ['Training', 'These settings say how long and how fast a model learns.', /^training\./],
  ['Reading of files', 'These settings say how a data file is read.', /^data\./],
  ['Text', 'These settings say how a text becomes tokens.', /^text\./],
  ['Split and seeds', 'These settings divide the rows and fix the random choices.', /^(split|seed)/],
  ['Everything else', 'These settings belong to the recipe as a whole.', /./],
];

function settingsPage(heed) {
  const { recipe, architectures } = JSON.parse(ask(heed, 'describe', '--json'));
  const texts = JSON.parse(ask(heed, 'recipes', 'texts', '--json'));
  // What recipe `texts` says where it says something else.
  const ownOf = ({ key, default: fallback }) => {
    const own = under(texts, key);
    const same = own === undefined || valueOf(own) === valueOf(fallback) || key === 'model';
    return same ? '' : cell(valueOf(own));
  };
  const left = [...recipe];
  const take = (pattern) => {
    const found = left.filter(({ key }) => pattern.test(key));
    for (const one of found) left.splice(left.indexOf(one), 1);
    return found;
  };
  const groups = kGroups.map(([title, says, pattern]) =>
    [
      `## ${title}`,
      says,
      table(
        kHeadOfRecipe,
        take(pattern).map((field) => [...rowOf(field), ownOf(field)]),
      ),
    ].join('\n\n'),
  );
  const models = architectures.map(({ name, recipes, fields }) =>
    [
      `### ${name}`,
      recipes?.length ? `Recipes that use it: ${recipes.map((one) => `\`${one}\``).join(', ')}.` : '',
      table(kHead, fields.map(rowOf)),
    ]
      .filter(Boolean)
      .join('\n\n'),
  );
  return `# All settings

Find every setting of a recipe here, with its values and its default. The program writes this page: it says what
\`heed describe\` says.

You change a setting with \`--set KEY=VALUE\`. The defaults below hold where a recipe says nothing. The last column shows where
the recipe \`texts\` differs: \`heed train FILE\` uses that recipe. \`heed recipes NAME\` prints the values of any recipe.

${groups.join('\n\n')}

## Architectures

A recipe names one architecture with \`model.architecture\`. Each architecture has settings of its own.
Settings without \`model.\` stand in the \`config.json\` of a folder from the Hub. You can fine-tune such a folder, but no recipe
begins with it.

${models.join('\n\n')}
`;
}

const kOptional = (key) => key.replace(/\?$/, '');
const keysOf = (keys) =>
  keys.map(([key, type, meaning]) => ({ key: kOptional(key), optional: key.endsWith('?'), type, meaning }));

// The objects that the engine's messages name, with what the command line adds to them, and those that commands alone print.
export function objectsOf(heed) {
  const { types } = JSON.parse(ask(heed, 'describe', '--json'));
  const engine = types
    .filter(({ keys }) => keys.length)
    .map((one) => ({ ...one, keys: [...one.keys, ...keysOf(kMore[one.name] ?? [])] }));
  const printed = [...kTextTypes, ...kRowTypes, ...kFaithfulnessTypes].map((one) => ({
    ...one,
    keys: keysOf(one.keys),
  }));
  return { engine, printed };
}

function schemasPage(heed) {
  const { engine, printed } = objectsOf(heed);
  const rowOf = (key) => [
    `\`${key.key}\`${key.optional ? ' (optional)' : ''}`,
    cell(key.type),
    cell(key.meaning),
  ];
  const one = ({ name, meaning, keys }) => {
    const whole = meaning ? [['the object', '', cell(meaning)]] : [];
    return `## ${name}\n\n${table(['key', 'type', 'meaning'], [...whole, ...keys.map(rowOf)])}`;
  };
  const link = (type) => type.split(' + ').map((name) => `[${name}](#${name.toLowerCase()})`);
  const commands = kPrinted.map(({ command, type }) => [`\`${command}\``, link(type).join(' and ')]);
  return `# All JSON objects

Look up a key of Heed's JSON here. The program writes this page: a test runs each command and compares the keys.
[Outputs](outputs.html) has a sample of each output.

## Printed by the command line

Look up which object a command prints with \`--json\`.

${table(['command', 'object'], commands)}

\`heed recipes NAME\` prints all settings of a recipe. \`heed describe\` prints everything that Heed offers: see [The command
line](command-line.html#how-it-works). A type such as \`real[]\` is a list, and \`{real}\` is an object whose keys are names. A list of
letters such as \`[H, T, S]\` is a nested list with these sizes.

${printed.map(one).join('\n\n')}

${engine.map(one).join('\n\n')}
`;
}

const askOf =
  (heed) =>
  (...words) =>
    ask(heed, ...words);

export const kPages = {
  options: optionsPage,
  settings: settingsPage,
  schemas: schemasPage,
  models: (heed) => modelsPage(askOf(heed), table),
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const heed = process.argv[2] ?? 'build/native/heed';
  for (const [id, page] of Object.entries(kPages))
    writeFileSync(fileURLToPath(new URL(`${id}.md`, import.meta.url)), page(heed));
}
