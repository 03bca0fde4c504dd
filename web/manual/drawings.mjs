// Draws the pictures of the page Concepts from what the models really compute: node web/manual/drawings.mjs build/native/heed.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const heed = process.argv[2] ?? 'build/native/heed';
const root = fileURLToPath(new URL('../..', import.meta.url));
const kText = 'Could you send me the draft?';
const [kFor, kAgainst, kInk, kPale] = ['#1b6f8f', '#b4552d', '#1c2a33', '#dfe7ea'];

function ask(...words) {
  const { status, stdout, stderr } = spawnSync(heed, [...words, '--json'], { encoding: 'utf8', cwd: root });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
const words = ({ tokens }) => tokens.map(({ text }) => text);
const label = (x, y, text, anchor = 'start', size = 14) =>
  `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" fill="${kInk}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
const box = (x, y, width, height, fill, opacity = 1) =>
  `<rect x="${x}" y="${y}" width="${width.toFixed(1)}" height="${height}" fill="${fill}" fill-opacity="${opacity.toFixed(3)}"/>`;

function save(name, width, height, parts) {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif">`;
  const text = [
    open,
    `<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
  writeFileSync(fileURLToPath(new URL(`pictures/${name}.svg`, import.meta.url)), text);
}

// A map with its top left corner at (x, y); a full cell is a weight of 1.
const map = (weights, x, y, side) =>
  weights.flatMap((row, q) =>
    row.map((weight, k) => box(x + k * side, y + q * side, side - 1, side - 1, kFor, 0.06 + 0.94 * weight)),
  );

// Bars to either side of a line, one for each word.
const bars = (names, values, x, y, reach) => {
  const most = Math.max(...values.map(Math.abs));
  return values.flatMap((value, i) => {
    const length = (reach * Math.abs(value)) / most;
    const at = y + i * 26;
    return [
      label(x - reach - 12, at + 14, names[i], 'end'),
      box(value < 0 ? x - length : x, at, length, 18, value < 0 ? kAgainst : kFor),
      label(x + reach + 12, at + 14, value.toFixed(2)),
    ];
  });
};

const small = ask('predict', '--model', 'enron-request', '--attention', kText);
const names = words(small);
const weights = small.attention[0].weights[0];

// One word's attention: the width of each line is its weight.
const from = names.indexOf('you');
const place = (i) => 60 + i * 90;
save('attention', 660, 190, [
  ...names.map((name, i) => label(place(i), 40, name, 'middle')),
  label(place(from), 165, `${names[from]} attends to …`, 'middle'),
  ...weights[from].flatMap((weight, i) => [
    `<line x1="${place(from)}" y1="146" x2="${place(i)}" y2="72" stroke="${kFor}" stroke-opacity="0.75" stroke-width="${(1 + 40 * weight).toFixed(1)}"/>`,
    label(place(i), 62, weight.toFixed(2), 'middle', 12),
  ]),
]);

save('map', 420, 330, [
  label(250, 24, 'attended to', 'middle', 12),
  ...names.map((name, k) => label(112 + k * 40, 46, name, 'middle', 12)),
  ...names.map((name, q) => label(84, 79 + q * 38, name, 'end', 12)),
  ...map(weights, 92, 56, 38),
]);

const heads = ask('predict', '--model', 'heed-small-sentiment', '--attention', 'A warm and funny film.')
  .attention[0];
save('heads', 660, 200, [
  ...heads.weights.flatMap((head, h) => [
    label(24 + h * 160, 28, `layer 0, head ${h}`),
    ...map(head, 24 + h * 160, 40, Math.floor(136 / head.length)),
  ]),
]);

const explained = ask('explain', '--model', 'emotions', 'I loved the film but missed my dog.');
const of = (method) => explained.attributions.find((one) => one.method === method).values;
save('contribution', 560, 60 + 26 * words(explained).length, [
  label(280, 28, `what each word adds to “${explained.prediction.label}”`, 'middle'),
  ...bars(words(explained), of('contribution'), 290, 44, 130),
]);
save('faithfulness', 760, 60 + 26 * words(explained).length, [
  label(230, 28, 'attention', 'middle'),
  label(560, 28, 'leaving the word out', 'middle'),
  ...bars(words(explained), of('attention'), 230, 44, 90),
  ...bars(words(explained), of('leave-one-out'), 560, 44, 90),
]);
