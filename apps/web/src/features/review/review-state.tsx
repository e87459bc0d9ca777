import { AuthorBadge } from '../../domain/authors/author-badge.tsx';
import type { Version } from '../../domain/deliverables/queries.ts';
import { formatAgo, formatMoment } from '../../format/format.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { ApprovalBadge } from '../../ui/states/status-badge.tsx';

interface ReviewStateProps {
  version: Version;
  /** The approval status that a pending review will set. */
  expected: Version['approvalStatus'] | undefined;
}

/** Shows the approval status of a version, and who set it when. */
export function ReviewState({ version, expected }: ReviewStateProps) {
  const [review] = version.reviews;
  return (
    <div aria-live="polite" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="figures whitespace-nowrap font-medium">{reviewTexts.version(version.version)}</span>
      <ApprovalBadge status={expected ?? version.approvalStatus} />
      {review && !expected ? (
        <>
          <time
            dateTime={review.reviewedAt}
            title={formatMoment(review.reviewedAt)}
            className="truncate text-muted text-sm"
          >
            {reviewTexts.by(review.author.name, formatAgo(review.reviewedAt))}
          </time>
          <AuthorBadge author={review.author} />
        </>
      ) : (
        !expected && <span className="hidden text-muted text-sm @4xl:inline">{reviewTexts.waiting}</span>
      )}
    </div>
  );
}
