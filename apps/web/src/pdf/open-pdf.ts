import { getDocument, type PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist';
import PdfWorker from 'pdfjs-dist/build/pdf.worker.min.mjs?worker';

/** One worker for all documents, from our own origin because of the content security policy. */
const worker = PDFWorker.create({ port: new PdfWorker() });

/** Begins to read a PDF. Call `destroy` on the result when its pages are no longer needed. */
export async function openPdf(pdf: Blob, signal: AbortSignal): Promise<PDFDocumentLoadingTask> {
  const data = new Uint8Array(await pdf.arrayBuffer());
  signal.throwIfAborted();
  // WebAssembly would need an exception in the policy, and only rare image formats use it.
  return getDocument({ data, worker, useWasm: false });
}
