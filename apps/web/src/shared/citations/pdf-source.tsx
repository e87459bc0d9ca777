import '../../base/ui/pdf/pdf-text.css';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react';
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../base/ui/buttons.tsx';
import { drawReadablePage, openPdf, type ReadablePage } from '../../base/ui/pdf/draw-pdf.ts';
import { ErrorState, Skeleton } from '../../base/ui/states.tsx';
import { readElement } from '../markdown/find-words.ts';
import type { ShownSource, SourceLoader } from './cited-sources.ts';
import { findCited, PassageText, SourceNote, scrollToMark } from './passages.tsx';
import { sourceTexts } from './texts.ts';

const texts = sourceTexts.pdf;

interface PdfSourceProps<S extends ShownSource> {
  source: S;
  loader: SourceLoader<S>;
}

/**
 * Shows the cited page of a PDF with the cited words marked, and the pages around it; only one page
 * is drawn.
 */
export function PdfSource<S extends ShownSource>({ source, loader }: PdfSourceProps<S>) {
  const { footnote, title } = source;
  const { data, error, refetch } = useQuery({
    // Several footnotes may cite one file.
    queryKey: [...loader.key, 'pdf', title],
    queryFn: ({ signal }) => loader.loadPdf(footnote, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pdf = usePdf(data);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (pdf.failed) {
    return (
      <>
        <SourceNote>{texts.failed}</SourceNote>
        {source.text !== null && <PassageText source={source} text={source.text} />}
      </>
    );
  }
  if (!pdf.document) return <Skeleton className="aspect-210/297 w-full" />;
  return <Pages document={pdf.document} source={source} />;
}

interface PagesProps {
  document: NonNullable<ReturnType<typeof usePdf>['document']>;
  source: ShownSource;
}

function Pages({ document, source }: PagesProps) {
  const { pdf, passage, quote } = source;
  const cited = Math.min(pdf?.page ?? 1, document.numPages);
  const { box, page, setPage, zoom, setZoom, state } = usePdfPage({
    document,
    cited,
    wordings: [passage, quote],
  });
  const hasWords = passage !== null || quote !== null;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <PdfBar
        page={page}
        pages={document.numPages}
        cited={cited}
        onPage={setPage}
        zoom={zoom}
        onZoom={setZoom}
      />
      {state === 'failed' && <SourceNote>{texts.failed}</SourceNote>}
      {state === 'unmarked' && page === cited && hasWords && (
        <SourceNote>{texts.notOnPage}</SourceNote>
      )}
      <section
        aria-label={texts.page(page, document.numPages)}
        aria-busy={state === 'drawing'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: The region scrolls sideways when the page is enlarged.
        tabIndex={0}
        className="overflow-x-auto rounded border bg-white"
      >
        <div ref={box} className="min-h-40 w-full" />
      </section>
      <p aria-live="polite" className="sr-only">
        {state === 'marked' && texts.marked}
      </p>
    </div>
  );
}

/** 1 is the width of the viewer. */
const zooms = [1, 1.5, 2, 3] as const;

interface PdfBarProps {
  page: number;
  pages: number;
  cited: number;
  onPage: (page: number) => void;
  zoom: number;
  onZoom: (zoom: number) => void;
}

function PdfBar({ page, pages, cited, onPage, zoom, onZoom }: PdfBarProps) {
  const larger = zooms.find((step) => step > zoom);
  const smaller = zooms.findLast((step) => step < zoom);
  return (
    <div className="sticky -top-3 z-10 -mx-4 flex items-center gap-1 border-b bg-surface px-3 py-1">
      <IconButton
        icon={ChevronLeft}
        label={texts.previous}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      />
      <span aria-live="polite" className="figures whitespace-nowrap text-sm">
        {texts.page(page, pages)}
      </span>
      <IconButton
        icon={ChevronRight}
        label={texts.next}
        disabled={page === pages}
        onClick={() => onPage(page + 1)}
      />
      {page !== cited && (
        <Button kind="quiet" size="small" onClick={() => onPage(cited)}>
          {texts.toCited(cited)}
        </Button>
      )}
      <div className="ms-auto flex gap-1">
        {zoom !== 1 && (
          <IconButton icon={MoveHorizontal} label={texts.width} onClick={() => onZoom(1)} />
        )}
        <IconButton
          icon={ZoomOut}
          label={texts.smaller}
          disabled={!smaller}
          onClick={() => smaller && onZoom(smaller)}
        />
        <IconButton
          icon={ZoomIn}
          label={texts.larger}
          disabled={!larger}
          onClick={() => larger && onZoom(larger)}
        />
      </div>
    </div>
  );
}

interface OpenedPdf {
  document: PDFDocumentProxy | null;
  /** True for a file that is no PDF, is damaged or asks for a password. */
  failed: boolean;
}

function usePdf(pdf: Blob | undefined): OpenedPdf {
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

interface PdfPageInput {
  document: PDFDocumentProxy;
  cited: number;
  /** Wordings to look for on the page, the best one first. */
  wordings: readonly (string | null)[];
}

/** `unmarked`: the page has none of the words. */
type PageState = 'drawing' | 'marked' | 'unmarked' | 'failed';

/**
 * Draws one page of a PDF into `box`, as wide as it is times `zoom`, with the cited words marked.
 */
function usePdfPage({ document, cited, wordings }: PdfPageInput) {
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

/** Rectangles of this height at most are of empty lines. */
const minPx = 1;

/**
 * Marks the first wording that a drawn page contains, and returns the first mark; undefined without
 * one.
 */
function markPage(
  { sheet, text }: ReadablePage,
  wordings: readonly (string | null)[],
): Element | undefined {
  const { text: words, rangeOf } = readElement(text);
  const origin = sheet.getBoundingClientRect();
  const marks = findCited(words, wordings)
    .flatMap((span) => [...(rangeOf(span)?.getClientRects() ?? [])])
    .filter(({ width, height }) => width > minPx && height > minPx)
    .map(({ left, top, width, height }) => {
      const mark = document.createElement('span');
      mark.className = 'pdf-mark';
      const place = { left: left - origin.left, top: top - origin.top, width, height };
      for (const [name, px] of Object.entries(place)) mark.style.setProperty(name, `${px}px`);
      return mark;
    });
  text.before(...marks);
  return marks[0];
}
