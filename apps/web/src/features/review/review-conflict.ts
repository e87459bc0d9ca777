import type { Version, VersionReview } from '../../domain/deliverables/queries.ts';

/** The version that a reviewer has seen, and its last review. */
export interface ReviewBasis {
  version: number;
  reviewedAt: string | null;
}

/** A change that the reviewer has not seen: a newer version, or another review of the same version. */
export type ReviewConflict = { kind: 'newer'; version: number } | { kind: 'reviewed'; review: VersionReview };

/** Returns what a reviewer of this version sees in the list of versions. */
export function reviewBasisOf(version: number, versions: readonly Version[]): ReviewBasis {
  const review = versions.find((entry) => entry.version === version)?.reviews[0];
  return { version, reviewedAt: review?.reviewedAt ?? null };
}

/**
 * Returns what the reviewer has not seen. A review applies to the latest version and replaces an earlier one (REV-2,
 * REV-3), so a reviewer must have seen both before sending one.
 */
export function findConflict(seen: ReviewBasis, versions: readonly Version[]): ReviewConflict | null {
  const [latest] = versions;
  if (latest && latest.version > seen.version) return { kind: 'newer', version: latest.version };
  const review = latest?.reviews[0];
  return review && review.reviewedAt !== seen.reviewedAt ? { kind: 'reviewed', review } : null;
}
