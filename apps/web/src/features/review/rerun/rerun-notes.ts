import type { VersionReview } from '../../../domain/deliverables/queries.ts';
import { readPoints } from '../points/points.ts';

/** Older reviews do not reach a rerun. */
const maxReviews = 20;

/** The points that a rerun gets: those of the newest reviews of the latest version, since its last approval. */
export function listRerunPoints(reviews: readonly VersionReview[]): string[] {
  const approvedAt = reviews.findIndex(({ action }) => action === 'approve');
  const counted = reviews.slice(0, approvedAt < 0 ? maxReviews : Math.min(maxReviews, approvedAt));
  return counted.flatMap(({ notes }) => (notes === null ? [] : readPoints(notes)));
}
