import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAgo, formatMoment } from '../../../format/format.ts';
import { reviewTexts } from '../../../texts/en/review.ts';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { deliverableQuery, type Version, type VersionReview } from '../../../domain/deliverables/queries.ts';
import { AnswerList } from '../../../domain/deliverables/answer-list.tsx';
import { readAnswers } from '../../../domain/deliverables/answers.ts';
import { AuthorBadge } from '../author-badge.tsx';
import { ReviewNotes } from '../points/review-notes.tsx';
import type { FileProps, VersionProps } from '../../../domain/deliverables/version-props.ts';

const texts = reviewTexts.history;

interface VersionReviewsProps extends FileProps {
  version: Version;
  after: Version | undefined;
}

/** Who decided what about a version, newest first, and how the version after it met the points. */
export function VersionReviews({ engagementId, filename, version, after }: VersionReviewsProps) {
  const { reviews } = version;
  if (reviews.length === 0) return null;
  const hasNotes = reviews.some(({ notes }) => notes !== null);
  return (
    <div className="flex flex-col gap-3 border-l-2 pl-4">
      {reviews.map((review) => (
        <OneReview key={review.reviewedAt} review={review} />
      ))}
      {hasNotes && after && <MetPoints engagementId={engagementId} filename={filename} version={after.version} />}
    </div>
  );
}

function OneReview({ review: { action, notes, author, reviewedAt } }: { review: VersionReview }) {
  return (
    <div className="flex flex-col gap-1">
      <p>
        <span className="font-medium">{reviewTexts.done[action]}</span>{' '}
        <time dateTime={reviewedAt} title={formatMoment(reviewedAt)} className="text-muted text-sm">
          {reviewTexts.by(author.name, formatAgo(reviewedAt))}
        </time>{' '}
        <AuthorBadge author={author} />
      </p>
      {notes !== null && <ReviewNotes notes={notes} />}
    </div>
  );
}

/** The answers stand in the text of the next version, which is read only when they are asked for. */
function MetPoints({ engagementId, filename, version }: VersionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const query = useQuery({ ...deliverableQuery(engagementId, filename, version), enabled: isOpen });
  const answers = query.data ? readAnswers(query.data.content) : [];
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded font-medium text-accent-text text-sm">
        {texts.answeredBy(version)}
      </summary>
      <div className="pt-2">
        {isOpen && query.isPending && <SkeletonRows rows={1} className="h-6 w-full" />}
        {query.data && answers.length === 0 && <p className="text-muted text-sm">{texts.noAnswers}</p>}
        {answers.length > 0 && <AnswerList answers={answers} />}
      </div>
    </details>
  );
}
