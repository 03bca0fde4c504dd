// The files of a model on the Hub: which there are and how large, asked only when the visitor clicks.
import { refusal, type Target } from './resume.ts';

const kHub = 'https://huggingface.co';
const kTexts = [
  'config.json',
  'generation_config.json',
  'tokenizer.json',
  'vocab.txt',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'added_tokens.json',
];

// Tests put a server of their own in its place, before the page is loaded.
declare global {
  interface Window {
    heedHub?: string;
  }
}
export const hubAddress = (): string => (typeof window !== 'undefined' && window.heedHub) || kHub;

// "owner/name", or the name alone for the oldest ones; of an address of the Hub, what is in it.
export function readId(typed: string): string | null {
  const id = typed
    .trim()
    .replace(/^https:\/\/huggingface\.co\//, '')
    .replace(/\/(tree|blob)\/[^]*/, '')
    .replace(/\/$/, '');
  const part = /^[A-Za-z0-9][\w.-]{0,95}$/;
  const parts = id.split('/');
  return parts.length <= 2 && parts.every((one) => part.test(one) && !one.includes('..')) ? id : null;
}

// As the Hub lists a folder; `lfs.oid` is the SHA-256 of a large file.
interface Entry {
  readonly type: string;
  readonly path: string;
  readonly size: number;
  readonly lfs?: { readonly oid: string };
}

async function entriesOf(id: string, hub: string): Promise<readonly Entry[]> {
  const response = await fetch(`${hub}/api/models/${id}/tree/main`).catch((cause: unknown) => {
    throw new Error(`[${id}] could not be asked for: check the connection.`, { cause });
  });
  if (!response.ok) throw new Error(refusal(id, response.status));
  const list = (await response.json().catch(() => null)) as unknown;
  if (!Array.isArray(list))
    throw new Error(`[${id}] the server answered something else than a list of files.`);
  return (list as Entry[]).filter(({ type }) => type === 'file');
}

// Error in words for a model that is not there, or that cannot be opened.
export async function listFiles(id: string, hub: string): Promise<Target[]> {
  const entries = await entriesOf(id, hub);
  const has = (name: string) => entries.some(({ path }) => path === name);
  if (!has('config.json')) throw new Error(`[${id}] has no config.json: it is no model that opens here.`);
  const whole = has('model.safetensors');
  const isWeights = (path: string) =>
    whole ? path === 'model.safetensors' : /^model-\d+-of-\d+\.safetensors$/.test(path);
  if (!entries.some(({ path }) => isWeights(path)))
    throw new Error(
      `[${id}] has no model.safetensors, only forms that could run any program when they are opened: ask its makers for safetensors.`,
    );
  const texts = whole ? kTexts : [...kTexts, 'model.safetensors.index.json'];
  // The engine wants config.json first; what is small and wrong is found before what is large has come.
  const wanted = [
    ...texts.flatMap((name) => entries.find(({ path }) => path === name) ?? []),
    ...entries.filter(({ path }) => isWeights(path)),
  ];
  return wanted.map(({ path, size, lfs }) => ({
    url: `${hub}/${id}/resolve/main/${path}`,
    name: path,
    size,
    sha256: lfs?.oid ?? null,
  }));
}
