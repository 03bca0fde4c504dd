// Puts <heed-attention> with its engine and the models that ship into an npm package: node web/embed/pack.mjs [DIST] [FOLDER].
// Published by hand, if at all.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [dist = join(root, 'dist'), folder = join(root, 'build/npm')] = process.argv.slice(2);
const made = join(folder, 'heed-attention');

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { version } = readJson('package.json');
const models = ['index', 'encoders'].flatMap((name) => readJson(`assets/models/${name}.json`));

rmSync(made, { recursive: true, force: true });
mkdirSync(made, { recursive: true });
cpSync(join(dist, 'embed'), join(made, 'embed'), { recursive: true });
for (const { id, files } of models)
  for (const name of [...files, 'README.md']) {
    mkdirSync(join(made, 'models', id), { recursive: true });
    cpSync(join(dist, 'models', id, name), join(made, 'models', id, name));
  }
cpSync(join(root, 'web/embed/package/README.md'), join(made, 'README.md'));
cpSync(join(root, 'LICENSE'), join(made, 'LICENSE'));
const about = readFileSync(join(root, 'web/embed/package/package.json'), 'utf8');
writeFileSync(join(made, 'package.json'), about.replace('@VERSION@', version));

const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder], {
  cwd: made,
  encoding: 'utf8',
});
if (packed.status !== 0) {
  console.error(`[npm pack] ${packed.stderr || packed.error}`);
  process.exit(1);
}
console.log(join(folder, packed.stdout.trim()));
