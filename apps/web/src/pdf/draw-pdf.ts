import { getDocument, PDFWorker } from 'pdfjs-dist';
import PdfWorker from 'pdfjs-dist/build/pdf.worker.min.mjs?worker';

/** One worker for all documents, from our own origin because of the content security policy. */
const worker = PDFWorker.create({ port: new PdfWorker() });

/** Draws every page at this width, sharp on the current screen. Stops when the signal aborts. */
export async function drawPdf(pdf: Blob, widthPx: number, signal: AbortSignal): Promise<HTMLCanvasElement[]> {
  const data = new Uint8Array(await pdf.arrayBuffer());
  signal.throwIfAborted();
  // WebAssembly would need an exception in the policy, and only rare image formats use it.
  const loading = getDocument({ data, worker, useWasm: false });
  try {
    const document = await loading.promise;
    const pages: HTMLCanvasElement[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      signal.throwIfAborted();
      const page = await document.getPage(number);
      const scale = (widthPx * devicePixelRatio) / page.getViewport({ scale: 1 }).width;
      const viewport = page.getViewport({ scale });
      const canvas = window.document.createElement('canvas');
      canvas.width = Math.ceil(viewport.width);
      canvas.height = Math.ceil(viewport.height);
      await page.render({ canvas, viewport }).promise;
      pages.push(canvas);
    }
    return pages;
  } finally {
    await loading.destroy();
  }
}
