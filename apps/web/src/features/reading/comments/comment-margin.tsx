import { type RefObject, useMemo } from 'react';
import type { Comment } from '../../../domain/comments/queries.ts';
import type { Deliverable } from '../../../domain/deliverables/queries.ts';
import { MarginColumn, type MarginEntry } from '../../../domain/passage-comments/margin-column.tsx';
import { commentTexts } from '../../../texts/en/documents/comments.ts';
import { CommentComposer } from './comment-composer.tsx';
import { TeamThread } from './team-thread.tsx';
import type { Commenting } from './use-commenting.ts';

interface CommentMarginProps {
  deliverable: Deliverable;
  article: RefObject<HTMLElement | null>;
  isLatest: boolean;
  commenting: Commenting;
  /** The place of the passage of the comment that is being written. */
  composed: readonly Range[];
  /** Length of the text. */
  letters: number;
}

/** A thread, or the composer without one. */
interface Entry extends MarginEntry {
  comment: Comment | null;
}

const composerKey = 'composer';
const estimatedPx = { thread: 110, line: 24, composer: 150 };
/** Beyond one comment in this many letters, most comments are one line each, so that a page has room for them. */
const lettersPerThread = 250;
/** So few have room beside a text of any length. */
const few = 20;

/** The open comments beside their passages, with the composer at its own (CMT-16). */
export function CommentMargin(props: CommentMarginProps) {
  const { deliverable, article, isLatest, commenting, composed, letters } = props;
  const { placed, active, composing } = commenting;
  // A resolved thread is shown while it is active. The list stays the same while open ones become active.
  const resolved = placed.find(({ comment: { id, status } }) => id === active && status === 'resolved')?.comment.id;
  const shown = useMemo(
    () => placed.filter(({ comment: { id, status } }) => status === 'open' || id === resolved),
    [placed, resolved],
  );
  const isDense = shown.length > few && shown.length * lettersPerThread > letters;
  const entries = useMemo(() => {
    const threads = shown.map(
      ({ comment, ranges }): Entry => ({
        ...{ key: comment.id, comment, ranges },
        estimatedPx: isDense ? estimatedPx.line : estimatedPx.thread,
      }),
    );
    const [first, ...others] = composed;
    if (!first) return threads;
    const behind = threads.findIndex(
      ({ ranges: [range] }) => range.compareBoundaryPoints(Range.START_TO_START, first) > 0,
    );
    const composer: Entry = {
      ...{ key: composerKey, comment: null, ranges: [first, ...others] },
      estimatedPx: estimatedPx.composer,
    };
    return threads.toSpliced(behind === -1 ? threads.length : behind, 0, composer);
  }, [shown, isDense, composed]);
  return (
    <MarginColumn
      label={commentTexts.title}
      article={article}
      entries={entries}
      active={composing?.passage ? composerKey : active}
      gapPx={isDense ? 2 : 8}
      render={({ comment }) =>
        comment ? (
          <TeamThread
            deliverable={deliverable}
            isLatest={isLatest}
            comment={comment}
            commenting={commenting}
            isDense={isDense}
          />
        ) : (
          <CommentComposer deliverable={deliverable} commenting={commenting} />
        )
      }
      className="w-64 shrink-0 print:hidden"
    />
  );
}
