import { ApiError } from '@ecp/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../../../kernel/context.ts';
import { EngineUnavailableError } from '../../engine-client/engine-client.ts';
import { openEventStream, writeFramed } from '../../engine-client/event-stream.ts';
import { findLatestRun } from '../records/find-latest-run.ts';
import { isActive } from '../records/lock-run.ts';
import { syncRun } from '../following/sync-run.ts';

/**
 * Streams the latest run's events with ids `<run id>:<number>`, from the one after `Last-Event-ID`, and ends after the
 * final status (FOL-7, FOL-9, FOL-11). The id of an earlier run begins with the first. An engagement that never ran,
 * and a run that the engine never had, get their stored status. Errors before the first byte: `not_found`,
 * `engine_stream_unavailable`.
 */
export async function streamRun(
  context: RequestContext,
  engagementId: string,
  { request, reply, closing }: { request: FastifyRequest; reply: FastifyReply; closing: AbortSignal },
): Promise<void> {
  const { services, tenantId } = context;
  const { status, run } = await findLatestRun(services.database, tenantId, engagementId);
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const signal = AbortSignal.any([gone.signal, closing]);
  const events = run
    ? await openUpstream(context, run.id, isActive(status), readLastNumber(request, run.id), signal)
    : undefined;
  openEventStream(reply);
  if (request.method === 'HEAD') gone.abort();
  else if (events) {
    const runId = run?.id ?? '';
    const framing = { idPrefix: `${runId}:`, signal };
    await writeFramed(reply.raw, syncedBeforeEnd(context, runId, events), framing).catch((error: unknown) => {
      // The answer has begun: all that is left is to end it, and the reader asks again from where it was.
      services.log.debug({ err: error }, 'A stream broke off');
    });
  } else reply.raw.write(`data: ${JSON.stringify({ type: 'status', status, timestamp: services.clock.now() })}\n\n`);
  reply.raw.end();
}

/** The engine's stream; undefined when it knows nothing of a run that has ended. */
async function openUpstream(
  { services, tenantId }: RequestContext,
  runId: string,
  active: boolean,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    return await services.engine.openStream(tenantId, runId, lastEventId, signal);
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    if (error.status === 404 && !active) return undefined;
    throw new ApiError('engine_stream_unavailable', { cause: error });
  }
}

/** The final status, in the engine's own spelling; user-written text cannot hold it, as its quotes are escaped. */
const finalStatus = /"type":"status","status":"(?:completed|failed)"/;

/** Passes the stream on; the platform has the run's end before the reader of the final status can ask for it. */
async function* syncedBeforeEnd(
  { services, tenantId }: RequestContext,
  runId: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let seen = '';
  for await (const chunk of chunks) {
    seen = seen.slice(-100) + Buffer.from(chunk).toString('latin1');
    if (finalStatus.test(seen)) {
      await syncRun(services, { tenantId, runId }).catch((error: unknown) => {
        services.log.warn(
          { err: error },
          'The end of a run was shown before it was stored; the follower will store it',
        );
      });
      seen = '';
    }
    yield chunk;
  }
}

/**
 * Number of the run's event that the reader has; a number without a run counts as one of this run. Anything else counts
 * as none: what was seen of an earlier run tells nothing, and browsers send back whatever they were given.
 */
function readLastNumber(request: FastifyRequest, runId: string): string | undefined {
  const given = request.headers['last-event-id']?.toString() ?? '';
  const [, ofRun = runId, number] = /^(?:([^:]+):)?(\d{1,15})$/.exec(given) ?? [];
  return ofRun === runId ? number : undefined;
}
