import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { FileProps } from '../../api/document-queries.ts';
import { engagementQuery } from '../../api/engagement-queries.ts';
import { isApprovalHeld } from '../../approvals/held-approvals.ts';
import { orderFiles } from '../versions.ts';

/** The items of the queue to read: more than a person can approve within the time to take an approval back. */
const queuedAtMost = 50;

/**
 * Finds the next document that waits for a review: of the same engagement in the order of its tasks, after its last
 * file from the first on, then the oldest of the person's queue (REV-22). Null if nothing else waits.
 */
export async function findNextReview(queryClient: QueryClient, here: FileProps): Promise<FileProps | null> {
  const { engagementId } = here;
  const { deliverables, tasks } = await queryClient.fetchQuery(engagementQuery(engagementId));
  const files = orderFiles(deliverables, tasks).filter(({ filename }) => !filename.startsWith('_'));
  const at = files.findIndex(({ filename }) => filename === here.filename);
  const waits = (file: FileProps) => file.filename !== here.filename && !isApprovalHeld(file);
  const own = [...files.slice(at + 1), ...files.slice(0, Math.max(0, at))]
    .filter(({ approvalStatus }) => approvalStatus === 'pending_review')
    .map(({ filename }) => ({ engagementId, filename }))
    .find(waits);
  if (own) return own;
  const { items } = await api.listQueue({ kind: 'review', limit: queuedAtMost });
  for (const item of items) {
    if (item.filename === null) continue;
    const file = { engagementId: item.engagementId, filename: item.filename };
    if (item.engagementId !== engagementId && !isApprovalHeld(file)) return file;
  }
  return null;
}
