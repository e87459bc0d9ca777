import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { Database } from '@ecp/database/database';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { type EventsRead, type RunRef, readEvents } from './events.ts';
import type { LiveTexts } from './live-texts.ts';
import type { RunChangePoller } from './waiting.ts';

const pageSize = 200;

/**
 * Reads a page of events, and waits up to `waitMs` for the first one. Null if the tenant has no
 * such run.
 */
export async function waitForEvents(
  { database, runChanges }: { database: Database; runChanges: RunChangePoller },
  run: RunRef,
  page: { after: number; limit: number; waitMs: number },
  signal: AbortSignal,
): Promise<EventsRead | null> {
  const deadlineMs = performance.now() + page.waitMs;
  for (;;) {
    const read = await readEvents(database, run, page.after, page.limit);
    const leftMs = deadlineMs - performance.now();
    if (!read || read.events.length > 0 || isOver(read) || leftMs <= 0 || signal.aborted)
      return read;
    await runChanges.wait(run, read.lastEvent, leftMs, signal);
  }
}

interface EventServices {
  database: Database;
  runChanges: RunChangePoller;
  live: LiveTexts;
  log: Logger;
}

/** Yields every event after a number, including future ones, up to the run's final status. */
async function* followEvents(
  services: EventServices,
  run: RunRef,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<EngineEvent> {
  let last = after;
  while (!signal.aborted) {
    const read = await waitForEvents(
      services,
      run,
      { after: last, limit: pageSize, waitMs: 60_000 },
      signal,
    );
    if (!read) return;
    for (const event of read.events) {
      last = event.seq;
      yield event;
    }
    if (isOver(read) && last >= read.lastEvent) return;
  }
}

function isOver({ status }: EventsRead): boolean {
  return status === 'completed' || status === 'failed';
}

/** Interval of the comment lines that keep proxies from closing a quiet stream. */
const keepAliveMs = 15_000;
/** The stream omits these fields of a `deliverable` event, and old events lose them. */
export const leftOut = {
  content: undefined,
  citations: undefined,
  figures: undefined,
  noteAnswers: undefined,
};
/**
 * Limits the bytes that a reader may be behind before it misses pieces of live texts, which it
 * shows as a gap.
 */
const maxBehindBytes = 1_048_576;

/**
 * Streams a run's events after a number as server-sent events until its end or `signal`, without
 * documents. Live texts have no number. A slow reader is waited for, and one that takes nothing is
 * cut.
 */
export async function streamEvents(
  services: EventServices,
  run: RunRef,
  { after, signal }: { after: number; signal: AbortSignal },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  raw.flushHeaders();
  cutStalledReader(raw);
  const unfollow = services.live.follow(run, (event) => {
    if (raw.writableLength < maxBehindBytes) raw.write(`data: ${JSON.stringify(event)}\n\n`);
  });
  const keepAlive = setInterval(() => raw.write(': keep-alive\n\n'), keepAliveMs).unref();
  try {
    for await (const event of followEvents(services, run, after, signal)) {
      const shown = 'content' in event ? { ...event, ...leftOut } : event;
      const flowing = raw.write(`id: ${event.seq}\ndata: ${JSON.stringify(shown)}\n\n`);
      if (!flowing) await once(raw, 'drain', { signal });
    }
  } catch (error) {
    // The reader reconnects with the last number that it saw.
    if (!signal.aborted) services.log.warn({ err: error }, 'The event stream broke off');
  } finally {
    clearInterval(keepAlive);
    unfollow();
    raw.end();
  }
  return reply;
}

/** Limits the time without progress of a reader for whom something waits. */
const stalledLimitMs = 30_000;

/**
 * Disconnects the reader of a response that takes nothing for `stalledMs` milliseconds while
 * something waits.
 */
export function cutStalledReader(response: ServerResponse, stalledMs = stalledLimitMs): void {
  // Node reports a write without progress after two such times (net.Socket, _onTimeout).
  response.setTimeout(stalledMs / 2, () => {
    if (response.writableLength > 0) response.destroy();
  });
}
