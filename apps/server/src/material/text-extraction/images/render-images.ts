import { imageSize } from 'image-size';
import type { SourceFile } from '../extraction.ts';
import { imageLimits, type RenderedImages } from '../extraction.ts';

const tooLarge: RenderedImages = { images: [], left: 1, truncated: false };

/**
 * Returns a picture, or a PDF's pages without text, within `timeMs`. Throws for a damaged file.
 * Call it in a child only.
 */
export async function renderImages(file: SourceFile, timeMs: number): Promise<RenderedImages> {
  if (file.extension.toLowerCase() === '.pdf') {
    const { renderPages } = await import('./render-pages.ts');
    return renderPages(file.bytes, timeMs);
  }
  const { width, height, orientation = 1 } = imageSize(file.bytes);
  if (width * height > imageLimits.decodedPixels) return tooLarge;
  const { shrinkImage } = await import('./shrink-image.ts');
  const image = shrinkImage(file.bytes, orientation);
  return image === null
    ? tooLarge
    : { images: [{ location: null, ...image }], left: 0, truncated: false };
}
