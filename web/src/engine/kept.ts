// Models that were opened once are kept in the browser, so that they open again without a network. The service worker
// keeps the page itself and looks after what lies here (offline/service-worker.js).
import type { ModelSource } from './protocol.ts';
import { sha256 } from './sha256.ts';

// The three files of a model.
export interface ModelFiles {
  readonly config: Uint8Array;
  readonly tokenizer: Uint8Array;
  readonly weights: Uint8Array;
}

const kCache = 'heed:models';
const kParts = ['config', 'tokenizer', 'weights'] as const;

// What lies under an address changes with a new version of the page; what is kept must not.
const keyOf = (source: ModelSource, part: (typeof kParts)[number]) =>
  `${source[part]}?version=${source.version}`;

// The page was built with files of one version (web/vite/models.mts): a host may have sent a page instead of one, a part,
// or one of another version. Without https browsers tell no hash: the files are taken for those of the page.
export async function versionOf(
  { config, tokenizer, weights }: ModelFiles,
  source: ModelSource,
): Promise<string> {
  if (!globalThis.crypto?.subtle) return source.version;
  const all = [config, tokenizer, weights] as BlobPart[];
  return (await sha256(await new Blob(all).arrayBuffer())).slice(0, source.version.length);
}

// Null where not all files of the model are kept, as they should be.
export async function kept(source: ModelSource): Promise<ModelFiles | null> {
  if (!source.returning || !import.meta.env.PROD) return null;
  try {
    const [config, tokenizer, weights] = await Promise.all(
      kParts.map(async (part) => {
        const found = await caches.match(keyOf(source, part), { cacheName: kCache });
        return found && new Uint8Array(await found.arrayBuffer());
      }),
    );
    const files = config && tokenizer && weights && { config, tokenizer, weights };
    return files && (await versionOf(files, source)) === source.version ? files : null;
  } catch {
    return null; // Private windows may have no storage: the network has it.
  }
}

// Files of the page's own version.
export async function keep(source: ModelSource, files: ModelFiles): Promise<void> {
  if (!import.meta.env.PROD) return;
  try {
    const cache = await caches.open(kCache);
    const put = (part: (typeof kParts)[number]) =>
      cache.put(keyOf(source, part), new Response(files[part] as Uint8Array<ArrayBuffer>));
    await Promise.all(kParts.map(put));
  } catch {
    // No storage, or none left: the next visit fetches it again.
  }
}
