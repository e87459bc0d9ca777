import type { Journal } from '../journal.ts';
import type { AcceptedDelivery } from '../system/webhook-receiver.ts';
import type { Finding } from './finding.ts';

/** How often each event of a run happens. A failed run has documents of the tasks that it completed. */
const wantedOf: Record<string, Record<string, number>> = {
  completed: { 'engagement.started': 1, 'engagement.completed': 1, 'deliverable.ready': 3 },
  failed: { 'engagement.started': 1, 'engagement.failed': 1 },
};

/**
 * Checks that the receiver accepted each event of each ended run, and the event of a document once for each document. A
 * second delivery of an event must be the same delivery, which a receiver recognises by its id.
 */
export function checkEvents(journal: Journal, accepted: readonly AcceptedDelivery[]): Finding[] {
  const byEvent = Map.groupBy(accepted, ({ event, data }) => `${event} ${data['runId']}`);
  return journal.runs.flatMap(({ runId, ended }) =>
    Object.entries(wantedOf[ended?.status ?? ''] ?? {}).flatMap(([event, count]): Finding[] => {
      const deliveries = byEvent.get(`${event} ${runId}`) ?? [];
      const ids = new Set(deliveries.map(({ deliveryId }) => deliveryId));
      const documents = new Set(deliveries.map(({ data }) => data['filename']));
      if (ids.size === count && documents.size === count) return [];
      const seen = `${ids.size} about ${documents.size} instead of ${count}`;
      return [{ rule: 'every event delivered', detail: `${event} of run ${runId}: ${seen}` }];
    }),
  );
}
