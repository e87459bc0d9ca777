import { createHmac } from 'node:crypto';
import type { EventName } from '@ecp/contract/reach/webhook-events';
import { createId } from '@ecp/database/create-id';
import type { Statement } from '@ecp/database/statement';
import { createSemaphore, type Semaphore } from '@ecp/semaphore/semaphore';
import type { DurableInputs, EnqueueOptions } from '../../kernel/durable-work/durable-work.ts';
import { OutboundError } from '../../kernel/outbound/addresses.ts';
import { readRetryAfterMs } from '../../kernel/outbound/retry-after.ts';
import type { Services } from '../../kernel/services.ts';
import { disableGoneEndpoint } from './gone-endpoints.ts';
import { decryptSecrets, signingSecrets } from './secrets.ts';

type Work = DurableInputs['deliverWebhook'];
interface Delivery {
  event: string;
  body: string;
  first_attempt: number;
  engagement_id: string | null;
  url: string;
  /** False for an endpoint that is disabled, or whose maker no longer sees the engagement. */
  listens: boolean;
  /** The encrypted secrets that sign now. */
  sealed: string[];
}

/**
 * Makes and records one attempt; a failure enqueues the next in its transaction, so a crash loses
 * none. Nothing for a replaced attempt or deleted endpoint.
 */
export async function deliverWebhook(
  services: Services,
  work: Work,
  signal: AbortSignal,
  endpointId: string,
): Promise<void> {
  const attempt = () => makeAttempt(services, work, endpointId, signal);
  await services.deliverySemaphore.run([work.tenantId, endpointId], attempt, { signal });
}

/** Reads the delivery with a permit, because the wait for one may have been long. */
async function makeAttempt(
  services: Services,
  work: Work,
  endpointId: string,
  signal: AbortSignal,
): Promise<void> {
  const { tenantId, deliveryId } = work;
  const now = services.clock.now();
  const [[delivery]] = await services.database.batchTenant(tenantId, [
    selectDueDelivery(work, now),
  ]);
  if (!delivery) return;
  if (!delivery.listens) return dropAttempt(services, work);
  const { event, body, url, sealed, engagement_id: engagementId } = delivery;
  const secrets = decryptSecrets(services.keys, endpointId, sealed);
  const result = await postDelivery(
    services,
    { deliveryId, event, body, secrets, now, url },
    signal,
  );
  const record = attemptStatement({ ...work, endpointId }, result);
  if (isGone(result)) {
    return services.database.withTenant(tenantId, async (tx) => {
      await disableGoneEndpoint(tx, services, tenantId, { endpointId, deliveryId, engagementId });
      await tx.query(record);
    });
  }
  const waitMs = waitAfter(
    result,
    services.config.webhookRetryWaitsMs[work.attempt - delivery.first_attempt],
  );
  if (waitMs === undefined) await services.database.batchTenant(tenantId, [record]);
  else await recordAndRetry(services, work, record, { partition: endpointId, waitMs });
}

/** The most that a receiver can delay the next attempt by Retry-After. */
const maxRetryAfterMs = 6 * 3_600_000;

/**
 * Returns the milliseconds until the next attempt: the wait of the schedule, or more if the
 * receiver asks for it. Undefined after a success, and when the schedule is over.
 */
function waitAfter(
  { success, retryAfterMs }: AttemptResult,
  scheduledMs: number | undefined,
): number | undefined {
  if (success || scheduledMs === undefined) return undefined;
  return Math.max(withJitter(scheduledMs), Math.min(retryAfterMs ?? 0, maxRetryAfterMs));
}

const selectDueDelivery = (
  { tenantId, deliveryId, attempt }: Work,
  now: Date,
): Statement<Delivery> => ({
  name: 'find_due_webhook_delivery',
  text: `select d.event, d.body, d.first_attempt, d.engagement_id, e.url,
      e.enabled and platform.user_sees_engagement(e.created_by, d.engagement_id) as listens,
      array(${signingSecrets('$1', 'd.endpoint_id', '$4')}) as sealed
    from platform.webhook_deliveries d
    join platform.webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
    where d.tenant_id = $1 and d.id = $2 and d.due_attempt = $3`,
  values: [tenantId, deliveryId, attempt, now],
});

/**
 * Drops an attempt for an endpoint that does not listen, which receives nothing, not even later.
 */
async function dropAttempt(
  { database }: Services,
  { tenantId, deliveryId, attempt }: Work,
): Promise<void> {
  await database.batchTenant(tenantId, [setDueAttempt(tenantId, deliveryId, attempt, null)]);
}

async function recordAndRetry(
  services: Services,
  { tenantId, deliveryId, attempt }: Work,
  record: Statement,
  placement: EnqueueOptions,
): Promise<void> {
  const next = attempt + 1;
  await services.database.withTenant(tenantId, async (tx) => {
    const { rowCount } = await tx.query(setDueAttempt(tenantId, deliveryId, attempt, next));
    await tx.query(record);
    if (rowCount === 0) return;
    const work = { tenantId, deliveryId, attempt: next };
    await services.durable.enqueue(tx, 'deliverWebhook', `${deliveryId}:${next}`, work, placement);
  });
}

/** Changes nothing when a redelivery has replaced the attempt. */
const setDueAttempt = (
  tenantId: string,
  deliveryId: string,
  attempt: number,
  next: number | null,
): Statement => ({
  name: 'set_due_webhook_attempt',
  text: `update platform.webhook_deliveries set due_attempt = $4
    where tenant_id = $1 and id = $2 and due_attempt = $3`,
  values: [tenantId, deliveryId, attempt, next],
});

/**
 * Varies a wait by up to a tenth, so that deliveries that failed together are not retried together.
 */
const withJitter = (waitMs: number) => Math.round(waitMs * (0.9 + Math.random() * 0.2));

interface AttemptResult {
  success: boolean;
  /** Null if no head of a response came in time. */
  statusCode: number | null;
  /** First 1,000 characters of the response. */
  responseBody: string | null;
  durationMs: number;
  /** Why the attempt counts as failed. */
  error: string | null;
  /** How long the receiver asks to wait before the next attempt; null if it does not. */
  retryAfterMs: number | null;
}

/** Whether the receiver says that it takes no more deliveries, as Standard Webhooks has it. */
export const isGone = ({ statusCode }: AttemptResult): boolean => statusCode === 410;

/** How long an attempt may take. */
export const timeoutMs = 10_000;
const keptCharacters = 1_000;
/** Enough for that many characters of four bytes each. */
const maxBodyBytes = 4 * keptCharacters;
/**
 * The status decides about an attempt. Its body is only shown, so it is not waited for any longer.
 */
const maxBodyWaitMs = 1_000;

/**
 * Sends one signed attempt; a receiver's fault is a result. Throws the signal's reason when it
 * aborts.
 */
export async function postDelivery(
  { outbound, redact, log, clock }: Services,
  delivery: UnsignedDelivery & { url: string },
  signal?: AbortSignal,
): Promise<AttemptResult> {
  const startedMs = performance.now();
  if (delivery.secrets.length === 0) {
    return failure('The secret cannot be read with this SECRET_KEY: rotate it', 0);
  }
  try {
    const { status, headers, body, durationMs } = await outbound.request({
      url: delivery.url,
      method: 'POST',
      headers: { ...signDelivery(delivery), 'user-agent': 'Service-Webhooks/1.0' },
      body: delivery.body,
      timeoutMs,
      maxBodyBytes,
      maxBodyWaitMs,
      followRedirects: 0,
      ...(signal ? { signal } : {}),
    });
    const success = status >= 200 && status < 300;
    const error = success ? null : describeStatus(status);
    const responseBody = keepText(redact(body.toString('utf8')));
    const asksToWait = status === 429 || status === 503;
    const retryAfterMs = asksToWait ? readRetryAfterMs(headers['retry-after'], clock.now()) : null;
    return { success, statusCode: status, responseBody, durationMs, error, retryAfterMs };
  } catch (error) {
    signal?.throwIfAborted();
    const isKnown = error instanceof OutboundError;
    if (!isKnown)
      log.error(
        { err: error, deliveryId: delivery.deliveryId },
        'A webhook request failed unexpectedly',
      );
    return failure(
      isKnown ? redact(error.message) : 'The request failed',
      Math.round(performance.now() - startedMs),
    );
  }
}

function failure(error: string, durationMs: number): AttemptResult {
  return {
    success: false,
    statusCode: null,
    responseBody: null,
    durationMs,
    error,
    retryAfterMs: null,
  };
}

function describeStatus(status: number): string {
  const answered = `The receiver answered ${status}`;
  if (status >= 300 && status < 400) return `${answered}; redirects are not followed`;
  return status === 410 ? `${answered}: it takes no more deliveries` : answered;
}

/** Cuts a response for storage; Postgres cannot store U+0000. */
function keepText(body: string): string {
  const text = body.replaceAll('\0', '\uFFFD');
  return [...text].slice(0, keptCharacters).join('');
}

/** One attempt of a delivery, which is signed. */
interface UnsignedDelivery {
  deliveryId: string;
  event: string;
  /** The exact bytes that are sent. */
  body: string;
  /** Secrets in full; each of them signs. */
  secrets: readonly string[];
  /** Time of this attempt: receivers refuse old ones. */
  now: Date;
}

const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);

/**
 * Signs an attempt: `v1` by the whole secret, Standard Webhooks by the base64-decoded part after
 * `whsec_`.
 */
export function signDelivery({
  deliveryId,
  event,
  body,
  secrets,
  now,
}: UnsignedDelivery): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const own = secrets.map((secret) => `v1=${sign(secret, `${timestamp}.${body}`).digest('hex')}`);
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${sign(key, `${deliveryId}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'x-service-signature': [`t=${timestamp}`, ...own].join(','),
    'x-service-event': event,
    'x-service-delivery': deliveryId,
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}

interface Attempt {
  tenantId: string;
  endpointId: string;
  deliveryId: string;
  attempt: number;
}

/** Adds an attempt to the history, no longer due; nothing if the delivery is deleted. */
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
    values: [
      createId(),
      tenantId,
      deliveryId,
      attempt,
      endpointId,
      statusCode,
      responseBody,
      durationMs,
      error,
    ],
  };
}

/**
 * Makes an event's due attempts in parallel before its endpoints are deleted; the queue may make
 * them too.
 */
export async function deliverBeforeErasure(
  services: Services,
  tenantId: string,
  event: EventName,
  signal: AbortSignal,
): Promise<void> {
  const [due] = await services.database.batchTenant<
    [{ id: string; endpoint_id: string; due_attempt: number }]
  >(tenantId, [
    {
      name: 'list_due_webhook_deliveries',
      text: `select id, endpoint_id, due_attempt from platform.webhook_deliveries
        where tenant_id = $1 and event = $2 and due_attempt is not null`,
      values: [tenantId, event],
    },
  ]);
  await Promise.all(
    due.map(({ id, endpoint_id, due_attempt }) =>
      deliverWebhook(
        services,
        { tenantId, deliveryId: id, attempt: due_attempt },
        signal,
        endpoint_id,
      ),
    ),
  );
}

/**
 * Limits the posts at once. Each takes a socket for up to 10 s, and a process may have 1,024 files.
 */
const defaultPermits = 500;

/** The share of the free permits that one holder may have. */
const holderShare = 1 / 4;

/**
 * Creates the semaphore of posts. A tenant gets a fourth of the free permits, an endpoint a fourth
 * of what its tenant may still get, so slow endpoints leave permits to others.
 */
export function createDeliverySemaphore(total = defaultPermits): Semaphore {
  return createSemaphore({
    permits: total,
    mayAcquire: (free, [ofTenant = 0, ofEndpoint = 0]) =>
      ofEndpoint < (free * holderShare - ofTenant) * holderShare,
  });
}
