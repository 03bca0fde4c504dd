// Writes version.txt: programs that serve the page serve that of their own version alone.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { fromRoot } from './shared.mts';

export function version(): Plugin {
  return {
    name: 'heed-version',
    apply: 'build',
    generateBundle() {
      const about = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as { version: string };
      this.emitFile({ type: 'asset', fileName: 'version.txt', source: `${about.version}\n` });
    },
  };
}
