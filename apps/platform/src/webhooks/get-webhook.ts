import { ApiError } from '@ecp/contract/errors';
import type { WebhookDelivery, WebhookEndpoint } from '@ecp/contract/webhooks';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../context.ts';
import { afterCursor, createdMicrosColumn, nextCursorOf } from '../paging/page-cursor.ts';
import { type AttemptRow, type EndpointRow, endpointColumns, toDelivery, toWebhook } from './webhook-rows.ts';

/** Length of a page when the client names none. */
const defaultPage = 100;

interface HistoryPage {
  webhook: WebhookEndpoint & { deliveries: WebhookDelivery[] };
  /** Null on the last page. */
  nextCursor: string | null;
}

/** An endpoint with its history, newest attempt first (specification, Webhooks). Error: `not_found`. */
export async function getWebhook(
  { services, tenantId }: RequestContext,
  id: string,
  { limit = defaultPage, cursor }: { limit?: number; cursor?: string },
): Promise<HistoryPage> {
  const [[endpoint] = [], found = []] = await services.database.batchTenant(tenantId, [
    {
      name: 'get_webhook',
      text: `select ${endpointColumns} from platform.webhook_endpoints where tenant_id = $1 and id = $2`,
      values: [tenantId, id],
    },
    selectPage(tenantId, id, cursor, limit + 1),
  ]);
  if (!endpoint) throw new ApiError('not_found');
  const rows = found.slice(0, limit) as (AttemptRow & { created_micros: string })[];
  const webhook = { ...toWebhook(endpoint as EndpointRow), deliveries: rows.map(toDelivery) };
  return { webhook, nextCursor: nextCursorOf(rows, found.length > limit) };
}

function selectPage(tenantId: string, id: string, cursor: string | undefined, rows: number): Statement {
  const values: unknown[] = [tenantId, id];
  const place = (value: unknown) => `$${values.push(value)}`;
  const behind = cursor === undefined ? '' : `and ${afterCursor(cursor, place)}`;
  return {
    name: `list_webhook_attempts${cursor === undefined ? '' : ' cursor'}`,
    text: `select a.*, d.event from (
        select id, delivery_id, status_code, response_body, duration_ms, error, attempt, created_at,
          ${createdMicrosColumn}
        from platform.webhook_attempts where tenant_id = $1 and endpoint_id = $2 ${behind}
        order by created_at desc, id desc limit ${place(rows)}) a
      join platform.webhook_deliveries d on d.tenant_id = $1 and d.id = a.delivery_id
      order by a.created_at desc, a.id desc`,
    values,
  };
}
