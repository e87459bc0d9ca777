import type { ReviewAction } from '@ecp/contract/work/deliverables';
import { Check, ChevronDown, PencilLine, RotateCcw, X } from 'lucide-react';
import type { Version, VersionReview } from '../../base/api/document-queries.ts';
import { formatAgo, formatMoment } from '../../base/format/format.ts';
import { reviewTexts } from '../../base/texts/review.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { Menu, MenuItem } from '../../base/ui/dialogs/menu.tsx';
import { AuthorBadge } from '../../shared/comments/author-badge.tsx';

const { actions } = reviewTexts;

/** Says who gave the last review, and when. */
export function LastReview({ review: { author, reviewedAt } }: { review: VersionReview }) {
  return (
    <>
      <time
        dateTime={reviewedAt}
        title={formatMoment(reviewedAt)}
        className="truncate text-muted text-sm"
      >
        {reviewTexts.by(author.name, formatAgo(reviewedAt))}
      </time>
      <AuthorBadge author={author} />
    </>
  );
}

export interface ReviewButtonsProps {
  version: Version;
  /** The element that says why the reader may not approve; undefined if they may. */
  hindranceId: string | undefined;
  onBegin: (action: ReviewAction) => void;
  onRerun: () => void;
  canRerun: boolean;
  pointCount: number;
  busy: boolean;
  /** False while the page loads the open conflicts: an approval asks first where there is one. */
  knowsOpen: boolean;
}

/** The buttons of a version with a verdict: to decide anew, or to run its task again. */
export function DecidedButtons(props: ReviewButtonsProps) {
  const { version, hindranceId, onBegin, onRerun, canRerun, pointCount, busy, knowsOpen } = props;
  const rerun = pointCount > 0 ? reviewTexts.rerunWithPoints(pointCount) : reviewTexts.rerun;
  const isAsked = version.approvalStatus === 'revision_requested';
  return (
    <>
      <Menu
        side="top"
        trigger={
          <Button disabled={busy || !knowsOpen}>
            {reviewTexts.changeDecision}
            <ChevronDown aria-hidden className="size-3.5" />
          </Button>
        }
      >
        {version.approvalStatus !== 'approved' && (
          <MenuItem
            icon={Check}
            label={actions.approve}
            disabled={hindranceId !== undefined}
            onSelect={() => onBegin('approve')}
          />
        )}
        <MenuItem
          icon={PencilLine}
          label={actions.request_revision}
          onSelect={() => onBegin('request_revision')}
        />
        {version.approvalStatus !== 'rejected' && (
          <MenuItem icon={X} label={actions.reject} onSelect={() => onBegin('reject')} />
        )}
      </Menu>
      <Button
        icon={RotateCcw}
        kind={isAsked ? 'primary' : 'secondary'}
        disabled={!canRerun || busy}
        onClick={onRerun}
      >
        {rerun}
      </Button>
    </>
  );
}
