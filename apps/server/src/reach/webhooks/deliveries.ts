import { ApiError } from '@ecp/contract/declaring/errors';
import type {
  PingResult,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
} from '@ecp/contract/reach/webhooks';
import { createId } from '@ecp/database/create-id';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { afterCursor, createdMicrosColumn, cutPage } from '../../kernel/lists.ts';
import { insertDelivery } from '../../kernel/outbox.ts';
import { purgeOldRows } from '../../kernel/sql.ts';
import { attemptStatement, isGone, postDelivery } from './delivering.ts';
import { disableGoneEndpoint } from './gone-endpoints.ts';
import { decryptSecrets, selectSecrets } from './secrets.ts';
import {
  type AttemptRow,
  type EndpointRow,
  endpointColumns,
  lockWebhook,
  toDelivery,
  toWebhook,
} from './webhooks.ts';

/** Length of a page when the client sends only a cursor. */
const defaultPage = 100;
/** Attempts in memory at once while a whole history is sent: at most 1.2 MB of text. */
const streamedPage = 200;

interface ListedAttempt extends AttemptRow {
  created_micros: string;
}

interface HistoryPage {
  deliveries: WebhookDelivery[];
  nextCursor: string | null;
}

interface FoundWebhook {
  webhook: WebhookEndpoint & { deliveries: WebhookDelivery[] };
  nextCursor: string | null;
  /**
   * The whole history as pieces of JSON text, if it was requested and has more than these
   * deliveries.
   */
  rest: AsyncGenerator<string> | null;
}

/**
 * Returns an endpoint with its history, newest first: a page, else all of 30 days. Error:
 * `not_found`.
 */
export async function getWebhook(
  context: RequestContext,
  id: string,
  { limit, cursor }: { limit?: number; cursor?: string },
): Promise<FoundWebhook> {
  const { services, tenantId } = context;
  const isPaged = limit !== undefined || cursor !== undefined;
  const length = limit ?? (isPaged ? defaultPage : streamedPage);
  const [[found], rows] = await services.database.batchTenant<[EndpointRow, ListedAttempt]>(
    tenantId,
    [
      {
        name: 'get_webhook',
        text: `select ${endpointColumns} from platform.webhook_endpoints where tenant_id = $1 and id = $2`,
        values: [tenantId, id],
      },
      selectPage(tenantId, id, cursor, length),
    ],
  );
  if (!found) throw new ApiError('not_found');
  const endpoint = toWebhook(found);
  const page = toPage(rows, length);
  const rest = isPaged || page.nextCursor === null ? null : writeWhole(context, endpoint, page);
  return {
    webhook: { ...endpoint, deliveries: page.deliveries },
    nextCursor: rest ? null : page.nextCursor,
    rest,
  };
}

/**
 * Writes the whole history with one statement per page, so that no transaction waits for a slow
 * reader.
 */
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
  const { rows, nextCursor } = cutPage(found, length);
  return { deliveries: rows.map(toDelivery), nextCursor };
}

/** Bounds the response, because redeliveries can add any number of attempts. */
const newestAttempts = 100;

interface DeliveryRow {
  id: string;
  event: string;
  body: string;
  due_attempt: number | null;
  created_at: Date;
}

/**
 * Returns a delivery with its text and newest attempts, by its id or an attempt's. Error:
 * `not_found`.
 */
export async function getWebhookDelivery(
  { services, tenantId }: RequestContext,
  endpointId: string,
  named: string,
): Promise<WebhookDeliveryDetail> {
  const values = [tenantId, endpointId, named];
  const isNamed = `(d.id = $3 or d.id = (
    select delivery_id from platform.webhook_attempts where tenant_id = $1 and endpoint_id = $2 and id = $3))`;
  const [[found], attempts] = await services.database.batchTenant<[DeliveryRow, AttemptRow]>(
    tenantId,
    [
      {
        name: 'get_webhook_delivery',
        text: `select id, event, body, due_attempt, created_at from platform.webhook_deliveries d
        where tenant_id = $1 and endpoint_id = $2 and ${isNamed}`,
        values,
      },
      {
        name: 'list_attempts_of_delivery',
        text: `select a.id, a.delivery_id, d.event, a.status_code, a.response_body, a.duration_ms, a.error, a.attempt,
          a.created_at
        from platform.webhook_deliveries d
        join platform.webhook_attempts a on a.tenant_id = d.tenant_id and a.delivery_id = d.id
        where d.tenant_id = $1 and d.endpoint_id = $2 and ${isNamed}
        order by a.attempt desc limit ${newestAttempts}`,
        values,
      },
    ],
  );
  if (!found) throw new ApiError('not_found');
  const { id, event, body, due_attempt: dueAttempt, created_at } = found;
  const createdAt = created_at.toISOString();
  return { id, event, payload: body, dueAttempt, createdAt, attempts: attempts.map(toDelivery) };
}

interface Redelivered {
  id: string;
  engagement_id: string | null;
  attempt: number;
}

/**
 * Delivers an event again with the same id in place of a waiting retry; `named` is its id or an
 * attempt's. Errors: `not_found`, also where the endpoint's maker does not see the engagement, and
 * `webhook_disabled`.
 */
export async function redeliverWebhook(
  context: RequestContext,
  endpointId: string,
  named: string,
): Promise<{ success: boolean; deliveryId: string }> {
  const { services, tenantId } = context;
  return context.commit(async (tx) => {
    const { enabled, created_by: madeBy } = await lockWebhook(tx, tenantId, endpointId);
    const { rows } = await tx.query<Redelivered>({
      name: 'redeliver_webhook',
      text: `update platform.webhook_deliveries d
        set due_attempt = greatest(attempts, due_attempt) + 1, first_attempt = greatest(attempts, due_attempt) + 1
        where tenant_id = $1 and endpoint_id = $2 and platform.user_sees_engagement($4, engagement_id) and (id = $3 or id = (
          select delivery_id from platform.webhook_attempts where tenant_id = $1 and endpoint_id = $2 and id = $3))
        returning id, engagement_id, first_attempt as attempt`,
      values: [tenantId, endpointId, named, madeBy],
    });
    const [delivery] = rows;
    if (!delivery) throw new ApiError('not_found');
    if (!enabled) throw new ApiError('webhook_disabled');
    const { id: deliveryId, attempt, engagement_id: engagementId } = delivery;
    const work = { tenantId, deliveryId, attempt };
    await services.durable.enqueue(tx, 'deliverWebhook', `${deliveryId}:${attempt}`, work, {
      partition: endpointId,
    });
    const metadata = { deliveryId, ...(engagementId === null ? {} : { engagementId }) };
    await recordAudit(tx, context, {
      action: 'webhook.redeliver',
      resourceType: 'webhook',
      resourceId: endpointId,
      metadata,
    });
    return { success: true, deliveryId };
  });
}

/**
 * Sends `ping` once, even to a disabled endpoint, and records the result; it precedes waiting
 * deliveries, as a person waits. Error: `not_found`.
 */
export function testWebhook(context: RequestContext, endpointId: string): Promise<PingResult> {
  const { services, tenantId } = context;
  return services.deliverySemaphore.run(
    [tenantId, endpointId],
    () => sendPing(context, endpointId),
    { first: true },
  );
}

async function sendPing(context: RequestContext, endpointId: string): Promise<PingResult> {
  const { services, tenantId } = context;
  const deliveryId = createId();
  const now = services.clock.now();
  const event = 'ping';
  const ping = await context.transaction(async (tx) => {
    const { url } = await lockWebhook(tx, tenantId, endpointId);
    const data = { webhookId: endpointId };
    const body = await insertDelivery(tx, {
      tenantId,
      deliveryId,
      endpointId,
      event,
      data,
      now,
      dueAttempt: null,
    });
    const { rows } = await tx.query(selectSecrets(tenantId, endpointId, now));
    const sealed = rows.map((row) => row.sealed);
    await recordAudit(tx, context, {
      action: 'webhook.test',
      resourceType: 'webhook',
      resourceId: endpointId,
    });
    return { url, body, secrets: decryptSecrets(services.keys, endpointId, sealed) };
  });
  const result = await postDelivery(services, { ...ping, deliveryId, event, now });
  await context.transaction(async (tx) => {
    if (isGone(result)) {
      await disableGoneEndpoint(tx, services, tenantId, {
        endpointId,
        deliveryId,
        engagementId: null,
      });
    }
    await tx.query(attemptStatement({ tenantId, endpointId, deliveryId, attempt: 1 }, result));
  });
  const { success, statusCode, durationMs, error } = result;
  return { success, statusCode, durationMs, ...(error === null ? {} : { error }) };
}

/**
 * Deletes deliveries older than `keptDays` with their attempts. Any process may call it at any
 * time.
 */
export const purgeOldDeliveries = (
  database: Database,
  now: Date,
  keptDays: number,
): Promise<void> => purgeOldRows(database, 'platform.webhook_deliveries', now, keptDays);
