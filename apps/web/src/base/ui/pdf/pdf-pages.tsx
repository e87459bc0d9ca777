import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../states.tsx';
import { drawPdf } from './draw-pdf.ts';

interface PdfPagesProps {
  /** Undefined while the document loads. */
  pdf: Blob | undefined;
  /** Shown until the first pages are drawn. */
  placeholder: ReactNode;
  label: (page: number, pages: number) => string;
}

/** Shows the pages of a PDF as images, because phones and some browsers cannot embed a PDF. */
export function PdfPages({ pdf, placeholder, label }: PdfPagesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<unknown>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    if (!pdf) return undefined;
    const leaving = new AbortController();
    const widthPx = box.current?.clientWidth ?? 0;
    drawPdf(pdf, widthPx, leaving.signal).then(
      (pages) => {
        if (leaving.signal.aborted) return;
        setError(null);
        setIsDrawn(true);
        box.current?.replaceChildren(
          ...pages.map((page, index) => dress(page, label(index + 1, pages.length))),
        );
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
      {/* The pages and their placeholder have the same place: drawn before it goes, they would move up. */}
      <div className="grid *:[grid-area:1/1]">
        {!isDrawn && error === null && placeholder}
        <div ref={box} className="flex min-w-0 flex-col gap-3" />
      </div>
    </>
  );
}

function dress(page: HTMLCanvasElement, label: string): HTMLCanvasElement {
  page.className = 'block h-auto w-full rounded border bg-white';
  page.setAttribute('role', 'img');
  page.setAttribute('aria-label', label);
  return page;
}
