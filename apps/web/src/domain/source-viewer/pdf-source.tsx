import { useQuery } from '@tanstack/react-query';
import { sourceTexts } from '../../texts/en/documents/source.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { PassageText } from './passage-text.tsx';
import { PdfBar } from './pdf-bar.tsx';
import type { ShownSource, SourceLoader } from './source-loader.ts';
import { SourceNote } from './source-note.tsx';
import { usePdf } from './use-pdf.ts';
import { usePdfPage } from './use-pdf-page.ts';
import '../../pdf/pdf-text.css';

const texts = sourceTexts.pdf;

interface PdfSourceProps<S extends ShownSource> {
  source: S;
  loader: SourceLoader<S>;
}

/** Shows the cited page of a PDF with the cited words marked, and the pages around it; only one page is drawn (SRC-2). */
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
  const { box, page, setPage, zoom, setZoom, state } = usePdfPage({ document, cited, wordings: [passage, quote] });
  const hasWords = passage !== null || quote !== null;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <PdfBar page={page} pages={document.numPages} cited={cited} onPage={setPage} zoom={zoom} onZoom={setZoom} />
      {state === 'failed' && <SourceNote>{texts.failed}</SourceNote>}
      {state === 'unmarked' && page === cited && hasWords && <SourceNote>{texts.notOnPage}</SourceNote>}
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
