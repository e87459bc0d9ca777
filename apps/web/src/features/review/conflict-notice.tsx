import type { ReviewAction } from '@ecp/contract/work/deliverables';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { AuthorBadge } from '../../domain/authors/author-badge.tsx';
import type { FileProps } from '../../domain/deliverables/version-props.ts';
import { formatAgo } from '../../format/format.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { ReviewNotes } from './points/review-notes.tsx';
import type { ReviewConflict } from './review-conflict.ts';

const texts = reviewTexts.conflict;

interface ConflictNoticeProps extends FileProps {
  conflict: ReviewConflict;
  action: ReviewAction;
  /** Sends the review despite the conflict; undefined if there is nothing to send yet. */
  onReplace: (() => void) | undefined;
  onLeave: () => void;
}

/** Explains a conflict with the review in progress and offers ways to resolve it. The typed text is preserved. */
export function ConflictNotice({ engagementId, filename, conflict, action, onReplace, onLeave }: ConflictNoticeProps) {
  const notes = conflict.kind === 'reviewed' ? conflict.review.notes : null;
  return (
    <div role="alert" className="flex gap-3 rounded-lg bg-warn-soft p-3 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {tell(conflict)} {conflict.kind === 'reviewed' && <AuthorBadge author={conflict.review.author} />}
        </p>
        <p className="text-sm">{conflict.kind === 'newer' ? texts.newerAdvice : texts.reviewedAdvice}</p>
        {notes !== null && (
          <details className="mt-2 text-sm">
            <summary className="w-fit cursor-pointer rounded">{texts.theirNotes}</summary>
            <ReviewNotes notes={notes} />
          </details>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          {conflict.kind === 'newer' ? (
            <Link
              to="/engagements/$engagementId/deliverables/$filename"
              params={{ engagementId, filename }}
              search={{ version: String(conflict.version) }}
              className={buttonStyle('secondary', 'small', 'text-ink')}
            >
              {reviewTexts.openLatest}
            </Link>
          ) : (
            onReplace && (
              <Button size="small" className="text-ink" onClick={onReplace}>
                {texts.replace[action]}
              </Button>
            )
          )}
          <Button size="small" className="text-ink" onClick={onLeave}>
            {texts.leave}
          </Button>
        </div>
      </div>
    </div>
  );
}

function tell(conflict: ReviewConflict): string {
  if (conflict.kind === 'newer') return texts.newer(conflict.version);
  const { author, action, reviewedAt } = conflict.review;
  return texts.reviewed(author.name, reviewTexts.did[action], formatAgo(reviewedAt));
}
