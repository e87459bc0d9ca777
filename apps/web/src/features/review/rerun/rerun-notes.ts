import type { VersionReview } from '../../../domain/deliverables/queries.ts';
import { readPoints } from '../points/points.ts';

/** A rerun does not get older reviews. */
const maxReviews = 20;

/** Returns the points that a rerun gets: those of the latest version's newest reviews since the last approval. */
export function listRerunPoints(reviews: readonly VersionReview[]): string[] {
  const approvedAt = reviews.findIndex(({ action }) => action === 'approve');
  const counted = reviews.slice(0, approvedAt < 0 ? maxReviews : Math.min(maxReviews, approvedAt));
  return counted.flatMap(({ notes }) => (notes === null ? [] : readPoints(notes)));
}
