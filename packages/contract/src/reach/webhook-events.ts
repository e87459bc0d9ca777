import type { Static } from 'typebox';
import type { webhookPayloads } from './webhook-payloads.ts';

type Payloads = typeof webhookPayloads;

/** The events of webhooks, with the `data` of each. */
export type EventData = { [Name in keyof Payloads]: Static<Payloads[Name]['data']> };
export type EventName = keyof EventData;

/** One entry for each payload. A payload without an entry does not compile. */
const subscribable = {
  'engagement.started': true,
  'engagement.completed': true,
  'engagement.failed': true,
  'deliverable.ready': true,
  'deliverable.approved': true,
  'deliverable.revision_requested': true,
  'deliverable.rejected': true,
  'comment.created': true,
  'deliverable.reviewed': true,
  'portal.comment_received': true,
  'question.asked': true,
  'question.answered': true,
  'update.proposed': true,
  'grid.completed': true,
  'quality.scored': true,
  'pattern_analysis.completed': true,
  'account.deletion_requested': true,
  'attachment.uploaded': true,
  'report.generated': true,
} satisfies Record<EventName, true>;
/** The names of the events. */
export const webhookEvents = Object.keys(subscribable) as readonly EventName[];
