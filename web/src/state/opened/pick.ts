// Which of the files that were dropped or chosen make a model, in the order in which the engine takes them.
import type { ModelFile } from '../../engine/protocol.ts';
import { t } from '../../text/t.ts';

const kTokenizers = ['tokenizer.json', 'vocab.txt'];
// Forms of a vocabulary that the engine does not read: it names them.
const kOtherForms = [
  'vocab.json',
  'merges.txt',
  'tokenizer.model',
  'spiece.model',
  'sentencepiece.bpe.model',
];
const kBeside = [
  'generation_config.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'added_tokens.json',
  'model.safetensors.index.json',
];
// Refused by the engine, which says what to do instead.
const kOthers = /\.(bin|pt|pth|h5|msgpack|onnx|ot)$/;

// Error in words where there is no model.
export function choose(files: readonly ModelFile[]): ModelFile[] {
  const named = (name: string) => files.find((file) => file.name === name);
  const config = named('config.json');
  if (!config) {
    const seen = files.slice(0, 3).map(({ name }) => name);
    const list = seen.length ? t('models.the-files-are', seen.join(', '), files.length > 3 ? ', …' : '') : '';
    throw new Error(t('models.the-files-have-no-config-json', list));
  }
  const hasTokenizer = kTokenizers.some((name) => named(name));
  const wanted = [...kTokenizers, ...(hasTokenizer ? [] : kOtherForms), ...kBeside];
  const texts = wanted.flatMap((name) => named(name) ?? []);
  const weights = files.filter(({ name }) => name.endsWith('.safetensors'));
  if (weights.length) return [config, ...texts, ...weights];
  const refused = files.find(({ name }) => kOthers.test(name));
  // Its name is all that the engine needs to know.
  return [config, ...texts, ...(refused ? [{ name: 'pytorch_model.bin', blob: new Blob() }] : [])];
}

// What a model says of itself. Error in words where that cannot be read.
export async function readConfig(file: Blob): Promise<unknown> {
  const text = await file.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const what = text.trim() === '' ? t('models.is-empty') : t('models.is-not-valid-json-or-is-incomplete');
    throw new Error(t('models.its-config-json-download-the-folder-again', what));
  }
}

// For people.
export const cardOf = (files: readonly ModelFile[]): Blob | undefined =>
  files.find(({ name }) => name === 'README.md')?.blob;
