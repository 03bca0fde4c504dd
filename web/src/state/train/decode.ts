// The text that a file's bytes stand for: UTF-8, UTF-16, Windows-1252 or Mac Roman, as they look.
import { t } from '../../text/t.ts';

const kForeign: readonly (readonly [string, string])[] = [
  ['PK\x03\x04', t('train.is-an-excel-workbook-or-a-zip')],
  ['\xd0\xcf\x11\xe0', t('train.is-an-old-excel-file-save-its-table')],
  ['PAR1', t('train.is-a-parquet-file-convert-it-to-csv')],
  ['\x1f\x8b', t('train.is-packed-by-gzip-unpack-it-first')],
  ['%PDF-', t('train.is-a-pdf-expected-csv-tsv-json-lines')],
  ['\x89PNG', t('train.is-a-picture-expected-csv-tsv-json')],
  ['\xff\xd8\xff', t('train.is-a-picture-expected-csv-tsv-json')],
  ['GIF8', t('train.is-a-picture-expected-csv-tsv-json')],
];

// The guess is that of engine/data/encoding.cpp: a file is the same text in the page and in the programs.

// Every second byte of UTF-16 that is mostly ASCII is zero.
function wideEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const pairs = Math.min(bytes.length, 4096) >> 1;
  const zeros = [0, 0];
  bytes.subarray(0, 2 * pairs).forEach((byte, i) => (zeros[i % 2]! += byte === 0 ? 1 : 0));
  const most = (at: 0 | 1) => pairs > 1 && 2 * zeros[at]! > pairs && 4 * zeros[1 - at]! < zeros[at]!;
  return most(1) ? 'utf-16le' : most(0) ? 'utf-16be' : null;
}

const kAfterLetters = [0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x99, 0x9a, 0x9c, 0x9e];
// Mac Roman's accented letters are 0x80 to 0x9f, which in 1252 are capitals, or signs that do not stand after a small
// letter; quotes, dashes and the dots of an ellipsis do.
function isMacRoman(bytes: Uint8Array): boolean {
  const isSmall = (byte: number | undefined) => byte !== undefined && byte >= 0x61 && byte <= 0x7a;
  const high = bytes.reduce((count, byte) => count + Number(byte >= 0x80), 0);
  const strange = bytes.reduce((count, byte, i) => {
    const is = byte >= 0x80 && byte < 0xa0 && isSmall(bytes[i - 1]) && !kAfterLetters.includes(byte);
    return count + Number(is);
  }, 0);
  return 3 * strange > high;
}

// Not defined in 1252; þ and ÿ are rare in texts and usual in files that are no text.
const kUnusual = [0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xfe, 0xff];
const isUsual = (byte: number): boolean =>
  byte < 0x20 ? [0x09, 0x0a, 0x0c, 0x0d].includes(byte) : !kUnusual.includes(byte);

export function encodingOf(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide) return wide;
  const text = new TextDecoder().decode(bytes);
  if (!text.includes('\ufffd')) return 'utf-8';
  if (isMacRoman(bytes)) return 'macintosh';
  // UTF-8 with a damaged byte has whole characters of several bytes beside it, which in 1252 read as "Ã¼".
  const whole = /[\u0080-\ufffc]/.test(text);
  return !whole && bytes.every(isUsual) ? 'windows-1252' : 'utf-8';
}

// Error for files of other kinds than text. Lines that end in a carriage return alone end in a line feed.
export function decode(name: string, bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const foreign = kForeign.find(([mark]) => start.startsWith(mark));
  if (foreign) throw new Error(`[${name}] ${foreign[1]}`);
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return /\r(?!\n)/.test(text) && !text.includes('\n') ? text.replace(/\r/g, '\n') : text;
}
