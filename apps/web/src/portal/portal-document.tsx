import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight, FileQuestion, MessageSquareText, Printer } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { readingTexts } from '../base/texts/reading.ts';
import { Badge } from '../base/ui/badges.tsx';
import { Button } from '../base/ui/buttons.tsx';
import { classNames } from '../base/ui/class-names.ts';
import { stickToBottom, stickToTop } from '../base/ui/layout/sticky-bar.ts';
import { useMedia } from '../base/ui/screen.ts';
import { EmptyState } from '../base/ui/states.tsx';
import { numberFootnotes } from '../shared/citations/cited-sources.ts';
import { useKeptPlace } from '../shared/citations/kept-place.ts';
import { SourceViewer } from '../shared/citations/source-viewer.tsx';
import { SelectionButton } from '../shared/comments/selection.tsx';
import { ContentsBar, Outline, useHeadings } from '../shared/markdown/outline.tsx';
import {
  ClientReviewDialog,
  ClientReviewPanel,
  DecisionButtons,
  type PortalAction,
} from './client-review.tsx';
import {
  CommentSheet,
  DocumentComments,
  revealPassage,
  usePassages,
} from './document-comments.tsx';
import { documentStatusOf, documentStatusTones } from './document-status.ts';
import { DocumentText } from './document-text.tsx';
import { DownloadMenu } from './downloads.tsx';
import { documentFacts, portalSources, type SharedDocument, usePortal } from './portal.tsx';
import { portalTexts } from './texts.ts';

interface PortalDocumentProps {
  filename: string;
  comment: string | undefined;
}

/**
 * Shows one document to read, decide about and comment on, or says that the link does not show it.
 */
export function PortalDocument({ filename, comment }: PortalDocumentProps) {
  const { token, view } = usePortal();
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus({ preventScroll: true }), []);
  const document = view.deliverables.find((one) => one.filename === filename);
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <Link
        to="/portal/$token"
        params={{ token }}
        search={{}}
        className="mb-5 inline-flex items-center gap-1.5 rounded text-muted hover:text-ink print:hidden"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {portalTexts.allDocuments}
      </Link>
      {document ? (
        <SharedReading document={document} comment={comment} />
      ) : (
        <EmptyState icon={FileQuestion} title={portalTexts.missingFile.title}>
          {portalTexts.missingFile.advice}
        </EmptyState>
      )}
    </div>
  );
}

interface SharedReadingProps {
  document: SharedDocument;
  comment: string | undefined;
}

function SharedReading({ document, comment }: SharedReadingProps) {
  const { view } = usePortal();
  const maySeeSources = view.permissions.includes('sources');
  const article = useRef<HTMLElement>(null);
  const headings = useHeadings(article, document.content);
  useResumedReading(document.id);
  const source = useShownSource();
  const isSourceShown = source.footnote !== null;
  const isWide = useMedia('(min-width: 64rem)');
  const [decided, setDecided] = useState<PortalAction | null>(null);
  const comments = useOpenState(comment !== undefined);
  const passages = usePassages({ article, document, shown: comment, onChoose: comments.open });
  const { selected, begin } = passages;
  const onComment = (chosen: typeof selected) => {
    begin(chosen);
    comments.open();
  };
  return (
    <>
      {headings.length > 1 && (
        <div
          ref={stickToTop}
          className="sticky top-0 z-10 -mx-4 mb-6 border-t md:-mx-8 xl:hidden print:hidden"
        >
          <ContentsBar headings={headings} />
        </div>
      )}
      <div
        className={classNames(
          'gap-x-10 gap-y-8 print:block',
          isSourceShown ? 'flex max-[1199px]:block' : columns,
        )}
      >
        <nav
          aria-label={readingTexts.outline.title}
          className={classNames(stickyColumn, 'hidden print:hidden', !isSourceShown && 'xl:block')}
        >
          <Outline headings={headings} />
        </nav>
        <div className="flex min-w-0 flex-1 flex-col gap-8">
          <DocumentHead document={document} />
          <div className="relative max-w-170 print:max-w-none">
            <DocumentText
              document={document}
              article={article}
              onSource={maySeeSources ? source.open : undefined}
            />
            {selected && <SelectionButton selected={selected} onComment={onComment} />}
          </div>
          <NeighbourDocuments filename={document.filename} />
        </div>
        <aside
          aria-label={portalTexts.aside}
          className={classNames(
            stickyColumn,
            'flex flex-col gap-8 empty:hidden print:hidden',
            isSourceShown && 'min-[1200px]:hidden',
          )}
        >
          {view.permissions.includes('approve') && (
            <ClientReviewPanel document={document} onDecide={setDecided} />
          )}
          {isWide && (
            <DocumentComments document={document} passages={passages} onShow={revealPassage} />
          )}
        </aside>
        <PortalSource document={document} article={article} source={source} />
      </div>
      {!isWide && !isSourceShown && (
        <>
          <PhoneBar document={document} onDecide={setDecided} onComments={comments.open} />
          <CommentSheet
            open={comments.isOpen}
            onClose={comments.close}
            document={document}
            passages={passages}
          />
        </>
      )}
      {decided && (
        <ClientReviewDialog document={document} action={decided} onClose={() => setDecided(null)} />
      )}
    </>
  );
}

function useOpenState(initial: boolean) {
  const [isOpen, setIsOpen] = useState(initial);
  const open = useCallback(() => setIsOpen(true), []);
  const close = useCallback(() => setIsOpen(false), []);
  return { isOpen, open, close };
}

const columns = 'grid lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[13rem_minmax(0,1fr)_20rem]';

/** Leaves room for the focus ring, which the scroll container would clip. */
const stickyColumn =
  'lg:-m-1 lg:sticky lg:top-14 lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:overflow-y-auto lg:p-1';

/** Shows the title of a shared document, the client's decision, and the downloads. */
function DocumentHead({ document }: { document: SharedDocument }) {
  const { engagement, permissions } = usePortal().view;
  const standing = documentStatusOf(document, permissions.includes('approve'));
  return (
    <header className="flex max-w-170 flex-col gap-3 border-b pb-6 print:max-w-none">
      <p className="wrap-anywhere hidden text-muted text-sm print:block">
        {portalTexts.printedHead(engagement.name, engagement.client)}
      </p>
      <h1 className="wrap-anywhere text-balance font-semibold text-3xl leading-tight tracking-tight">
        {document.title}
      </h1>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 text-muted text-sm">
        {standing !== 'shared' && (
          <span className="print:hidden">
            <Badge tone={documentStatusTones[standing]}>{portalTexts.standing[standing]}</Badge>
          </span>
        )}
        <span className="figures">{documentFacts(document).join(' · ')}</span>
        <span className="flex gap-2 print:hidden">
          <DownloadMenu filename={document.filename} />
          <Button
            icon={Printer}
            kind="quiet"
            size="small"
            onClick={() => window.print()}
            className="max-sm:hidden"
          >
            {portalTexts.print}
          </Button>
        </span>
      </div>
    </header>
  );
}

const cardStyle =
  'flex min-w-0 flex-1 basis-64 flex-col gap-0.5 rounded-xl border px-4 py-3 transition-colors hover:bg-hover';

function NeighbourDocuments({ filename }: { filename: string }) {
  const { token, view } = usePortal();
  const at = view.deliverables.findIndex((one) => one.filename === filename);
  const previous = view.deliverables[at - 1];
  const next = view.deliverables[at + 1];
  if (!previous && !next) return null;
  const { neighbours: texts } = portalTexts;
  return (
    <nav aria-label={texts.label} className="mt-6 flex max-w-170 flex-wrap gap-3 print:hidden">
      {previous && (
        <Link
          to="/portal/$token"
          params={{ token }}
          search={{ file: previous.filename }}
          className={cardStyle}
        >
          <span className="flex items-center gap-1.5 text-muted text-sm">
            <ArrowLeft aria-hidden className="size-3.5" />
            {texts.previous}
          </span>
          <span className="wrap-anywhere font-medium">{previous.title}</span>
        </Link>
      )}
      {next && (
        <Link
          to="/portal/$token"
          params={{ token }}
          search={{ file: next.filename }}
          className={`${cardStyle} items-end text-right`}
        >
          <span className="flex items-center gap-1.5 text-muted text-sm">
            {texts.next}
            <ArrowRight aria-hidden className="size-3.5" />
          </span>
          <span className="wrap-anywhere font-medium">{next.title}</span>
        </Link>
      )}
    </nav>
  );
}

interface PhoneBarProps {
  document: SharedDocument;
  onDecide: (action: PortalAction) => void;
  onComments: () => void;
}

/**
 * The actions within reach of a thumb. The bar sticks to the bottom edge and ends below the text,
 * so it covers none.
 */
function PhoneBar({ document, onDecide, onComments }: PhoneBarProps) {
  const { view } = usePortal();
  const count = view.comments.filter(({ filename }) => filename === document.filename).length;
  const hasComments = count > 0 || view.permissions.includes('comment');
  const isAsked = documentStatusOf(document, view.permissions.includes('approve')) === 'waiting';
  if (!hasComments && !isAsked) return null;
  return (
    <div
      ref={stickToBottom}
      className="sticky bottom-0 z-10 -mx-4 mt-8 flex flex-wrap gap-2 border-t bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:-mx-8 md:px-8 print:hidden"
    >
      {hasComments && (
        <Button
          icon={MessageSquareText}
          onClick={onComments}
          aria-label={portalTexts.comments.open(count)}
          className={isAsked ? 'h-11' : 'h-11 flex-1'}
        >
          {isAsked
            ? count > 0 && <span className="figures">{count}</span>
            : portalTexts.comments.open(count)}
        </Button>
      )}
      {isAsked && <DecisionButtons onDecide={onDecide} />}
    </div>
  );
}

interface PortalSourceProps {
  document: SharedDocument;
  article: RefObject<HTMLElement | null>;
  source: ShownSource;
}

/**
 * Shows the source of a footnote beside the text of a client. Renders nothing while none is chosen.
 */
function PortalSource({ document: shared, article, source }: PortalSourceProps) {
  const { token } = usePortal();
  const { filename, version, content } = shared;
  useKeptPlace(article);
  const loader = useMemo(
    () => portalSources({ token, filename, version }),
    [token, filename, version],
  );
  const footnotes = useMemo(
    () => [...numberFootnotes(content)].map(([label, number]) => ({ label, number })),
    [content],
  );
  const { footnote } = source;
  useCallInView(article, footnote);
  if (footnote === null) return null;
  return (
    <SourceViewer
      loader={loader}
      footnote={footnote}
      footnotes={footnotes}
      onShow={source.open}
      onClose={source.close}
    />
  );
}

/**
 * Keeps the call of a footnote in view beside its source, and returns the focus to it when that is
 * closed.
 */
function useCallInView(article: RefObject<HTMLElement | null>, footnote: string | null): void {
  const last = useRef<string>(null);
  useEffect(() => {
    const closed = footnote === null ? last.current : null;
    last.current = footnote;
    const find = (label: string) =>
      article.current?.querySelector<HTMLElement>(`[data-call="${CSS.escape(label)}"]`);
    // The page leaves room for the viewer once it has been measured.
    if (footnote !== null)
      requestAnimationFrame(() => find(footnote)?.scrollIntoView({ block: 'nearest' }));
    // Elsewhere, the reader has gone on already.
    if (closed === null || document.activeElement !== document.body) return;
    find(closed)?.focus({ preventScroll: true });
  }, [article, footnote]);
}

const route = getRouteApi('/portal/$token');

/** The footnote whose source is shown beside the text. */
interface ShownSource {
  /** Its label; null while no source is shown, and for links that do not permit sources. */
  footnote: string | null;
  open: (footnote: string) => void;
  close: () => void;
}

/** Keeps the source that is shown in the address, so that Back returns to the text in its place. */
function useShownSource(): ShownSource {
  const { view } = usePortal();
  const { source } = route.useSearch();
  const navigate = route.useNavigate();
  const show = useCallback(
    (next: string | undefined) =>
      void navigate({
        search: ({ source: shown, ...kept }) =>
          next === undefined ? kept : { ...kept, source: next },
        replace: next === undefined || source !== undefined,
        resetScroll: false,
      }),
    [navigate, source],
  );
  const open = useCallback((footnote: string) => show(footnote), [show]);
  const close = useCallback(() => show(undefined), [show]);
  return { footnote: view.permissions.includes('sources') ? (source ?? null) : null, open, close };
}

const keyOf = (id: string) => `portal-place-${id}`;

/**
 * Keeps the reading place of a version while the tab is open. An address with a section or comment
 * goes first.
 */
function useResumedReading(id: string): void {
  useEffect(() => {
    const isElsewhere = location.hash !== '' || new URLSearchParams(location.search).has('comment');
    const kept = isElsewhere ? 0 : readPlace(id);
    // The router scrolls to the top after a step to another page; this comes after it.
    const frame =
      kept > 0 ? requestAnimationFrame(() => scrollTo({ top: kept, behavior: 'instant' })) : 0;
    const keep = () => keepPlace(id, scrollY);
    addEventListener('scrollend', keep);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scrollend', keep);
    };
  }, [id]);
}

function readPlace(id: string): number {
  try {
    return Number(sessionStorage.getItem(keyOf(id)) ?? 0);
  } catch {
    // The browser may forbid storage. Then reading starts at the top.
    return 0;
  }
}

function keepPlace(id: string, topPx: number): void {
  try {
    sessionStorage.setItem(keyOf(id), String(Math.round(topPx)));
  } catch {
    // The place is not kept.
  }
}
