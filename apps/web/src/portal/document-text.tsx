import type { Derivation } from '@ecp/contract/values/citations';
import { type RefObject, useCallback, useMemo, useState } from 'react';
import type { ChartLoader } from '../base/api/document-queries.ts';
import { formatMoment } from '../base/format/format.ts';
import { readingTexts } from '../base/texts/reading.ts';
import { linkStyle } from '../base/ui/buttons.tsx';
import { defer } from '../base/ui/defer.ts';
import { Skeleton } from '../base/ui/states.tsx';
import { numberFootnotes } from '../shared/citations/cited-sources.ts';
import type { Place } from '../shared/markdown/document-tree.ts';
import { type FootnoteCall, isOwnAddress, Markdown } from '../shared/markdown/markdown.tsx';
import { readDocument } from '../shared/markdown/read-document.ts';
import { portalCharts, type SharedDocument, usePortal } from './portal.tsx';
import { portalTexts } from './texts.ts';

interface DocumentTextProps {
  document: SharedDocument;
  article: RefObject<HTMLElement | null>;
  /** Opens the source of a footnote; undefined where the link permits none. */
  onSource: ((footnote: string) => void) | undefined;
}

export function DocumentText({ document, article, onSource }: DocumentTextProps) {
  const { token, view } = usePortal();
  const { filename, version, content, citedPages, derivations } = document;
  // A string, so that the text is not parsed again after each poll.
  const filenames = view.deliverables.map((one) => one.filename).join('\n');
  const charts = useMemo(
    () => portalCharts({ token, filename, version }),
    [token, filename, version],
  );
  const { body } = readDocument(content);
  const renderPicture = useCallback(
    (src: string, alt: string) => {
      const number = Number(/^charts\/(\d{1,3})$/.exec(src)?.[1] ?? 0);
      return number > 0 ? <ClientChart number={number} title={alt} loader={charts} /> : undefined;
    },
    [charts],
  );
  const { ofFootnote, places: pagePlaces } = useMemo(() => indexPages(citedPages), [citedPages]);
  const figures = useMemo(
    () => indexDerivations(derivations, citedPages.length),
    [derivations, citedPages],
  );
  const numbers = useMemo(() => numberFootnotes(content), [content]);
  const places = useMemo(() => [...pagePlaces, ...figures.places], [pagePlaces, figures]);
  const resolveLink = useCallback(
    (href: string) =>
      filenames.split('\n').includes(href)
        ? `/portal/${token}?file=${encodeURIComponent(href)}`
        : undefined,
    [token, filenames],
  );
  const renderFootnoteNote = useCallback(
    (label: string) => <CitedPages pages={ofFootnote(label)} />,
    [ofFootnote],
  );
  const renderCall = useCallback(
    (call: FootnoteCall) => onSource && <SourceCall call={call} onOpen={onSource} />,
    [onSource],
  );
  const renderPlace = useCallback(
    (key: number) => {
      const page = citedPages[key];
      if (page) return <CitedPageNote page={page} />;
      if (!onSource) return undefined;
      return <DerivationMark derivations={figures.at(key)} numbers={numbers} onSource={onSource} />;
    },
    [citedPages, figures, numbers, onSource],
  );
  if (body.trim() === '') return <p className="text-muted">{readingTexts.page.empty}</p>;
  return (
    <article ref={article} aria-label={readingTexts.page.article}>
      <Markdown
        text={body}
        places={places}
        renderPlace={renderPlace}
        renderCall={onSource && renderCall}
        renderPicture={renderPicture}
        renderFootnoteNote={renderFootnoteNote}
        resolveLink={resolveLink}
      />
    </article>
  );
}

interface SourceCallProps {
  call: FootnoteCall;
  onOpen: (footnote: string) => void;
}

/** The number of a footnote in the text. It opens the source. */
function SourceCall({ call: { number, label, id }, onOpen }: SourceCallProps) {
  return (
    <button
      type="button"
      id={id}
      data-call={label}
      aria-label={portalTexts.source(number)}
      onClick={() => onOpen(label)}
      className="call"
    >
      {number}
    </button>
  );
}

interface DerivationMarkProps {
  derivations: readonly Derivation[];
  numbers: ReadonlyMap<string, string>;
  onSource: (footnote: string) => void;
}

/** The code that shows how a figure follows. It loads when somebody asks. */
const derivationDialog = defer(() => import('./derivation-dialog.tsx'));

/** A small mark behind a sentence with figures that follow from others. It opens how they do. */
function DerivationMark(props: DerivationMarkProps) {
  const [isOpen, setIsOpen] = useState(false);
  const parts = derivationDialog.useModule(isOpen);
  return (
    <>
      <button
        type="button"
        aria-label={portalTexts.derivation.open}
        onPointerEnter={derivationDialog.load}
        onClick={() => setIsOpen(true)}
        className="call print:hidden"
      >
        =
      </button>
      {isOpen && parts && <parts.DerivationDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/**
 * Names the archived pages that a footnote cites, with address and time. Their texts are the
 * team's.
 */
function CitedPages({ pages }: { pages: readonly CitedPage[] }) {
  if (pages.length === 0) return null;
  return (
    <div className="mt-1 flex flex-col items-start gap-1.5">
      {pages.map((page) => (
        <CitedPageNote key={`${page.url} ${page.fetchedAt}`} page={page} />
      ))}
    </div>
  );
}

function CitedPageNote({ page: { title, url, fetchedAt } }: { page: CitedPage }) {
  return (
    <span className="wrap-anywhere text-[0.8125em] text-muted">
      {' '}
      <span dir="auto" className="font-medium">
        {title}
      </span>
      {' · '}
      {isOwnAddress(url) ? (
        url
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={linkStyle}>
          {url}
          <span className="sr-only">{readingTexts.markdown.outside}</span>
        </a>
      )}
      {' · '}
      <time dateTime={fetchedAt}>{portalTexts.archived(formatMoment(fetchedAt))}</time>
    </span>
  );
}

export type CitedPage = SharedDocument['citedPages'][number];

/**
 * The pages that each footnote cites, and the places of statements without a footnote. The key of a
 * place is its index.
 */
interface PageIndex {
  ofFootnote: (label: string) => readonly CitedPage[];
  places: readonly Place[];
}

/**
 * Indexes the pages that a document cites. A footnote or a sentence that cites one several times
 * has it once.
 */
export function indexPages(pages: readonly CitedPage[]): PageIndex {
  const byLabel = Map.groupBy(pages, ({ footnote }) => footnote?.toLowerCase() ?? '');
  const bySentence = Map.groupBy(byLabel.get('') ?? [], ({ claim }) => claim);
  const places = [...bySentence.values()].flatMap(once);
  return {
    ofFootnote: (label) => once(byLabel.get(label.toLowerCase()) ?? []),
    places: places.map((page) => ({ key: pages.indexOf(page), words: page.claim })),
  };
}

interface DerivationIndex {
  /** The places of the statements, with keys from `firstKey` on. */
  places: readonly Place[];
  at: (key: number) => readonly Derivation[];
}

/** Indexes how figures follow by their statements, each once. */
function indexDerivations(
  derivations: SharedDocument['derivations'],
  firstKey: number,
): DerivationIndex {
  const byClaim = [...Map.groupBy(derivations, ({ claim }) => claim)];
  return {
    places: byClaim.map(([words], at) => ({ key: firstKey + at, words })),
    at: (key) => byClaim[key - firstKey]?.[1].map(({ derivation }) => derivation) ?? [],
  };
}

function once(pages: readonly CitedPage[]): CitedPage[] {
  return [...new Map(pages.map((page) => [`${page.url} ${page.fetchedAt}`, page])).values()];
}

/**
 * The code that shows charts. It loads when a document has the first chart, because most have none.
 */
const charts = defer(() => import('../shared/markdown/document-chart.tsx'));

/** Shows a chart of a client's text, which has its number and title alone. */
function ClientChart(props: { number: number; title: string; loader: ChartLoader }) {
  const parts = charts.useModule(true);
  return parts ? (
    <parts.LoadedChart {...props} />
  ) : (
    <Skeleton className="my-4 aspect-16/9 w-full" />
  );
}
