import type { ServerResponse } from 'node:http';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallerWatch } from '../../../identity/sessions/watch-callers.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import type { Services } from '../../../kernel/services.ts';
import { EngineUnavailableError } from '../../../material/engine-client/engine-client.ts';
import { findLatestRun, isActive, type RunState } from '../../../material/run-records/run-state.ts';
import type { GridFeeds } from '../../grids/grid-feed.ts';
import { replayRun } from '../recorded/recorded-run.ts';
import {
  EventReader,
  encodeEvent,
  type FeedSource,
  openEventStream,
  type RunFeed,
  type RunFeeds,
} from './run-feed.ts';

interface Streaming {
  request: FastifyRequest;
  reply: FastifyReply;
  feeds: RunFeeds;
  gridFeeds: GridFeeds;
  callers: CallerWatch;
}

/**
 * Streams the latest run's events after `Last-Event-ID`, with ids `<run id>:<number>`, up to the
 * final status, and while a grid is at work its changes; these and pieces of text have no id.
 * Resolves when begun. Errors: `rate_limited`, `not_found`, `engine_stream_unavailable`.
 */
export async function streamRun(
  context: RequestContext,
  engagementId: string,
  { request, reply, feeds, gridFeeds, callers }: Streaming,
): Promise<void> {
  const { services, tenantId, principal } = context;
  const { raw } = reply;
  await takeStreamSlot(context, raw);
  const { status, run } = await findLatestRun(services.database, tenantId, engagementId);
  // A run that could not start has no events.
  const isKnown = run && run.failure_reason !== 'start_failed' && !raw.destroyed;
  const reader = new EventReader(raw, readLastNumber(request, run?.id));
  const feed = isKnown ? await joinFeed(context, run, feeds, reader) : undefined;
  openEventStream(reply);
  if (raw.destroyed) return;
  reader.limit(services.streamLimits);
  reader.onClose(callers.watch(principal, engagementId, () => reader.end()));
  if (request.method === 'HEAD') return reader.end();
  await gridFeeds.join(services, tenantId, engagementId, {
    write: (event) => reader.write(encodeEvent(JSON.stringify(event))),
    keepAlive: () => reader.keepAlive(),
    hold: (isHeld) => reader.hold(isHeld),
    onClose: (listener) => reader.onClose(listener),
  });
  if (raw.destroyed) return;
  if (feed) feed.begin(reader);
  else {
    const { error = null, failure_reason: failureReason = null } = run ?? {};
    const stored = {
      type: 'status',
      status,
      error,
      failureReason,
      timestamp: services.clock.now(),
    };
    reader.write(encodeEvent(JSON.stringify(stored)));
    reader.finish();
  }
}

/** Seconds after which a reader without a place may try again. */
const retryAfterSeconds = 10;

/** Takes a place for the stream until its connection closes. */
async function takeStreamSlot(
  { services, tenantId, principal }: RequestContext,
  raw: ServerResponse,
): Promise<void> {
  const caller =
    principal.kind === 'session' ? principal.sessionHash.toString('hex') : principal.keyId;
  const release = await services.streamSlots.take({ tenantId, caller });
  if (!release) {
    const headers = { 'retry-after': String(retryAfterSeconds) };
    throw new ApiError('rate_limited', { values: { seconds: retryAfterSeconds }, headers });
  }
  // The reader may have left meanwhile.
  if (raw.destroyed) release();
  else raw.once('close', release);
}

/**
 * Joins the run's feed when it is open; returns undefined for an ended run that the engine does not
 * know.
 */
async function joinFeed(
  { services, tenantId }: RequestContext,
  run: RunState,
  feeds: RunFeeds,
  reader: EventReader,
): Promise<RunFeed | undefined> {
  const feed = feeds.join(
    `${tenantId} ${run.id}`,
    reader,
    await lastEventOf(services, tenantId, run),
    sourceOf(services, tenantId, run),
  );
  try {
    await feed.opened;
    return feed;
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    if (error.status === 404 && !isActive(run.status)) return undefined;
    throw new ApiError('engine_stream_unavailable', { cause: error });
  }
}

/** Returns the number from which the feed begins: readers that want earlier events read them first. */
async function lastEventOf({ engine }: Services, tenantId: string, run: RunState): Promise<number> {
  if (run.recorded) return 0;
  return (await engine.getRun(tenantId, run.id))?.lastEvent ?? 0;
}

/** Reads from the engine, or from the recording of a run that was recorded elsewhere. */
function sourceOf(services: Services, tenantId: string, run: RunState): FeedSource {
  const { engine, log } = services;
  return {
    runId: run.id,
    log,
    open: async (after, signal) =>
      run.recorded ? replayRun(run, after) : engine.readRunEvents(tenantId, run.id, after, signal),
  };
}

/**
 * Returns the number of the reader's last event; without a run id it counts for this run. Other ids
 * count as none, because browsers send back whatever id they were given.
 */
function readLastNumber(request: FastifyRequest, runId: string | undefined): number {
  const given = request.headers['last-event-id']?.toString() ?? '';
  const [, ofRun = runId, number] = /^(?:([^:]+):)?(\d{1,15})$/.exec(given) ?? [];
  return ofRun === runId ? Number(number ?? 0) : 0;
}
