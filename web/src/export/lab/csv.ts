// The weights of several mechanisms as one table (RFC 4180): a line for each pair of words.
import type { Attended } from '../../engine/attended.ts';
import { float } from '../../text/numbers.ts';
import { t } from '../../text/t.ts';
import { quoted, table } from '../csv.ts';

export function labCsv(all: readonly Attended[]): string {
  const head = [
    'mechanism',
    'head',
    t('lab.query-position'),
    'query',
    t('lab.key-position'),
    'key',
    'weight',
  ];
  const lines = all.flatMap(({ mechanism, weights, tokens }) =>
    weights.flatMap((rows, h) =>
      rows.flatMap((row, t) =>
        row.map((weight, s) => [
          mechanism,
          `${h}`,
          `${t + 1}`,
          quoted(tokens.query[t]?.text ?? ''),
          `${s + 1}`,
          quoted(tokens.key[s]?.text ?? ''),
          String(float(weight)),
        ]),
      ),
    ),
  );
  return table([head, ...lines]);
}
