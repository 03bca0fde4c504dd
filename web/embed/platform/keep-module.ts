// Nor is an engine: src/offline/keep-module.ts is this there.
export const keepModule = (): void => {};
