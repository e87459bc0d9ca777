import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '../ui/error-state.tsx';
import { drawPdf } from './draw-pdf.ts';

interface PdfPagesProps {
  pdf: Blob;
  /** Names a page to who cannot see it. */
  label: (page: number, pages: number) => string;
}

/**
 * The pages of a PDF as pictures: phones and some browsers cannot show one inside a page. The old pages stay until all new
 * ones are drawn, so that nothing flickers.
 */
export function PdfPages({ pdf, label }: PdfPagesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const widthPx = box.current?.clientWidth ?? 0;
    drawPdf(pdf, widthPx, leaving.signal).then(
      (pages) => {
        if (leaving.signal.aborted) return;
        setError(null);
        box.current?.replaceChildren(...pages.map((page, index) => dress(page, label(index + 1, pages.length))));
      },
      (failure: unknown) => {
        if (!leaving.signal.aborted) setError(failure);
      },
    );
    return () => leaving.abort();
  }, [pdf, label]);
  return (
    <>
      {error !== null && <ErrorState error={error} />}
      <div ref={box} className="flex min-h-40 flex-col gap-3" />
    </>
  );
}

function dress(page: HTMLCanvasElement, label: string): HTMLCanvasElement {
  page.className = 'block h-auto w-full rounded border bg-white';
  page.setAttribute('role', 'img');
  page.setAttribute('aria-label', label);
  return page;
}
