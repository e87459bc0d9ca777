import { ApiError } from '@ecp/contract/declaring/errors';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../../../kernel/context.ts';
import { EngineUnavailableError } from '../../engine-client/engine-client.ts';
import { syncRun } from '../following/sync-run.ts';
import { replayRun } from '../recorded/replay-run.ts';
import { findLatestRun } from '../records/find-latest-run.ts';
import { isActive, type RunState } from '../records/lock-run.ts';
import { openEventStream, writeFramed } from './write-event-stream.ts';

/**
 * Streams the latest run's events with ids `<run id>:<number>`, from the one after `Last-Event-ID`, and ends after the
 * final status (FOL-7, FOL-9, FOL-11). Pieces of text that is being written pass without an id (FOL-13). For the id of
 * an earlier run it starts with the first event. An engagement that never ran, a run that failed before its start was
 * confirmed, and a run that the engine does not know get their stored status. Errors before the first byte:
 * `rate_limited` when too many streams are open (LIM-14), `not_found`, `engine_stream_unavailable`.
 */
export async function streamRun(
  context: RequestContext,
  engagementId: string,
  { request, reply, closing }: { request: FastifyRequest; reply: FastifyReply; closing: AbortSignal },
): Promise<void> {
  const { services, tenantId } = context;
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  await takeStreamSlot(context, gone.signal);
  const { status, run } = await findLatestRun(services.database, tenantId, engagementId);
  const signal = AbortSignal.any([gone.signal, closing]);
  const active = isActive(status);
  // The engine may have received an unconfirmed run and then stopped it. The stored end counts, not the engine's.
  const events =
    run && (active || run.confirmed_at)
      ? await openUpstream(context, run, readLastNumber(request, run.id), signal)
      : undefined;
  openEventStream(reply);
  if (request.method === 'HEAD') gone.abort();
  else if (events) {
    const runId = run?.id ?? '';
    const framing = { idPrefix: `${runId}:`, signal, beforeWrite: storeEnd(context, runId) };
    await writeFramed(reply.raw, events, framing).catch((error: unknown) => {
      // The response has begun, so it can only be ended. The reader reconnects and continues from its last event.
      services.log.debug({ err: error }, 'A stream broke off');
    });
  } else {
    const { error = null, failure_reason: failureReason = null } = run ?? {};
    const stored = { type: 'status', status, error, failureReason, timestamp: services.clock.now() };
    reply.raw.write(`data: ${JSON.stringify(stored)}\n\n`);
  }
  reply.raw.end();
}

/** Seconds after which a reader without a place may try again. */
const retryAfterSeconds = 10;

/** Takes a place for the stream until `gone` aborts. */
async function takeStreamSlot({ services, tenantId, principal }: RequestContext, gone: AbortSignal): Promise<void> {
  const caller = principal.kind === 'session' ? principal.sessionHash.toString('hex') : principal.keyId;
  const release = await services.streamSlots.take({ tenantId, caller });
  if (!release) {
    const headers = { 'retry-after': String(retryAfterSeconds) };
    throw new ApiError('rate_limited', { values: { seconds: retryAfterSeconds }, headers });
  }
  // The reader may have left meanwhile.
  if (gone.aborted) release();
  else gone.addEventListener('abort', release, { once: true });
}

/** Opens the engine's stream, or that of a recorded run; returns undefined for an ended run that the engine does not know. */
async function openUpstream(
  { services, tenantId }: RequestContext,
  run: RunState,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  if (run.recorded) return replayRun(run, lastEventId);
  try {
    return await services.engine.openStream(tenantId, run.id, lastEventId, signal);
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    if (error.status === 404 && !isActive(run.status)) return undefined;
    throw new ApiError('engine_stream_unavailable', { cause: error });
  }
}

/** Stores the end of a run before its final status is sent, so that the reader's next request sees it. */
function storeEnd({ services, tenantId }: RequestContext, runId: string) {
  return async (events: unknown[]): Promise<void> => {
    if (!events.some(isFinalStatus)) return;
    await syncRun(services, { tenantId, runId }).catch((error: unknown) => {
      services.log.warn({ err: error }, 'The end of a run was shown before it was stored; the follower will store it');
    });
  };
}

function isFinalStatus(data: unknown): boolean {
  const event = data as Partial<EngineEvent>;
  return event.type === 'status' && (event.status === 'completed' || event.status === 'failed');
}

/**
 * Returns the number of the last event that the reader has. A number without a run id counts as one of this run.
 * Anything else counts as none, because events of an earlier run do not matter and browsers send back whatever id they
 * were given.
 */
function readLastNumber(request: FastifyRequest, runId: string): string | undefined {
  const given = request.headers['last-event-id']?.toString() ?? '';
  const [, ofRun = runId, number] = /^(?:([^:]+):)?(\d{1,15})$/.exec(given) ?? [];
  return ofRun === runId ? number : undefined;
}
