// The SVG as pixels, twice as fine as the screen's.
import font from '../../../node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url';
import type { Svg } from './svg.ts';

const kLargestSide = 8000; // pixels: beyond, some browsers give an empty picture

function load(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () =>
      reject(new Error('[png] the browser could not draw the picture: download the SVG instead'));
    image.src = url;
  });
}

// A picture sees none of the page's fonts: it has to carry its own.
async function withFont(text: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(font)).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const face =
    `@font-face{font-family:'Source Sans 3 Variable';font-weight:200 900;` +
    `src:url(data:font/woff2;base64,${btoa(binary)})}`;
  return text.replace('<title>', `<style>${face}</style><title>`);
}

export async function pngOf({ text, width, height }: Svg): Promise<Blob> {
  const scale = Math.min(2, kLargestSide / Math.max(width, height));
  const url = URL.createObjectURL(new Blob([await withFont(text)], { type: 'image/svg+xml' }));
  try {
    const image = await load(url);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) =>
        blob ? resolve(blob) : reject(new Error('[png] the picture is too large: download the SVG instead')),
      ),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
