import {
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFPageProxy,
  PDFWorker,
  TextLayer,
} from 'pdfjs-dist';
import PdfWorker from 'pdfjs-dist/build/pdf.worker.min.mjs?worker';

/** Draws every page at this width, sharp on the current screen. Stops when the signal aborts. */
export async function drawPdf(
  pdf: Blob,
  widthPx: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement[]> {
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

/** A drawn page with its text above the picture, to be read aloud, selected and marked. */
export interface ReadablePage {
  sheet: HTMLElement;
  text: HTMLElement;
}

/**
 * Draws a page at this width with its text. Marks are to be put between the two, as first children
 * of `text`’s parent.
 */
export async function drawReadablePage(page: PDFPageProxy, widthPx: number): Promise<ReadablePage> {
  const scale = widthPx / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const canvas = await drawPage(page, widthPx);
  canvas.className = 'block size-full';
  canvas.setAttribute('aria-hidden', 'true');
  const text = document.createElement('div');
  text.className = 'pdf-text';
  text.style.setProperty('--total-scale-factor', String(scale));
  await new TextLayer({
    textContentSource: page.streamTextContent(),
    container: text,
    viewport,
  }).render();
  const sheet = document.createElement('div');
  sheet.className = 'relative overflow-hidden bg-white';
  sheet.style.width = `${viewport.width}px`;
  sheet.style.height = `${viewport.height}px`;
  sheet.append(canvas, text);
  return { sheet, text };
}

/** Browsers draw nothing on larger canvases. */
const maxPixels = 16_000_000;

/** Draws a page at this width, sharp on the current screen as far as a canvas can be that large. */
async function drawPage(page: PDFPageProxy, widthPx: number): Promise<HTMLCanvasElement> {
  const whole = page.getViewport({ scale: 1 });
  const largest = Math.sqrt(maxPixels / (whole.width * whole.height));
  const viewport = page.getViewport({
    scale: Math.min((widthPx * devicePixelRatio) / whole.width, largest),
  });
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  await page.render({ canvas, viewport }).promise;
  return canvas;
}

/** One worker for all documents, from our own origin because of the content security policy. */
const worker = PDFWorker.create({ port: new PdfWorker() });

/** Begins to read a PDF. Call `destroy` on the result when its pages are no longer needed. */
export async function openPdf(pdf: Blob, signal: AbortSignal): Promise<PDFDocumentLoadingTask> {
  const data = new Uint8Array(await pdf.arrayBuffer());
  signal.throwIfAborted();
  // WebAssembly would need an exception in the policy, and only rare image formats use it.
  return getDocument({ data, worker, useWasm: false });
}
