// Serves the model gallery: in development straight from its folder, in a build copied to dist/models/.
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Entry {
  id: string;
  files: string[];
}

export function readGallery(folder: string): Entry[] {
  return JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Entry[];
}

export function models(folder: string): Plugin {
  const paths = () => readGallery(folder).flatMap(({ id, files }) => files.map((file) => `${id}/${file}`));
  return {
    name: 'heed-models',
    configureServer(server) {
      server.middlewares.use('/models', (request, response, next) => {
        const path = decodeURIComponent((request.url ?? '').slice(1).replace(/\?.*$/, ''));
        if (!paths().includes(path)) return next();
        createReadStream(join(folder, path)).pipe(response);
      });
    },
    generateBundle() {
      for (const path of paths()) {
        const file = join(folder, path);
        if (!existsSync(file))
          this.error(`[models] ${path} is named in index.json but not there: train or add it`);
        this.emitFile({ type: 'asset', fileName: `models/${path}`, source: readFileSync(file) });
      }
    },
  };
}
