import { ApiError } from '@ecp/contract/declaring/errors';
import type { WebhookDelivery, WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { afterCursor, createdMicrosColumn, nextCursorOf } from '../../kernel/lists.ts';
import { type AttemptRow, type EndpointRow, endpointColumns, toDelivery, toWebhook } from './webhook-rows.ts';

/** Length of a page when the client sends only a cursor. */
const defaultPage = 100;
/** Attempts in memory at once while a whole history is sent: at most 1.2 MB of text. */
const streamedPage = 200;

interface ListedAttempt extends AttemptRow {
  created_micros: string;
}

interface HistoryPage {
  deliveries: WebhookDelivery[];
  /** Null on the last page. */
  nextCursor: string | null;
}

interface FoundWebhook {
  webhook: WebhookEndpoint & { deliveries: WebhookDelivery[] };
  /** Cursor of the next page; null on the last. */
  nextCursor: string | null;
  /** The whole history as pieces of JSON text, if it was requested and has more than these deliveries. */
  rest: AsyncGenerator<string> | null;
}

/**
 * Returns an endpoint with its history, newest attempt first: the page for `limit` or `cursor`, else the whole history,
 * which is limited to 30 days (WEB-8). Error: `not_found`.
 */
export async function getWebhook(
  context: RequestContext,
  id: string,
  { limit, cursor }: { limit?: number; cursor?: string },
): Promise<FoundWebhook> {
  const { services, tenantId } = context;
  const isPaged = limit !== undefined || cursor !== undefined;
  const length = limit ?? (isPaged ? defaultPage : streamedPage);
  const [[found], rows] = await services.database.batchTenant<[EndpointRow, ListedAttempt]>(tenantId, [
    {
      name: 'get_webhook',
      text: `select ${endpointColumns} from platform.webhook_endpoints where tenant_id = $1 and id = $2`,
      values: [tenantId, id],
    },
    selectPage(tenantId, id, cursor, length),
  ]);
  if (!found) throw new ApiError('not_found');
  const endpoint = toWebhook(found);
  const page = toPage(rows, length);
  const rest = isPaged || page.nextCursor === null ? null : writeWhole(context, endpoint, page);
  return { webhook: { ...endpoint, deliveries: page.deliveries }, nextCursor: rest ? null : page.nextCursor, rest };
}

/** Writes the whole history with one statement per page, so that no transaction waits for a slow reader. */
async function* writeWhole(
  { services, tenantId }: RequestContext,
  endpoint: WebhookEndpoint,
  firstPage: HistoryPage,
): AsyncGenerator<string> {
  const head = JSON.stringify({ webhook: { ...endpoint, deliveries: [] } });
  const end = ']}}';
  yield head.slice(0, -end.length);
  for (let page = firstPage, comma = ''; ; comma = ',') {
    for (const delivery of page.deliveries) {
      yield comma + JSON.stringify(delivery);
      comma = ',';
    }
    if (page.nextCursor === null) break;
    const statement = selectPage(tenantId, endpoint.id, page.nextCursor, streamedPage);
    const [rows] = await services.database.batchTenant(tenantId, [statement]);
    page = toPage(rows, streamedPage);
  }
  yield end;
}

/** Selects the rows of a page, and one more if another page follows. */
function selectPage(
  tenantId: string,
  id: string,
  cursor: string | undefined,
  length: number,
): Statement<ListedAttempt> {
  const values: unknown[] = [tenantId, id];
  const place = (value: unknown) => `$${values.push(value)}`;
  const behind = cursor === undefined ? '' : `and ${afterCursor(cursor, place)}`;
  return {
    name: `list_webhook_attempts${cursor === undefined ? '' : ' cursor'}`,
    text: `select a.*, d.event from (
        select id, delivery_id, status_code, response_body, duration_ms, error, attempt, created_at,
          ${createdMicrosColumn}
        from platform.webhook_attempts where tenant_id = $1 and endpoint_id = $2 ${behind}
        order by created_at desc, id desc limit ${place(length + 1)}) a
      join platform.webhook_deliveries d on d.tenant_id = $1 and d.id = a.delivery_id
      order by a.created_at desc, a.id desc`,
    values,
  };
}

function toPage(found: readonly ListedAttempt[], length: number): HistoryPage {
  const rows = found.slice(0, length);
  return { deliveries: rows.map(toDelivery), nextCursor: nextCursorOf(rows, found.length > length) };
}
