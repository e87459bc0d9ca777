import type { WebhookDelivery } from '@ecp/contract/reach/webhooks';
import { hasArrived } from './has-arrived.ts';

/** What the history is narrowed to; stands in the address. */
export interface DeliveryFilter {
  state?: 'delivered' | 'failed';
  event?: string;
}

/** Whether an attempt is of the kind that is looked for. */
export function matches(attempt: WebhookDelivery, { state, event }: DeliveryFilter): boolean {
  if (event !== undefined && attempt.event !== event) return false;
  return state === undefined || hasArrived(attempt) === (state === 'delivered');
}

/** Reads the filter from an address; what is none narrows nothing. */
export function readDeliveryFilter(search: Record<string, unknown>): DeliveryFilter {
  const { state, event } = search;
  return {
    ...(state === 'delivered' || state === 'failed' ? { state } : {}),
    ...(typeof event === 'string' && event !== '' ? { event } : {}),
  };
}
