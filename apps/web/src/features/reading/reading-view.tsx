import type { ReactNode } from 'react';
import type { Deliverable } from '../../domain/deliverables/queries.ts';
import { ContentsBar } from '../../domain/outline/contents-bar.tsx';
import { Outline } from '../../domain/outline/outline.tsx';
import { useHeadings } from '../../domain/outline/use-headings.ts';
import type { FoundWords } from '../../domain/search/found-words.ts';
import { useKeptPlace } from '../../domain/source-viewer/use-kept-place.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { classNames } from '../../ui/class-names.ts';
import { defer } from '../../ui/defer.ts';
import { stickToBottom, stickToTop } from '../../ui/layout/sticky-bar.ts';
import { useMedia } from '../../ui/use-media.ts';
import { EvidencePopover } from './citations/evidence-popover.tsx';
import { useAreCommentsWanted } from './comments/use-are-comments-wanted.ts';
import { useCommenting } from './comments/use-commenting.ts';
import { NeighbourLinks } from './neighbour-links.tsx';
import { OpenPointsBar } from './open-points/open-points-bar.tsx';
import { ReadingContext } from './origin/reading-context.ts';
import type { PanelSlots } from './panel-content.tsx';
import type { PanelTab } from './panel-tab.ts';
import { ReadingActions } from './reading-actions.tsx';
import { ReadingBar } from './reading-bar.tsx';
import { ReadingHead } from './reading-head.tsx';
import { ReadingPanel } from './reading-panel.tsx';
import { ReadingText } from './reading-text.tsx';
import type { SourceInAddress } from './source/source-in-address.ts';
import { useReturnedFocus } from './source/use-returned-focus.ts';
import { useFoundWords } from './use-found-words.ts';
import { type Neighbours, useNeighbours } from './use-neighbours.ts';
import { type ReadingState, useReading } from './use-reading.ts';
import { useReadingKeys } from './use-reading-keys.ts';

const commentLayer = defer(() => import('./comments/comment-layer.tsx'));
const readingSource = defer(() => import('./source/reading-source.tsx'));
/** Widths of the window from which comments have room beside the text, by what else is beside it. */
const marginFrom = { nothing: '(min-width: 1400px)', panel: '(min-width: 1800px)', source: '(min-width: 2200px)' };
/** Classes of the outline and of the bar that opens it. */
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
  /** Words to show in the text. */
  found: FoundWords;
  /** The citation whose source is shown, by its footnote. */
  source: SourceInAddress;
  /** Asks for a Word file that becomes the next version; undefined for those who may not write. */
  onImportWord: (() => void) | undefined;
  slots: ReadingSlots;
}

/** Review elements of the version, passed in by the page that composes both features. */
interface ReadingSlots extends PanelSlots {
  /** Shown above the text. */
  staleNotice: ReactNode;
  /** Shown at the bottom edge, with the open points of the version in it. */
  review: (openPoints: ReactNode) => ReactNode;
}

/** One version of a deliverable: outline, text with evidence, review, and a panel with details. */
export function ReadingView({ deliverable, tab, onTab, found, source, onImportWord, slots }: ReadingViewProps) {
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
    ...{ engagementId, filename, version },
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
            onComments={hasComments ? () => showTab(shownTab === 'comments' ? null : 'comments') : undefined}
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
          <Column deliverable={deliverable} reading={reading} neighbours={neighbours} onTab={showTab} slots={slots} />
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
            slots={slots}
          />
        )}
      </div>
      <EvidencePopover control={reading.control} engagementId={engagementId} onShowInList={reading.showInList} />
    </ReadingContext>
  );
}

interface ColumnProps extends Pick<ReadingViewProps, 'deliverable' | 'onTab' | 'slots'> {
  reading: ReadingState;
  neighbours: Neighbours;
}

/** The text column, about 68 characters wide. */
function Column({ deliverable, reading, neighbours, onTab, slots }: ColumnProps) {
  const { engagementId } = deliverable;
  const { title, latest, facts, text, article, control, citations } = reading;
  return (
    <div className="flex min-w-0 max-w-170 flex-1 flex-col print:max-w-none">
      <ReadingHead deliverable={deliverable} latest={latest} title={title} facts={facts} onOpen={onTab} />
      <div className="mb-6 empty:hidden print:hidden">{slots.staleNotice}</div>
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
      <NeighbourLinks engagementId={engagementId} neighbours={neighbours} />
      <div
        ref={stickToBottom}
        className="sticky bottom-0 z-20 mt-10 bg-linear-to-t from-60% from-surface to-transparent pt-6 pb-3 print:hidden"
      >
        {slots.review(<OpenPointsBar deliverable={deliverable} reading={reading} />)}
      </div>
    </div>
  );
}
