import { AuthorBadge } from '../../../domain/authors/author-badge.tsx';
import { NoteAnswerList } from '../../../domain/deliverables/note-answer-list.tsx';
import type { Version, VersionReview } from '../../../domain/deliverables/queries.ts';
import { formatAgo, formatMoment } from '../../../format/format.ts';
import { reviewTexts } from '../../../texts/en/review.ts';
import { ReviewNotes } from '../points/review-notes.tsx';

const texts = reviewTexts.history;

interface VersionReviewsProps {
  version: Version;
  after: Version | undefined;
}

/** Lists the reviews of a version, newest first, and how the next version met their points. */
export function VersionReviews({ version, after }: VersionReviewsProps) {
  const { reviews } = version;
  if (reviews.length === 0) return null;
  const hasNotes = reviews.some(({ notes }) => notes !== null);
  return (
    <div className="flex flex-col gap-3 border-l-2 pl-4">
      {reviews.map((review) => (
        <OneReview key={review.reviewedAt} review={review} />
      ))}
      {hasNotes && after && <MetPoints version={after} />}
    </div>
  );
}

function OneReview({ review: { action, notes, author, reviewedAt, overrideReason } }: { review: VersionReview }) {
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
      {overrideReason !== null && (
        <p className="wrap-anywhere text-sm text-warn">{reviewTexts.openCitations.overridden(overrideReason)}</p>
      )}
    </div>
  );
}

/** Shows how the next version met the points of the reviewed one. */
function MetPoints({ version: { version, noteAnswers } }: { version: Version }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded font-medium text-accent-text text-sm">
        {texts.answeredBy(version)}
      </summary>
      <div className="pt-2">
        {noteAnswers.length === 0 ? (
          <p className="text-muted text-sm">{texts.noAnswers}</p>
        ) : (
          <NoteAnswerList answers={noteAnswers} />
        )}
      </div>
    </details>
  );
}
