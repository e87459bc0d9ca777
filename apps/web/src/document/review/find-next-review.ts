import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../base/api/client.ts';
import { deliverableListQuery, type FileProps } from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { policiesQuery } from '../../base/api/firm-queries.ts';
import { sessionQuery } from '../../base/session/session.ts';
import { reviewTexts } from '../../base/texts/review.ts';
import { signOffTexts } from '../../base/texts/sign-off.ts';
import { orderFiles } from '../versions.ts';
import type { findHindrance, SentReview } from './sign-off.ts';

/** The items of the queue to read; those of this engagement are passed over. */
const queuedAtMost = 50;

/**
 * Finds the next document to review: of the same engagement after this file, else the oldest of the
 * queue. What the reader has approved or may not approve is passed over.
 */
export async function findNextReview(
  queryClient: QueryClient,
  here: FileProps,
  hindranceOf: typeof findHindrance,
): Promise<FileProps | null> {
  const { engagementId } = here;
  const [{ deliverables, tasks }, listed, policies] = await Promise.all([
    queryClient.fetchQuery(engagementQuery(engagementId)),
    queryClient.fetchQuery(deliverableListQuery(engagementId)),
    queryClient.fetchQuery(policiesQuery),
  ]);
  const userId = queryClient.getQueryData(sessionQuery.queryKey)?.user?.id ?? '';
  const files = orderFiles(deliverables, tasks).filter(({ filename }) => !filename.startsWith('_'));
  const at = files.findIndex(({ filename }) => filename === here.filename);
  const own = [...files.slice(at + 1), ...files.slice(0, Math.max(0, at))].find(
    ({ filename, approvalStatus }) => {
      // The list begins with the newest version.
      const latest = listed.find((one) => one.filename === filename);
      const isHindered = latest && hindranceOf(latest, userId, policies.authorMayApprove) !== null;
      return approvalStatus === 'pending_review' && filename !== here.filename && !isHindered;
    },
  );
  if (own) return { engagementId, filename: own.filename };
  const { items } = await api.listQueue({ kind: 'review', limit: queuedAtMost });
  for (const item of items) {
    if (item.filename === null || item.engagementId === engagementId) continue;
    return { engagementId: item.engagementId, filename: item.filename };
  }
  return null;
}

/** Says what an approval has done: the version is approved, or has one approval more. */
export function describeSent(
  title: string,
  { approvalStatus, approvals, approvalsNeeded }: SentReview,
): string {
  if (approvalStatus === 'approved') return reviewTexts.approved(title);
  return signOffTexts.done(title, approvals.length, approvalsNeeded);
}
