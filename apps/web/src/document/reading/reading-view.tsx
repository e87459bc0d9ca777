import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo } from 'react';
import {
  type ChartLoader,
  type Deliverable,
  deliverableCharts,
  deliverableListQuery,
  titleOf,
} from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { readingTexts } from '../../base/texts/reading.ts';
import { classNames } from '../../base/ui/class-names.ts';
import { defer } from '../../base/ui/defer.ts';
import { type PageShortcut, usePageShortcuts } from '../../base/ui/keys.tsx';
import { stickToBottom, stickToTop } from '../../base/ui/layout/sticky-bar.ts';
import { useMedia } from '../../base/ui/screen.ts';
import { Skeleton } from '../../base/ui/states.tsx';
import { useKeptPlace } from '../../shared/citations/kept-place.ts';
import { decodeLabel, type FootnoteCall, Markdown } from '../../shared/markdown/markdown.tsx';
import {
  ContentsBar,
  findCurrent,
  goToSection,
  type HeadingEntry,
  Outline,
  useHeadings,
} from '../../shared/markdown/outline.tsx';
import type { FoundWords } from '../../shared/search/found-words.ts';
import { StaleNotice } from '../review/rerun/rerun.tsx';
import { ReviewBar } from '../review/review-bar.tsx';
import { orderFiles } from '../versions.ts';
import type { CitationIndex } from './citations/citation-index.ts';
import type { EvidenceControl } from './citations/evidence-control.ts';
import { EvidenceCall, EvidencePlace, EvidencePopover } from './citations/evidence-in-text.tsx';
import { clearHighlight } from './citations/show-in-text.ts';
import { useAreCommentsWanted, useCommenting } from './comments/commenting.ts';
import { findClientQuestions } from './find-client-questions.ts';
import { OpenPointsBar } from './open-points.tsx';
import { ReadingPanel } from './panel/reading-panel.tsx';
import { ReadingActions, ReadingBar } from './reading-bar.tsx';
import { type PanelTab, ReadingContext, type SourceInAddress } from './reading-context.ts';
import { ReadingHead } from './reading-head.tsx';
import { type ReadingState, useFoundWords, useReading, useReturnedFocus } from './use-reading.ts';

const commentLayer = defer(() => import('./comments/comment-layer.tsx'));
/** Loads on demand, because few documents ask their client. */
const clientQuestions = defer(() => import('./client-questions.tsx'));
const readingSource = defer(() => import('./reading-source.tsx'));
/**
 * Widths of the window from which comments have room beside the text, by what else is beside it.
 */
const marginFrom = {
  nothing: '(min-width: 1400px)',
  panel: '(min-width: 1800px)',
  source: '(min-width: 2200px)',
};
const outlineStyles = {
  nothing: ['min-[1100px]:block', 'min-[1100px]:hidden'],
  panel: ['min-[1600px]:block', 'min-[1600px]:hidden'],
  source: ['min-[2000px]:block', 'min-[2000px]:hidden'],
} as const;

interface ReadingViewProps {
  deliverable: Deliverable;
  /** The selected part of the panel; null while it is closed. */
  tab: PanelTab | null;
  onTab: (tab: PanelTab | null) => void;
  found: FoundWords;
  source: SourceInAddress;
  /** Asks for a Word file that becomes the next version; undefined for those who may not write. */
  onImportWord: (() => void) | undefined;
}

/** One version of a deliverable: outline, text with evidence, review, and a panel with details. */
export function ReadingView({
  deliverable,
  tab,
  onTab,
  found,
  source,
  onImportWord,
}: ReadingViewProps) {
  const { engagementId } = deliverable;
  // The panel and the viewer of sources share a place.
  const shownTab = source.footnote === null ? tab : null;
  const showTab = (next: PanelTab | null) => {
    if (source.footnote !== null) source.close();
    onTab(next);
  };
  const reading = useReading(deliverable, showTab);
  useFoundWords(reading, found);
  const neighbours = useNeighbours(deliverable);
  const headings = useHeadings(reading.article, reading.text);
  const togglePanel = () => showTab(shownTab === null ? (tab ?? 'citations') : null);
  useReadingKeys({ engagementId, neighbours, headings, onTogglePanel: togglePanel });
  useKeptPlace(reading.article);
  useReturnedFocus(reading, source.footnote);
  const beside = source.footnote !== null ? 'source' : shownTab === null ? 'nothing' : 'panel';
  const { filename, version } = deliverable;
  const commenting = useCommenting({ engagementId, filename });
  const hasComments = !filename.startsWith('_');
  const comments = commentLayer.useModule(useAreCommentsWanted(deliverable, hasComments));
  const shownSource = readingSource.useModule(source.footnote !== null);
  const hasMargin = useMedia(marginFrom[beside]) && hasComments && shownTab !== 'comments';
  const [asideFrom, barFrom] = outlineStyles[beside];
  const place = {
    engagementId,
    filename,
    version,
    citations: reading.citations?.all ?? [],
    openSource: source.open,
  };
  return (
    <ReadingContext value={place}>
      <div ref={stickToTop} className="sticky top-12 z-20 md:top-0 print:hidden">
        <ReadingBar engagementId={engagementId} filename={filename}>
          <ReadingActions
            deliverable={deliverable}
            latest={reading.latest}
            panelOpen={shownTab !== null}
            onTogglePanel={togglePanel}
            onComments={
              hasComments ? () => showTab(shownTab === 'comments' ? null : 'comments') : undefined
            }
            onImportWord={onImportWord}
          />
        </ReadingBar>
        <div className={barFrom}>
          <ContentsBar headings={headings} />
        </div>
      </div>
      <div className="relative flex items-start">
        <div className="flex min-w-0 flex-1 justify-center gap-8 px-4 py-8 md:px-8 print:p-0">
          <nav
            aria-label={readingTexts.outline.title}
            className={classNames(
              'sticky top-20 mr-4 hidden max-h-[calc(100dvh-7rem)] shrink-0 self-start overflow-y-auto print:hidden',
              hasMargin ? 'w-44' : 'w-52',
              asideFrom,
            )}
          >
            <Outline headings={headings} />
          </nav>
          <Column
            deliverable={deliverable}
            reading={reading}
            neighbours={neighbours}
            onTab={showTab}
          />
          {comments ? (
            <comments.CommentLayer
              deliverable={deliverable}
              reading={reading}
              commenting={commenting}
              hasMargin={hasMargin}
              onOpenList={() => showTab('comments')}
            />
          ) : (
            hasMargin && <div className="w-64 shrink-0 print:hidden" />
          )}
        </div>
        {source.footnote !== null ? (
          shownSource && (
            <shownSource.ReadingSource
              footnote={source.footnote}
              onShow={source.open}
              onClose={source.close}
              article={reading.article}
            />
          )
        ) : (
          <ReadingPanel
            tab={tab}
            onTab={onTab}
            deliverable={deliverable}
            reading={reading}
            commenting={commenting}
          />
        )}
      </div>
      <EvidencePopover
        control={reading.control}
        engagementId={engagementId}
        onShowInList={reading.showInList}
      />
    </ReadingContext>
  );
}

interface ColumnProps extends Pick<ReadingViewProps, 'deliverable' | 'onTab'> {
  reading: ReadingState;
  neighbours: Neighbours;
}

function Column({ deliverable, reading, neighbours, onTab }: ColumnProps) {
  const { engagementId } = deliverable;
  const { title, latest, facts, text, article, control, citations } = reading;
  const questions = useMemo(() => findClientQuestions(text), [text]);
  const asks = clientQuestions.useModule(questions.length > 0 && deliverable.taskId !== null);
  return (
    <div className="flex min-w-0 max-w-170 flex-1 flex-col print:max-w-none">
      <ReadingHead
        deliverable={deliverable}
        latest={latest}
        title={title}
        facts={facts}
        onOpen={onTab}
      />
      <div className="mb-6 empty:hidden print:hidden">
        <StaleNotice {...deliverable} />
      </div>
      <ReadingText
        engagementId={engagementId}
        filename={deliverable.filename}
        version={deliverable.version}
        text={text}
        article={article}
        control={control}
        citations={citations}
        filenames={neighbours.filenames}
      />
      {asks && (
        <asks.ClientQuestions
          engagementId={engagementId}
          questions={questions}
          filename={deliverable.filename}
        />
      )}
      <NeighbourLinks engagementId={engagementId} neighbours={neighbours} />
      <div
        ref={stickToBottom}
        className="sticky bottom-0 z-20 mt-10 bg-linear-to-t from-60% from-surface to-transparent pt-6 pb-3 print:hidden"
      >
        <ReviewBar
          {...deliverable}
          openPoints={<OpenPointsBar deliverable={deliverable} reading={reading} />}
        />
      </div>
    </div>
  );
}

interface ReadingTextProps {
  engagementId: string;
  filename: string;
  version: number;
  text: string;
  article: RefObject<HTMLElement | null>;
  control: EvidenceControl;
  /** Undefined until the citations have loaded. Until then footnotes are plain links. */
  citations: CitationIndex | undefined;
  /** Files of the engagement, which a text may link to by filename. */
  filenames: ReadonlySet<string>;
}

function ReadingText(props: ReadingTextProps) {
  const { engagementId, filename, version, text, article, control, citations, filenames } = props;
  const charts = useMemo(
    () => deliverableCharts({ engagementId, filename, version }),
    [engagementId, filename, version],
  );
  const renderChart = useDocumentCharts(text, charts);
  const renderCall = useCallback(
    (call: FootnoteCall) => (
      <EvidenceCall control={control} call={call} citation={citations?.ofCall(call)} />
    ),
    [control, citations],
  );
  const renderPlace = useCallback(
    (key: number) => <EvidencePlace control={control} citation={citations?.all[key]} />,
    [control, citations],
  );
  const names = [...filenames].join('\n');
  const resolveLink = useCallback(
    (href: string) =>
      names.split('\n').includes(href)
        ? `/engagements/${engagementId}/deliverables/${encodeURIComponent(href)}`
        : undefined,
    [engagementId, names],
  );
  useEffect(() => {
    findByHash(location.hash)?.scrollIntoView();
    return clearHighlight;
  }, []);
  if (text.trim() === '') return <p className="text-muted">{readingTexts.page.empty}</p>;
  return (
    <article ref={article} aria-label={readingTexts.page.article}>
      <Markdown
        text={text}
        places={citations?.places}
        renderCall={citations && renderCall}
        renderPlace={renderPlace}
        renderChart={renderChart}
        resolveLink={resolveLink}
      />
    </article>
  );
}

/**
 * Finds the element for a URL fragment. Ids may have letters of any script; those of footnotes are
 * encoded.
 */
function findByHash(hash: string): HTMLElement | null {
  const id = hash.slice(1);
  return document.getElementById(id) ?? document.getElementById(decodeLabel(id));
}

const texts = readingTexts.page;
const cardStyle =
  'flex min-w-0 flex-1 basis-64 flex-col gap-0.5 rounded-xl border px-4 py-3 transition-colors hover:bg-hover';

function NeighbourLinks({
  engagementId,
  neighbours,
}: {
  engagementId: string;
  neighbours: Neighbours;
}) {
  const { previous, next } = neighbours;
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  if (previous === undefined && next === undefined) return null;
  const to = '/engagements/$engagementId/deliverables/$filename';
  return (
    <nav aria-label={texts.neighbours} className="mt-14 flex flex-wrap gap-3 print:hidden">
      {previous !== undefined && (
        <Link to={to} params={{ engagementId, filename: previous }} className={cardStyle}>
          <span className="flex items-center gap-1.5 text-muted text-sm">
            <ArrowLeft aria-hidden className="size-3.5" />
            {texts.previous}
          </span>
          <span className="font-medium">{titleOf(previous, engagement)}</span>
        </Link>
      )}
      {next !== undefined && (
        <Link
          to={to}
          params={{ engagementId, filename: next }}
          className={`${cardStyle} items-end text-right`}
        >
          <span className="flex items-center gap-1.5 text-muted text-sm">
            {texts.next}
            <ArrowRight aria-hidden className="size-3.5" />
          </span>
          <span className="font-medium">{titleOf(next, engagement)}</span>
        </Link>
      )}
    </nav>
  );
}

/** The previous and next file in list order. An internal file has internal neighbours. */
interface Neighbours {
  previous: string | undefined;
  next: string | undefined;
  filenames: ReadonlySet<string>;
}

const isInternal = (filename: string) => filename.startsWith('_');

function useNeighbours({
  engagementId,
  filename,
}: Pick<Deliverable, 'engagementId' | 'filename'>): Neighbours {
  const { data: listed = [] } = useQuery(deliverableListQuery(engagementId));
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const names = orderFiles(listed, engagement?.tasks ?? []).map((entry) => entry.filename);
  const alike = names.filter((name) => isInternal(name) === isInternal(filename));
  const at = alike.indexOf(filename);
  return {
    previous: at > 0 ? alike[at - 1] : undefined,
    next: at === -1 ? undefined : alike[at + 1],
    filenames: new Set(names),
  };
}

const keysTexts = readingTexts.keys;

interface ReadingKeys {
  engagementId: string;
  neighbours: Neighbours;
  headings: readonly HeadingEntry[];
  onTogglePanel: () => void;
}

/**
 * `j` and `k` navigate between deliverables, `[` and `]` between sections. `p` toggles the panel.
 */
function useReadingKeys({ engagementId, neighbours, headings, onTogglePanel }: ReadingKeys): void {
  const navigate = useNavigate();
  /** Returns a shortcut that opens a file, or none without a file. */
  const toFile = (key: string, does: string, filename: string | undefined): PageShortcut[] => {
    if (filename === undefined) return [];
    const params = { engagementId, filename };
    const to = '/engagements/$engagementId/deliverables/$filename';
    return [{ key, does, act: () => void navigate({ to, params, search: {} }) }];
  };
  const step = (by: 1 | -1) => {
    // The section of the last jump has the focus, even while the page still scrolls to it.
    const focused = headings.findIndex(({ id }) => id === document.activeElement?.id);
    const at =
      focused === -1 ? headings.findIndex(({ id }) => id === findCurrent(headings)) : focused;
    const target = headings[at + by];
    if (target) goToSection(target.id);
    else if (by === -1) scrollTo({ top: 0 });
  };
  const toSections: PageShortcut[] = [
    { key: ']', does: keysTexts.nextSection, act: () => step(1) },
    { key: '[', does: keysTexts.previousSection, act: () => step(-1) },
  ];
  usePageShortcuts([
    ...toFile('j', keysTexts.next, neighbours.next),
    ...toFile('k', keysTexts.previous, neighbours.previous),
    ...(headings.length > 0 ? toSections : []),
    { key: 'p', does: keysTexts.details, act: onTogglePanel },
  ]);
}

/**
 * The code that reads and shows charts. It loads when a document has the first chart, because most
 * have none.
 */
const charts = defer(() => import('./charts-of-text.tsx'));
const chartFence = /^ {0,3}(?:`{3,}|~{3,})[ \t]*chart\b/m;

/**
 * Returns a function that renders the chart of a block by its text; it returns undefined for a
 * block that is code.
 */
function useDocumentCharts(
  text: string,
  loader: ChartLoader,
): (source: string) => ReactNode | undefined {
  const hasChart = useMemo(() => chartFence.test(text), [text]);
  const parts = charts.useModule(hasChart);
  const blocks = useMemo(() => parts?.listChartsByText(text), [parts, text]);
  return useCallback(
    (source) => {
      if (!hasChart) return undefined;
      if (!parts || !blocks) return <Skeleton className="my-4 aspect-16/9 w-full" />;
      const block = blocks.get(source.trim());
      return block && <parts.DocumentChart block={block} loader={loader} />;
    },
    [hasChart, parts, blocks, loader],
  );
}
