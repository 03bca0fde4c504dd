import wasm from '@heed/heed-expressions.wasm?url';
import { Expressions } from './expressions.ts';

export async function loadExpressions(): Promise<Expressions> {
  try {
    const { default: create } = await import('@heed/heed-expressions.mjs');
    return new Expressions(await create({ locateFile: () => wasm }));
  } catch (cause) {
    throw new Error(
      `[heed-expressions.wasm] this tokenizer's regular expressions need it, and it could not be loaded (${String(cause)}): check the connection and reload the page`,
      { cause },
    );
  }
}
