import { type Author, type AuthorKind, displayNameOf } from '@ecp/contract/values/authors';

/** The columns of platform.deliverables that name the author of the latest review. All are null when there is none. */
export interface ReviewerColumns {
  reviewer_kind: AuthorKind | null;
  reviewer_id: string | null;
  reviewer_name: string | null;
}

/** The columns for select lists. */
export const reviewerColumns = 'reviewer_kind, reviewer_id, reviewer_name';

/** Turns the columns into the wire form: the author, and the name that pages show (DEL-1, REV-14). */
export function toReviewer(row: ReviewerColumns): { reviewedBy: string | null; reviewAuthor: Author | null } {
  const { reviewer_kind: kind, reviewer_id: id, reviewer_name: name } = row;
  if (kind === null || name === null) return { reviewedBy: null, reviewAuthor: null };
  const reviewAuthor = { kind, id, name };
  return { reviewedBy: displayNameOf(reviewAuthor), reviewAuthor };
}
