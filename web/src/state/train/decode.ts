// The text that a file's bytes stand for: UTF-8, UTF-16 or Windows-1252, as they look.

const kForeign: readonly (readonly [string, string])[] = [
  ['PK\x03\x04', 'is an Excel workbook or a ZIP archive: save the table as CSV (UTF-8), or unpack it'],
  ['\xd0\xcf\x11\xe0', 'is an old Excel file: save its table as CSV (UTF-8)'],
  ['PAR1', 'is a Parquet file: convert it to CSV or JSON Lines'],
  ['\x1f\x8b', 'is packed by gzip: unpack it first'],
  ['%PDF-', 'is a PDF: expected CSV, TSV, JSON Lines or lines'],
  ['\x89PNG', 'is a picture: expected CSV, TSV, JSON Lines or lines'],
  ['\xff\xd8\xff', 'is a picture: expected CSV, TSV, JSON Lines or lines'],
  ['GIF8', 'is a picture: expected CSV, TSV, JSON Lines or lines'],
];

// Of UTF-16 that is mostly ASCII, every second byte is zero.
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const seen = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  seen.forEach((byte, i) => (zeros[i % 2]! += byte === 0 ? 1 : 0));
  if (4 * zeros[1]! > seen.length && 4 * zeros[0]! < zeros[1]!) return 'utf-16le';
  if (4 * zeros[0]! > seen.length && 4 * zeros[1]! < zeros[0]!) return 'utf-16be';
  return 'utf-8';
}

// Error for files of other kinds than text. Lines that end in a carriage return alone end in a line feed.
export function decode(name: string, bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const foreign = kForeign.find(([mark]) => start.startsWith(mark));
  if (foreign) throw new Error(`[${name}] ${foreign[1]}`);
  const encoding = encodingOf(bytes);
  let text = new TextDecoder(encoding).decode(bytes);
  if (encoding === 'utf-8' && text.includes('\ufffd')) {
    const western = new TextDecoder('windows-1252').decode(bytes);
    // UTF-8 with a damaged byte keeps its other letters; in Windows-1252 none of them is a pair like "Ã¼".
    if (!/[\u00c2\u00c3][\u0080-\u00bf]/.test(western)) text = western;
  }
  return /\r(?!\n)/.test(text) && !text.includes('\n') ? text.replace(/\r/g, '\n') : text;
}
