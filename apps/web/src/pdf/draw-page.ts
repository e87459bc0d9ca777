import type { PDFPageProxy } from 'pdfjs-dist';

/** Browsers draw nothing on larger canvases. */
const maxPixels = 16_000_000;

/** Draws a page at this width, sharp on the current screen as far as a canvas can be that large. */
export async function drawPage(page: PDFPageProxy, widthPx: number): Promise<HTMLCanvasElement> {
  const whole = page.getViewport({ scale: 1 });
  const largest = Math.sqrt(maxPixels / (whole.width * whole.height));
  const viewport = page.getViewport({ scale: Math.min((widthPx * devicePixelRatio) / whole.width, largest) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  await page.render({ canvas, viewport }).promise;
  return canvas;
}
