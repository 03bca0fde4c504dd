// The fragment of the address: settings as written by the table, with a long text packed (deflate, base64url) under
// the name `packed`, so that a pasted chapter still makes a link that can be sent.
import { count } from '../text/format.ts';
import { t } from '../text/t.ts';
import { kLongestText, read, type Reading, type Settings, write } from './settings.ts';

const kPackFrom = 1200; // characters
// Longer addresses are refused by some browsers, and none that the page writes is as long.
export const kLongestLink = 2_000_000; // characters
export { kLongestText };
const kMostSettings = 1_000; // none that the page writes has as many

const through = (bytes: BlobPart, stream: CompressionStream | DecompressionStream) =>
  new Blob([bytes]).stream().pipeThrough(stream);

async function pack(text: string): Promise<string> {
  const packed = through(text, new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const decoder = new TextDecoder();
  const reader = through(bytes, new DecompressionStream('deflate-raw')).getReader();
  let text = '';
  // A few bytes may unpack to any number: no more is unpacked than is read.
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += decoder.decode(next.value, { stream: true });
    if (text.length <= kLongestText) continue;
    void reader.cancel();
    return text;
  }
  return text + decoder.decode();
}

const parametersOf = (fragment: string) => new URLSearchParams(fragment.replace(/^#/, ''));

// True when the text has to be unpacked first.
export const isPacked = (fragment: string): boolean => parametersOf(fragment).has('packed');

// What no link of the page has, or null.
function excessOf(fragment: string): string | null {
  if (fragment.length > kLongestLink) return t('read.more-than-characters', count(kLongestLink));
  return fragment.split('&', kMostSettings + 1).length > kMostSettings
    ? t('read.more-than-settings', count(kMostSettings))
    : null;
}

export function readFragment(fragment: string): Reading {
  const excess = excessOf(fragment);
  return excess ? { settings: {}, broken: [excess] } : read(parametersOf(fragment));
}

export async function readPacked(fragment: string): Promise<Reading> {
  if (excessOf(fragment)) return readFragment(fragment);
  const parameters = parametersOf(fragment);
  const packed = parameters.get('packed') ?? '';
  try {
    parameters.set('text', await unpack(packed));
    return read(parameters);
  } catch {
    const reading = read(parameters);
    return { ...reading, broken: [...reading.broken, 'text'] };
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
