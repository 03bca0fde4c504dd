// PNG: its chunks, its pixels, and several pictures as one that moves (APNG).
import { crc32, deflateSync, inflateSync } from 'node:zlib';

export function chunkOf(kind, bytes) {
  const chunk = Buffer.alloc(12 + bytes.length);
  chunk.writeUInt32BE(bytes.length);
  chunk.write(kind, 4, 'latin1');
  bytes.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), 8 + bytes.length);
  return chunk;
}

export function* chunksOf(png) {
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const chunk = png.subarray(at, at + 12 + png.readUInt32BE(at));
    yield { kind: chunk.toString('latin1', 4, 8), bytes: chunk.subarray(8, -4), chunk };
  }
}

// The pixels of a PNG with 8 bits a channel, RGB or RGBA, as RGBA.
export function pixelsOf(png) {
  const all = [...chunksOf(png)];
  const head = all.find(({ kind }) => kind === 'IHDR').bytes;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const channels = { 2: 3, 6: 4 }[head[9]];
  if (head[8] !== 8 || !channels || head[12] !== 0)
    throw new Error('[png] expected 8 bits, RGB or RGBA, not interlaced');
  const raw = inflateSync(Buffer.concat(all.filter(({ kind }) => kind === 'IDAT').map(({ bytes }) => bytes)));
  const size = width * channels;
  const lines = Buffer.alloc(height * size);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (size + 1)];
    for (let i = 0; i < size; ++i) {
      const a = i >= channels ? lines[y * size + i - channels] : 0;
      const b = y > 0 ? lines[(y - 1) * size + i] : 0;
      const c = i >= channels && y > 0 ? lines[(y - 1) * size + i - channels] : 0;
      lines[y * size + i] = raw[y * (size + 1) + 1 + i] + predicted(filter, a, b, c);
    }
  }
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; ++i) {
    const [r, g, b] = lines.subarray(i * channels, i * channels + 3);
    pixels[i] = ((r << 24) | (g << 16) | (b << 8) | 255) >>> 0;
  }
  return { width, height, pixels };
}

function predicted(filter, a, b, c) {
  if (filter === 0) return 0;
  if (filter === 1) return a;
  if (filter === 2) return b;
  if (filter === 3) return (a + b) >> 1;
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

// A frame's pixels that differ from those before, the rest transparent, in the smallest box: [x, y, width, height, bytes].
function changed({ width, height, pixels }, before) {
  let [left, top, right, bottom] = before ? [width, height, 0, 0] : [0, 0, width, height];
  for (let i = 0; before && i < pixels.length; ++i) {
    if (pixels[i] === before[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
  }
  if (right === 0) [left, top, right, bottom] = [0, 0, 1, 1];
  const bytes = Buffer.alloc((bottom - top) * (1 + 4 * (right - left)));
  let at = 0;
  for (let y = top; y < bottom; ++y) {
    bytes[at++] = 0;
    for (let x = left; x < right; ++x, at += 4) {
      const i = y * width + x;
      if (!before || pixels[i] !== before[i]) bytes.writeUInt32BE(pixels[i], at);
    }
  }
  return [left, top, right - left, bottom - top, deflateSync(bytes, { level: 9 })];
}

// Frames of one size, [{ png, seconds }], as an APNG that repeats for ever.
export function movingOf(frames) {
  const pictures = frames.map(({ png }) => pixelsOf(png));
  const [{ width, height }] = pictures;
  const numbers = (...all) => {
    const bytes = Buffer.alloc(4 * all.length);
    all.forEach((n, i) => bytes.writeUInt32BE(n, 4 * i));
    return bytes;
  };
  let sequence = 0;
  const parts = pictures.flatMap((picture, i) => {
    const [x, y, w, h, bytes] = changed(picture, pictures[i - 1]?.pixels);
    const delay = Buffer.alloc(6);
    delay.writeUInt16BE(Math.round(frames[i].seconds * 1000), 0);
    delay.writeUInt16BE(1000, 2);
    delay[5] = i > 0 ? 1 : 0; // over what was there
    const control = chunkOf('fcTL', Buffer.concat([numbers(sequence++, w, h, x, y), delay]));
    return [
      control,
      i === 0 ? chunkOf('IDAT', bytes) : chunkOf('fdAT', Buffer.concat([numbers(sequence++), bytes])),
    ];
  });
  const head = Buffer.concat([numbers(width, height), Buffer.from([8, 6, 0, 0, 0])]);
  return Buffer.concat([
    frames[0].png.subarray(0, 8),
    ...[
      chunkOf('IHDR', head),
      chunkOf('acTL', numbers(frames.length, 0)),
      ...parts,
      chunkOf('IEND', Buffer.alloc(0)),
    ],
  ]);
}
