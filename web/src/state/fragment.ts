// The fragment of the address: settings as written by the table, with a long text packed (deflate, base64url) under
// the name `packed`, so that a pasted chapter still makes a link that can be sent.
import { read, type Reading, type Settings, write } from './settings.ts';

const kPackFrom = 1200; // characters
// Longer addresses are refused by some browsers. Far beyond what the engine reads of a text.
export const kLongestText = 400_000;

async function through(
  bytes: BlobPart,
  stream: CompressionStream | DecompressionStream,
): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
}

async function pack(text: string): Promise<string> {
  const bytes = new Uint8Array(await through(text, new CompressionStream('deflate-raw')));
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const text = new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
  return text.slice(0, kLongestText);
}

const parametersOf = (fragment: string) => new URLSearchParams(fragment.replace(/^#/, ''));

// True when the text has to be unpacked first.
export const isPacked = (fragment: string): boolean => parametersOf(fragment).has('packed');

export function readFragment(fragment: string): Reading {
  return read(parametersOf(fragment));
}

export async function readPacked(fragment: string): Promise<Reading> {
  const parameters = parametersOf(fragment);
  const reading = read(parameters);
  try {
    const text = await unpack(parameters.get('packed') ?? '');
    return { settings: { ...reading.settings, text }, broken: reading.broken };
  } catch {
    return { settings: reading.settings, broken: [...reading.broken, 'text'] };
  }
}

// For links within the page, which may leave a long text out: it stays as it is when the link is followed.
export function linkFragment(settings: Settings): string {
  const parameters = write(settings);
  if (settings.text.length >= kPackFrom) parameters.delete('text');
  return `#${parameters}`;
}

export async function writeFragment(settings: Settings): Promise<string> {
  const text = settings.text.slice(0, kLongestText);
  const parameters = write({ ...settings, text });
  if (text.length >= kPackFrom) {
    parameters.delete('text');
    parameters.set('packed', await pack(text));
  }
  return `#${parameters}`;
}
