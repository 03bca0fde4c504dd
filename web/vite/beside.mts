// What is built beside the page, by itself: its files, for the page's own build to emit.
import { build, type InlineConfig, type Rolldown } from 'vite';
import { noteShipped } from './licences.mts';
import { fromRoot } from './shared.mts';

export async function builtBeside(
  options: InlineConfig,
  input: string,
  more: Rolldown.InputOptions & { readonly output?: Rolldown.OutputOptions } = {},
): Promise<Rolldown.RolldownOutput['output']> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    root: fromRoot('.'),
    base: './',
    publicDir: false,
    ...options,
    build: {
      write: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input, ...more },
    },
  });
  const { output } = made as Rolldown.RolldownOutput;
  noteShipped(output);
  return output;
}

export const contentOf = (file: Rolldown.RolldownOutput['output'][number]): string | Uint8Array =>
  file.type === 'chunk' ? file.code : file.source;
