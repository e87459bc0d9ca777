import type { Version, VersionReview } from '../../domain/deliverables/queries.ts';

/** What a reviewer had before their eyes: the version, and the last review of it. */
export interface ReviewBasis {
  version: number;
  reviewedAt: string | null;
}

/** What came meanwhile: a newer version, or somebody else's review of the same one. */
export type ReviewConflict = { kind: 'newer'; version: number } | { kind: 'reviewed'; review: VersionReview };

/** What a reviewer sees who is shown these versions. */
export function reviewBasisOf(version: number, versions: readonly Version[]): ReviewBasis {
  const review = versions.find((entry) => entry.version === version)?.reviews[0];
  return { version, reviewedAt: review?.reviewedAt ?? null };
}

/**
 * What a review would not know of. A review applies to the latest version and replaces an earlier one (REV-2, REV-3),
 * so nobody should send one without having seen both.
 */
export function findConflict(seen: ReviewBasis, versions: readonly Version[]): ReviewConflict | null {
  const [latest] = versions;
  if (latest && latest.version > seen.version) return { kind: 'newer', version: latest.version };
  const review = latest?.reviews[0];
  return review && review.reviewedAt !== seen.reviewedAt ? { kind: 'reviewed', review } : null;
}
