import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { drawReadablePage } from '../../pdf/draw-readable-page.ts';
import { markPage } from './mark-page.ts';
import { scrollToMark } from './scroll-to-mark.ts';

interface PdfPageInput {
  document: PDFDocumentProxy;
  /** The page that is cited, and shown first. */
  cited: number;
  /** Wordings to look for on the page, the best one first. */
  wordings: readonly (string | null)[];
}

/** `unmarked`: none of the words stand on the page. */
type PageState = 'drawing' | 'marked' | 'unmarked' | 'failed';

/** Draws one page of a PDF into `box`, as wide as it is times `zoom`, with the cited words marked. */
export function usePdfPage({ document, cited, wordings }: PdfPageInput) {
  const box = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(cited);
  const [zoom, setZoom] = useState(1);
  const [state, setState] = useState<PageState>('drawing');
  const widthPx = useSettledWidth(box);
  const words = JSON.stringify(wordings);
  useEffect(() => {
    if (widthPx === 0) return undefined;
    let isOver = false;
    const draw = async () => {
      const drawn = await drawReadablePage(await document.getPage(page), widthPx * zoom);
      if (isOver) return;
      box.current?.replaceChildren(drawn.sheet);
      const mark = markPage(drawn, JSON.parse(words) as (string | null)[]);
      if (mark) scrollToMark(mark);
      setState(mark ? 'marked' : 'unmarked');
    };
    setState('drawing');
    draw().catch(() => !isOver && setState('failed'));
    return () => {
      isOver = true;
    };
  }, [document, page, zoom, widthPx, words]);
  return { box, page, setPage, zoom, setZoom, state };
}

/** Returns the width of a box without its scroll bars; 0 until it is known. */
function useSettledWidth(box: { current: HTMLElement | null }): number {
  const [widthPx, setWidthPx] = useState(0);
  useEffect(() => {
    const frame = box.current?.parentElement;
    if (!frame) return undefined;
    const observer = new ResizeObserver(() => setWidthPx(Math.floor(frame.clientWidth)));
    observer.observe(frame);
    return () => observer.disconnect();
  }, [box]);
  return widthPx;
}
