import { ApiError } from '@ecp/contract/declaring/errors';
import type { WebhookDelivery, WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import type { Transaction } from '@ecp/database/database';

/** The columns of an endpoint that are shown, never its secrets. */
export const endpointColumns = 'id, url, events, enabled, description, created_at';
/** A row of these columns. */
export interface EndpointRow {
  id: string;
  url: string;
  events: string[];
  enabled: boolean;
  description: string;
  created_at: Date;
}

/** An attempt with the event of its delivery. */
export interface AttemptRow {
  id: string;
  delivery_id: string;
  event: string;
  status_code: number | null;
  response_body: string | null;
  duration_ms: number;
  error: string | null;
  attempt: number;
  created_at: Date;
}

/** Converts an endpoint's row to the wire form. */
export function toWebhook({ id, url, events, enabled, description, created_at }: EndpointRow): WebhookEndpoint {
  return { id, url, events, enabled, description, createdAt: created_at.toISOString() };
}

/** Converts an attempt's row to the wire form. */
export function toDelivery(row: AttemptRow): WebhookDelivery {
  return {
    id: row.id,
    deliveryId: row.delivery_id,
    event: row.event,
    statusCode: row.status_code,
    responseBody: row.response_body,
    durationMs: row.duration_ms,
    error: row.error,
    attempt: row.attempt,
    createdAt: row.created_at.toISOString(),
  };
}

/** Reads an endpoint and locks it against other writers. Error: `not_found`. */
export async function lockWebhook(tx: Transaction, tenantId: string, id: string): Promise<EndpointRow> {
  const { rows } = await tx.query<EndpointRow>({
    name: 'lock_webhook',
    text: `select ${endpointColumns} from platform.webhook_endpoints where tenant_id = $1 and id = $2
      for no key update`,
    values: [tenantId, id],
  });
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  return row;
}
