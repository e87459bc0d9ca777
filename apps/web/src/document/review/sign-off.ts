import { useQuery } from '@tanstack/react-query';
import type { Version } from '../../base/api/document-queries.ts';
import { policiesQuery } from '../../base/api/firm-queries.ts';
import { useSession } from '../../base/session/session.ts';

/**
 * Why somebody does not approve a version: their approval counts already, or they are the author
 * and may not.
 */
export type Hindrance = 'given' | 'author';

/** The state of a version after a review. */
export type SentReview = Pick<Version, 'approvalStatus' | 'approvals' | 'approvalsNeeded'>;

type SignedOff = SentReview & Pick<Version, 'authorId'>;

/** Tells why the reader does not approve the version; null if they may. */
export function useHindrance(version: SignedOff): Hindrance | null {
  const { user } = useSession();
  const isAuthor = version.authorId === user.id;
  const { data: policies } = useQuery({ ...policiesQuery, enabled: isAuthor });
  return findHindrance(version, user.id, policies?.authorMayApprove ?? true);
}

/**
 * Finds why a member does not approve a version. An approval below a number that was lowered since
 * is given again.
 */
export function findHindrance(
  { approvalStatus, approvals, approvalsNeeded, authorId }: SignedOff,
  userId: string,
  authorMayApprove: boolean,
): Hindrance | null {
  if (approvalStatus === 'approved') return null;
  if (!authorMayApprove && authorId === userId) return 'author';
  const isGiven = approvals.some(({ author }) => author.id === userId);
  return isGiven && approvals.length < approvalsNeeded ? 'given' : null;
}
