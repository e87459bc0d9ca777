import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { openPdf } from '../../pdf/open-pdf.ts';

interface OpenedPdf {
  /** The document; null until it is read. */
  document: PDFDocumentProxy | null;
  /** True for a file that is no PDF, is damaged or asks for a password. */
  failed: boolean;
}

/** Reads a PDF, and closes it when it is no longer shown. */
export function usePdf(pdf: Blob | undefined): OpenedPdf {
  const [opened, setOpened] = useState<OpenedPdf>({ document: null, failed: false });
  useEffect(() => {
    if (!pdf) return undefined;
    const leaving = new AbortController();
    let loading: PDFDocumentLoadingTask | undefined;
    const open = async () => {
      loading = await openPdf(pdf, leaving.signal);
      return loading.promise;
    };
    open().then(
      (document) => !leaving.signal.aborted && setOpened({ document, failed: false }),
      () => !leaving.signal.aborted && setOpened({ document: null, failed: true }),
    );
    return () => {
      leaving.abort();
      void loading?.destroy();
    };
  }, [pdf]);
  return opened;
}
