// npm run words: writes the arguments that messages take (web/src/generated/filled.ts), and lists what each language has to look
// at: messages without words, and those whose English has changed. `npm run words -- de ID…` says that these are right again.
import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from './shared.mts';
import { filledFor, hashOf, readEnglish, readLanguages, review } from './words.mts';

const english = readEnglish();
const [language, ...reviewed] = process.argv.slice(2);

function markReviewed(): void {
  const path = fromRoot(`web/languages/${language}.json`);
  let file = readFileSync(path, 'utf8');
  for (const id of reviewed) {
    const line = new RegExp(`("${id.replaceAll('.', '\\.')}": \\{ "of": ")\\w*`);
    if (!english[id] || !line.test(file)) throw new Error(`[words] ${path} has no "${id}"`);
    file = file.replace(line, `$1${hashOf(english[id])}`);
  }
  writeFileSync(path, file);
}

if (language) markReviewed();
writeFileSync(fromRoot('web/src/generated/filled.ts'), filledFor(english));
for (const one of readLanguages()) {
  const { missing, changed, unknown } = review(one, english);
  for (const id of missing) console.log(`${one.id} has no words: ${id}`);
  for (const id of changed) console.log(`${one.id} to review: ${id}`);
  for (const id of unknown) console.log(`${one.id} has words that English lacks: ${id}`);
}
