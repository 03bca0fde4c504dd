// node zip.mjs FOLDER FILE: writes the folder into NAME.zip, as a folder NAME. The bytes depend on names and contents alone, and on
// SOURCE_DATE_EPOCH, the time of every file in it.
import { zipSync } from 'fflate';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

// Seconds since 1970 as fflate takes them, which writes local time.
function timeOf(seconds) {
  const time = new Date(seconds * 1000);
  return new Date(time.getTime() + time.getTimezoneOffset() * 60_000);
}

export function zipOf(folder, name, seconds) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [`${name}/${relative(folder, path).split(sep).join('/')}`, path])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const tree = Object.fromEntries(files.map(([entry, path]) => [entry, readFileSync(path)]));
  return zipSync(tree, { mtime: timeOf(seconds), level: 9, os: 3, attrs: (0o100644 << 16) >>> 0 });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, file] = process.argv.slice(2);
  const seconds = Number(process.env.SOURCE_DATE_EPOCH);
  if (!folder || !file || !(seconds > 315532800)) {
    console.error('zip: expected FOLDER FILE, and SOURCE_DATE_EPOCH after 1980: ZIP knows no earlier time.');
    process.exit(2);
  }
  writeFileSync(file, zipOf(folder, basename(file, '.zip'), seconds));
}
