import { drawPage } from './draw-page.ts';
import { openPdf } from './open-pdf.ts';

/** Draws every page at this width, sharp on the current screen. Stops when the signal aborts. */
export async function drawPdf(pdf: Blob, widthPx: number, signal: AbortSignal): Promise<HTMLCanvasElement[]> {
  const loading = await openPdf(pdf, signal);
  try {
    const document = await loading.promise;
    const pages: HTMLCanvasElement[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      signal.throwIfAborted();
      pages.push(await drawPage(await document.getPage(number), widthPx));
    }
    return pages;
  } finally {
    await loading.destroy();
  }
}
