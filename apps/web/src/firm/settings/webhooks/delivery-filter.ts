import type { WebhookDelivery } from '@ecp/contract/reach/webhooks';

export interface DeliveryFilter {
  state?: 'delivered' | 'failed';
  event?: string;
}

export function matchesFilter(attempt: WebhookDelivery, { state, event }: DeliveryFilter): boolean {
  if (event !== undefined && attempt.event !== event) return false;
  return state === undefined || hasArrived(attempt) === (state === 'delivered');
}

export function readDeliveryFilter(search: Record<string, unknown>): DeliveryFilter {
  const { state, event } = search;
  return {
    ...(state === 'delivered' || state === 'failed' ? { state } : {}),
    ...(typeof event === 'string' && event !== '' ? { event } : {}),
  };
}

/** Returns whether an attempt succeeded: its status is 2xx (docs/requirements/webhooks.md). */
export const hasArrived = ({ statusCode }: { statusCode: number | null }): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;
