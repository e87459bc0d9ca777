import { ApiError } from '@ecp/contract/declaring/errors';
import { webhookEvents } from '@ecp/contract/reach/webhook-events';
import type {
  CreateWebhookBody,
  UpdateWebhookBody,
  WebhookDelivery,
  WebhookEndpoint,
} from '@ecp/contract/reach/webhooks';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { type RequestContext, responsibleUserId } from '../../kernel/context.ts';
import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { requireFewer } from '../../kernel/limits/refusals.ts';
import {
  isAllowedHost,
  isPrivateLiteral,
  OutboundError,
  parseOutboundUrl,
} from '../../kernel/outbound/addresses.ts';
import { requireFound } from '../../kernel/sql.ts';
import { issueSecret } from './secrets.ts';

/**
 * Limit of one tenant: each endpoint has its own partition of the queue, and the list shows all
 * endpoints.
 */
export const maxEndpoints = 50;

/**
 * Creates an enabled endpoint; only this response has its secret. Errors: `webhook_url_not_https`,
 * `webhook_url_private`, `url_has_credentials`, `unknown_event`, `webhook_limit_reached`.
 */
export async function createWebhook(
  context: RequestContext,
  body: CreateWebhookBody,
): Promise<WebhookEndpoint & { secret: string }> {
  const { services, tenantId } = context;
  checkWebhookUrl(body.url, services.config.outboundAllowedHosts);
  const events = checkEvents(body.events);
  return context.commit(async (tx) => {
    await requireFewer(tx, tenantId, {
      count: countWebhooks(tenantId),
      limit: maxEndpoints,
      code: 'webhook_limit_reached',
    });
    const id = createId();
    const { rows } = await tx.query<EndpointRow>({
      name: 'insert_webhook',
      text: `insert into platform.webhook_endpoints (id, tenant_id, url, events, description, created_by)
        values ($1, $2, $3, $4, $5, $6) returning ${endpointColumns}`,
      values: [
        id,
        tenantId,
        body.url,
        events,
        body.description ?? '',
        responsibleUserId(context.principal),
      ],
    });
    const [row] = rows;
    if (!row) throw new Error('The insert of a webhook endpoint returned nothing');
    const secret = await issueSecret(tx, services, tenantId, id);
    const metadata = { url: body.url, events };
    await recordAudit(tx, context, {
      action: 'webhook.create',
      resourceType: 'webhook',
      resourceId: id,
      metadata,
    });
    return { ...toWebhook(row), secret };
  });
}

const countWebhooks = (tenantId: string): Statement<{ count: number }> => ({
  name: 'count_webhooks',
  text: 'select count(*)::integer as count from platform.webhook_endpoints where tenant_id = $1',
  values: [tenantId],
});

const recentDeliveries = 10;

interface RecentAttempt extends AttemptRow {
  endpoint_id: string;
}

/** Lists the tenant's endpoints, newest first, each with its newest ten attempts. */
export async function listWebhooks({
  services,
  tenantId,
}: RequestContext): Promise<(WebhookEndpoint & { recentDeliveries: WebhookDelivery[] })[]> {
  const [endpoints, attempts] = await services.database.batchTenant<[EndpointRow, RecentAttempt]>(
    tenantId,
    [
      {
        name: 'list_webhooks',
        text: `select ${endpointColumns} from platform.webhook_endpoints where tenant_id = $1
        order by created_at desc, id desc`,
        values: [tenantId],
      },
      {
        name: 'list_recent_webhook_attempts',
        text: `select a.* from platform.webhook_endpoints e cross join lateral (
          select a.id, a.endpoint_id, a.delivery_id, d.event, a.status_code, a.response_body, a.duration_ms, a.error,
            a.attempt, a.created_at
          from platform.webhook_attempts a
          join platform.webhook_deliveries d on d.tenant_id = a.tenant_id and d.id = a.delivery_id
          where a.tenant_id = $1 and a.endpoint_id = e.id
          order by a.created_at desc, a.id desc limit ${recentDeliveries}) a
        where e.tenant_id = $1 order by a.created_at desc, a.id desc`,
        values: [tenantId],
      },
    ],
  );
  const byEndpoint = Map.groupBy(attempts, (row) => row.endpoint_id);
  return endpoints.map((row) => ({
    ...toWebhook(row),
    recentDeliveries: (byEndpoint.get(row.id) ?? []).map(toDelivery),
  }));
}

/**
 * Changes given fields; `events` replaces the list. Who gives it another address is its maker from
 * then on, so that none hears behind a wall what only the earlier maker may see. Errors:
 * `not_found`, `webhook_url_not_https`, `webhook_url_private`, `url_has_credentials`,
 * `unknown_event`.
 */
export async function updateWebhook(
  context: RequestContext,
  id: string,
  body: UpdateWebhookBody,
): Promise<WebhookEndpoint> {
  const { services, tenantId } = context;
  if (body.url !== undefined) checkWebhookUrl(body.url, services.config.outboundAllowedHosts);
  return context.transaction(async (tx) => {
    const row = await lockWebhook(tx, tenantId, id);
    const { url = row.url, enabled = row.enabled, description = row.description } = body;
    const events = body.events ? checkEvents(body.events) : row.events;
    const madeBy = url === row.url ? row.created_by : responsibleUserId(context.principal);
    await tx.query({
      name: 'update_webhook',
      text: `update platform.webhook_endpoints set url = $3, events = $4, enabled = $5, description = $6, created_by = $7
        where tenant_id = $1 and id = $2`,
      values: [tenantId, id, url, events, enabled, description, madeBy],
    });
    const metadata = { url, events, enabled };
    await recordAudit(tx, context, {
      action: 'webhook.update',
      resourceType: 'webhook',
      resourceId: id,
      metadata,
    });
    return toWebhook({ ...row, url, events, enabled, description });
  });
}

/**
 * Deletes an endpoint with secrets and history; enqueued deliveries do nothing. Error: `not_found`.
 */
export async function deleteWebhook(context: RequestContext, id: string): Promise<void> {
  const { tenantId } = context;
  await context.transaction(async (tx) => {
    const { rows } = await tx.query<{ url: string }>({
      name: 'delete_webhook',
      text: 'delete from platform.webhook_endpoints where tenant_id = $1 and id = $2 returning url',
      values: [tenantId, id],
    });
    const [deleted] = rows;
    if (!deleted) throw new ApiError('not_found');
    const metadata = { url: deleted.url };
    await recordAudit(tx, context, {
      action: 'webhook.delete',
      resourceType: 'webhook',
      resourceId: id,
      metadata,
    });
  });
}

/** How long a webhook secret that was replaced still signs. */
export const overlapMs = 24 * 3_600_000;

/**
 * Gives a new secret; earlier ones sign until 24 hours after their replacement. Error: `not_found`.
 */
export async function rotateWebhookSecret(
  context: RequestContext,
  id: string,
): Promise<WebhookEndpoint & { secret: string; previousSecretExpiresAt: string }> {
  const { services, tenantId } = context;
  const now = services.clock.now();
  const expiresAt = new Date(now.getTime() + overlapMs);
  return context.commit(async (tx) => {
    const row = await lockWebhook(tx, tenantId, id);
    await tx.query({
      name: 'delete_expired_webhook_secrets',
      text: 'delete from platform.webhook_secrets where tenant_id = $1 and endpoint_id = $2 and expires_at <= $3',
      values: [tenantId, id, now],
    });
    await tx.query({
      name: 'expire_webhook_secret',
      text: `update platform.webhook_secrets set expires_at = $3
        where tenant_id = $1 and endpoint_id = $2 and expires_at is null`,
      values: [tenantId, id, expiresAt],
    });
    const secret = await issueSecret(tx, services, tenantId, id);
    await recordAudit(tx, context, {
      action: 'webhook.rotate_secret',
      resourceType: 'webhook',
      resourceId: id,
    });
    return { ...toWebhook(row), secret, previousSecretExpiresAt: expiresAt.toISOString() };
  });
}

/** Throws `not_found` unless the tenant has this endpoint: existence is checked before the body. */
export async function requireWebhook(
  database: Database,
  tenantId: string,
  id: string,
): Promise<void> {
  await requireFound(database, tenantId, {
    name: 'require_webhook',
    text: 'select from platform.webhook_endpoints where tenant_id = $1 and id = $2',
    values: [tenantId, id],
  });
}

/**
 * Checks that an endpoint's address is https and public, without a name server;
 * OUTBOUND_ALLOWED_HOSTS are exempt. Errors: `webhook_url_not_https`, `webhook_url_private`,
 * `url_has_credentials`.
 */
export function checkWebhookUrl(given: string, allowedHosts: readonly string[]): void {
  const url = readUrl(given);
  if (isAllowedHost(url, allowedHosts)) return;
  if (url.protocol !== 'https:') throw new ApiError('webhook_url_not_https');
  if (isPrivateLiteral(url)) throw new ApiError('webhook_url_private');
}

function readUrl(given: string): URL {
  try {
    return parseOutboundUrl(given);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new ApiError(
      error.kind === 'credentials' ? 'url_has_credentials' : 'webhook_url_not_https',
    );
  }
}

const knownEvents = new Set<string>(webhookEvents);

/** Returns the events without repetitions. Error: `unknown_event`. */
function checkEvents(given: readonly string[]): string[] {
  const unknown = given.find((event) => !knownEvents.has(event));
  if (unknown !== undefined) throw new ApiError('unknown_event', { values: { event: unknown } });
  return [...new Set(given)];
}

/** The columns of an endpoint that are shown, never its secrets. */
export const endpointColumns = 'id, url, events, enabled, description, created_at';
export interface EndpointRow {
  id: string;
  url: string;
  events: string[];
  enabled: boolean;
  description: string;
  created_at: Date;
}

/** An endpoint with the member who made it; null for one of an earlier release. */
interface LockedEndpoint extends EndpointRow {
  created_by: string | null;
}

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

export function toWebhook({
  id,
  url,
  events,
  enabled,
  description,
  created_at,
}: EndpointRow): WebhookEndpoint {
  return { id, url, events, enabled, description, createdAt: created_at.toISOString() };
}

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
export async function lockWebhook(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<LockedEndpoint> {
  const { rows } = await tx.query<LockedEndpoint>({
    name: 'lock_webhook',
    text: `select ${endpointColumns}, created_by from platform.webhook_endpoints where tenant_id = $1 and id = $2
      for no key update`,
    values: [tenantId, id],
  });
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  return row;
}

export const exportedWebhooks: ExportPart<EndpointRow> = {
  name: 'webhooks',
  page: pageOf('platform.webhook_endpoints', endpointColumns),
  pageRows: 200,
  toRecord: toWebhook,
};
