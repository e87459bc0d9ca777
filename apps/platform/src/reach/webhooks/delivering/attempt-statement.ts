import { createId } from '@ecp/database/create-id';
import type { Statement } from '@ecp/database/statement';
import type { AttemptResult } from './post-delivery.ts';

interface Attempt {
  tenantId: string;
  endpointId: string;
  deliveryId: string;
  attempt: number;
}

/**
 * Makes the statement that adds an attempt to the history, after which it is not due any more. It does nothing when the
 * delivery was deleted meanwhile.
 */
export function attemptStatement(
  { tenantId, endpointId, deliveryId, attempt }: Attempt,
  { statusCode, responseBody, durationMs, error }: AttemptResult,
): Statement {
  return {
    name: 'record_webhook_attempt',
    text: `with delivery as (
        update platform.webhook_deliveries
          set attempts = greatest(attempts, $4), due_attempt = nullif(due_attempt, $4)
        where tenant_id = $2 and id = $3 returning id)
      insert into platform.webhook_attempts
        (id, tenant_id, endpoint_id, delivery_id, attempt, status_code, response_body, duration_ms, error)
      select $1, $2, $5, id, $4, $6, $7, $8, $9 from delivery on conflict do nothing`,
    values: [createId(), tenantId, deliveryId, attempt, endpointId, statusCode, responseBody, durationMs, error],
  };
}
