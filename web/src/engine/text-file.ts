// A file that the visitor gave, piece by piece, gzipped or not, with progress: however large it is, only one piece is
// in memory.

const kTell = 100; // ms between two reports

// Counts what passes, compressed as it lies in the file.
function counted(file: File, tell: (loaded: number, total: number) => void) {
  let loaded = 0;
  let told = performance.now();
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, out) {
      loaded += piece.length;
      out.enqueue(piece);
      const now = performance.now();
      if (now - told < kTell && loaded < file.size) return;
      told = now;
      tell(loaded, file.size);
    },
  });
}

// Gzip by its first two bytes, whatever the file is called.
async function isGzip(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return head[0] === 0x1f && head[1] === 0x8b;
}

export async function* chunksOf(
  file: File,
  tell: (loaded: number, total: number) => void,
): AsyncGenerator<Uint8Array> {
  const bytes = file.stream().pipeThrough(counted(file, tell));
  const text = (await isGzip(file)) ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes;
  const reader = text.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (cause) {
    throw new Error(`[${file.name}] could not be read to its end (${String(cause)}): give the file again`, {
      cause,
    });
  } finally {
    // Cancelled, or done with.
    await reader.cancel().catch(() => {});
  }
}
