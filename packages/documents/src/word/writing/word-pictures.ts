import { ImageRun } from 'docx';
import { measureRaster } from '../../drawings/raster-images.ts';
import { createImageFiles } from '../../typesetting/image-files.ts';
import type { WordPicture } from '../model/word-item.ts';
import type { WordChart, WordImage } from '../word-report.ts';

interface Room {
  widthPx: number;
  heightPx: number;
}

/** Makes the pictures of a document. Each keeps its name, by which it is known when the file comes back. */
export interface WordPictures {
  /** Makes an embedded image as wide as it is, at most `mostPx`. One that cannot be shown is a dot. */
  image(picture: WordPicture, url: string | undefined, mostPx: number): ImageRun;
  /** Makes the picture of a chart as wide as the text. */
  chart(name: string, chart: WordChart | undefined): ImageRun;
  /** Makes the logo; null if it cannot be read. */
  logo(image: WordImage, room: Room): ImageRun | null;
}

/** Width of the text of a page at 96 pixels to the inch. */
export const textWidthPx = 608;
const tallestPx = 760;
const types: Record<string, 'png' | 'jpg' | 'gif'> = { png: 'png', jpg: 'jpg', gif: 'gif' };

/** A transparent dot, for what cannot be shown. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Creates the pictures of a file. Images are checked as those of a PDF. */
export function createPictures(): WordPictures {
  const images = createImageFiles({ refuse: false });
  return {
    image: ({ name, alt }, url, mostPx) => {
      const stored = url === undefined ? null : images.add(url);
      const file = stored && images.files.find(({ path }) => path === stored.path);
      if (!stored || !file) return dotNamed(name, alt);
      const size = fit(stored.widthPt / 0.75, stored.heightPt / 0.75, mostPx);
      const altText = { name, description: alt, title: '' };
      const type = types[stored.path.split('.').at(-1) ?? ''];
      if (type !== undefined) return new ImageRun({ type, data: file.bytes, transformation: size, altText });
      if (!stored.path.endsWith('.svg')) return dotNamed(name, alt);
      const fallback = { type: 'png', data: dot } as const;
      return new ImageRun({ type: 'svg', data: file.bytes, fallback, transformation: size, altText });
    },
    chart: (name, chart) => {
      const { image, description = '' } = chart?.picture ?? {};
      const altText = { name, description, title: chart?.title ?? '' };
      return drawn(image, { widthPx: textWidthPx, heightPx: tallestPx }, altText) ?? dotNamed(name, chart?.title ?? '');
    },
    logo: (image, room) => drawn(image, room, { name: 'logo', description: 'Logo', title: '' }),
  };
}

/** Draws an image as large as its room allows; null if it cannot be read. */
function drawn(
  image: WordImage | undefined,
  room: Room,
  altText: { name: string; description: string; title: string },
): ImageRun | null {
  if (!image) return null;
  const data = Buffer.from(image.bytes);
  const size = measureRaster({ bytes: data, mimeType: image.mimeType });
  if (!size) return null;
  const scale = Math.min(room.widthPx / size.width, room.heightPx / size.height);
  const transformation = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
  return new ImageRun({ type: image.mimeType === 'image/png' ? 'png' : 'jpg', data, transformation, altText });
}

function dotNamed(name: string, description: string): ImageRun {
  const altText = { name, description, title: '' };
  return new ImageRun({ type: 'png', data: dot, transformation: { width: 1, height: 1 }, altText });
}

function fit(widthPx: number, heightPx: number, mostPx: number): { width: number; height: number } {
  const scale = Math.min(1, mostPx / widthPx, tallestPx / heightPx);
  return { width: Math.max(1, Math.round(widthPx * scale)), height: Math.max(1, Math.round(heightPx * scale)) };
}
