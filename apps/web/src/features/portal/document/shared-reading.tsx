import { useCallback, useRef, useState } from 'react';
import { ContentsBar } from '../../../domain/outline/contents-bar.tsx';
import { Outline } from '../../../domain/outline/outline.tsx';
import { useHeadings } from '../../../domain/outline/use-headings.ts';
import { SelectionButton } from '../../../domain/passage-comments/selection-button.tsx';
import { portalTexts } from '../../../texts/en/portal.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { classNames } from '../../../ui/class-names.ts';
import { stickToTop } from '../../../ui/layout/sticky-bar.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { CommentSheet, revealPassage } from '../comments/comment-sheet.tsx';
import { DocumentComments } from '../comments/document-comments.tsx';
import { usePassages } from '../comments/use-passages.ts';
import { ClientReviewDialog, type PortalAction } from '../decision/client-review-dialog.tsx';
import { ClientReviewPanel } from '../decision/client-review-panel.tsx';
import type { SharedDocument } from '../portal-client.ts';
import { usePortal } from '../portal-context.ts';
import { DocumentHead } from './document-head.tsx';
import { DocumentText } from './document-text.tsx';
import { NeighbourDocuments } from './neighbour-documents.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { PortalSource } from './portal-source.tsx';
import { useResumedReading } from './use-resumed-reading.ts';
import { useShownSource } from './use-shown-source.ts';

interface SharedReadingProps {
  document: SharedDocument;
  /** Id of the comment to show. */
  comment: string | undefined;
}

/**
 * Shows outline, text, decision and comments side by side. On narrow screens a bar at the top opens the outline, one at
 * the bottom has the decisions and opens the comments.
 */
export function SharedReading({ document, comment }: SharedReadingProps) {
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
        <div ref={stickToTop} className="sticky top-0 z-10 -mx-4 mb-6 border-t md:-mx-8 xl:hidden print:hidden">
          <ContentsBar headings={headings} />
        </div>
      )}
      <div className={classNames('gap-x-10 gap-y-8 print:block', isSourceShown ? 'flex max-[1199px]:block' : columns)}>
        <nav
          aria-label={readingTexts.outline.title}
          className={classNames(stickyColumn, 'hidden print:hidden', !isSourceShown && 'xl:block')}
        >
          <Outline headings={headings} />
        </nav>
        <div className="flex min-w-0 flex-1 flex-col gap-8">
          <DocumentHead document={document} />
          <div className="relative max-w-170 print:max-w-none">
            <DocumentText document={document} article={article} onSource={maySeeSources ? source.open : undefined} />
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
          {view.permissions.includes('approve') && <ClientReviewPanel document={document} onDecide={setDecided} />}
          {isWide && <DocumentComments document={document} passages={passages} onShow={revealPassage} />}
        </aside>
        <PortalSource document={document} article={article} source={source} />
      </div>
      {!isWide && !isSourceShown && (
        <>
          <PhoneBar document={document} onDecide={setDecided} onComments={comments.open} />
          <CommentSheet open={comments.isOpen} onClose={comments.close} document={document} passages={passages} />
        </>
      )}
      {decided && <ClientReviewDialog document={document} action={decided} onClose={() => setDecided(null)} />}
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
const stickyColumn = 'lg:-m-1 lg:sticky lg:top-14 lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:overflow-y-auto lg:p-1';
