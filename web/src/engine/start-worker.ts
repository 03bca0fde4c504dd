// The worker of an engine; what is embedded in pages of others has its own way to one (web/embed/platform/).
export const startWorker = (name: string): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name });
