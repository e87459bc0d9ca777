import type { EventData, EventName } from '@ecp/contract/reach/webhook-events';
import type { Transaction } from '@ecp/database/database';
import { recordEvent } from '../../kernel/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import type { EngagementState } from '../engagements/engagement-rows.ts';
import { quoteClient, recordClientWord } from '../notices/record-client-word.ts';

type Reviewed = EventData['deliverable.reviewed'];

/** The events of one action, each with the same data. */
export type ReviewEvent = Extract<
  EventName,
  'deliverable.approved' | 'deliverable.revision_requested' | 'deliverable.rejected'
>;

/**
 * Sends the events of a review, and tells the team what a client decided (WEB-30, NOT-5).
 * @param event null for a client's decision that changes no approval status
 */
export async function announceReview(
  tx: Transaction,
  services: Services,
  engagement: EngagementState,
  { reviewId, event, reviewed }: { reviewId: string; event: ReviewEvent | null; reviewed: Reviewed },
): Promise<void> {
  const { tenant_id: tenantId, id: engagementId, name: engagementName } = engagement;
  const { action, ...data } = reviewed;
  if (event) await recordEvent(tx, services, tenantId, event, data);
  await recordEvent(tx, services, tenantId, 'deliverable.reviewed', reviewed);
  const { author, filename, version, notes } = reviewed;
  if (author.kind !== 'client') return;
  await recordClientWord(tx, services, tenantId, {
    ...{ kind: 'client_decision', data: { filename, version, action, ...quoteClient(author.name, notes) } },
    ...{ engagementId, engagementName, cause: reviewId },
  });
}
