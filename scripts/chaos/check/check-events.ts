import type { Journal } from '../journal.ts';
import type { AcceptedDelivery } from '../system/webhook-receiver.ts';
import type { Finding } from './finding.ts';

/**
 * Checks that the receiver accepted each event of each completed run: the start, three documents and the end. A second
 * delivery of an event must be the same delivery, which a receiver recognises by its id.
 */
export function checkEvents(journal: Journal, accepted: readonly AcceptedDelivery[]): Finding[] {
  const byEvent = Map.groupBy(accepted, ({ event, data }) => `${event} ${data['runId']}`);
  return journal.runs.flatMap(({ runId, ended }) => {
    if (ended?.status !== 'completed') return [];
    const wanted = { 'engagement.started': 1, 'engagement.completed': 1, 'deliverable.ready': 3 };
    return Object.entries(wanted).flatMap(([event, count]): Finding[] => {
      const ids = new Set((byEvent.get(`${event} ${runId}`) ?? []).map(({ deliveryId }) => deliveryId));
      if (ids.size === count) return [];
      return [{ rule: 'every event delivered', detail: `${event} of run ${runId}: ${ids.size} instead of ${count}` }];
    });
  });
}
