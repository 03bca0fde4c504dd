// Models that write, for tests: a module that opens their files, and the tiny GPT-2 and Llama of tests/fixtures as the files that
// the page opens: their words are w0 to w94, and what ends a text.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { asBytes, Door } from './door.mjs';

export function tinyWriter(model = 'gpt2_tiny', preTokenizer = { type: 'Whitespace' }) {
  const fixture = (name) => readFileSync(new URL(`../fixtures/${model}_${name}`, import.meta.url));
  const vocab = Object.fromEntries(Array.from({ length: 95 }, (_, id) => [`w${id}`, id]));
  const end = {
    id: 95,
    content: '<|endoftext|>',
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
  };
  const tokenizer = {
    version: '1.0',
    added_tokens: [{ ...end, normalized: false }],
    normalizer: null,
    pre_tokenizer: preTokenizer,
    post_processor: null,
    decoder: null,
    model: { type: 'WordLevel', unk_token: 'w0', vocab: { ...vocab, '<|endoftext|>': 95 } },
  };
  return {
    'config.json': fixture('config.json').toString(),
    'tokenizer.json': JSON.stringify(tokenizer),
    'model.safetensors': new Uint8Array(fixture('model.safetensors')),
  };
}
export const words = (ids) => ids.map((id) => `w${id}`).join(' ');

// Files as they come to the page: piece by piece.
export class Opening extends Door {
  open(files = tinyWriter()) {
    this.call('begin-model', { name: 'tiny' });
    try {
      for (const [file, content] of Object.entries(files)) {
        const bytes = asBytes(content);
        this.call('begin-file', { file, bytes: bytes.length });
        assert.ok(this.write(bytes, 1000));
      }
      return this.call('end-model').model;
    } finally {
      this.call('cancel-model');
    }
  }
}
