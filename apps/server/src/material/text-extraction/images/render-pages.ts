import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import { imageLimits, type RenderedImages } from '../extraction.ts';
import { encodeJpeg, type Pixels } from './shrink-image.ts';

/** Small pages are not enlarged further. */
const maxScale = 4;

/**
 * Renders 20 of a PDF's first 500 pages that show something without text, within `timeMs`. Throws
 * for a bad PDF.
 */
export async function renderPages(bytes: Uint8Array, timeMs: number): Promise<RenderedImages> {
  const endMs = performance.now() + timeMs;
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  try {
    const rendered: RenderedImages = { images: [], left: 0, truncated: false };
    const count = document.getPageCount();
    for (let index = 0; index < count; index += 1) {
      if (index >= imageLimits.pages || performance.now() > endMs)
        return { ...rendered, truncated: true };
      const page = document.getPage(index);
      if (page.getObjectCount() === 0 || /[\p{L}\p{N}]/u.test(page.getText())) continue;
      const isWanted = rendered.images.length < imageLimits.images;
      // A page that cannot be rendered counts as left.
      const image = isWanted ? await renderPage(page).then(encodeJpeg, () => null) : null;
      if (image === null) rendered.left += 1;
      else rendered.images.push({ location: `page ${index + 1}`, ...image });
    }
    return rendered;
  } finally {
    document.destroy();
    library.destroy();
  }
}

async function renderPage(page: PDFiumPage): Promise<Pixels> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(
    maxScale,
    imageLimits.edgePixels / Math.max(originalWidth, originalHeight),
  );
  const size = { width: 0, height: 0 };
  const { data } = await page.render({
    scale,
    render: async ({ data: pixels, width, height }) => {
      Object.assign(size, { width, height });
      // The bytes are the library's own memory, which it frees afterwards.
      return new Uint8Array(pixels);
    },
  });
  return { ...size, data };
}
