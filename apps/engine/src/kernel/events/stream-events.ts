import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import type { EngineServices } from '../engine-services.ts';
import type { RunRef } from './emit-event.ts';
import { followEvents } from './follow-events.ts';

/** Interval of the comment lines that keep proxies from closing a quiet stream (FOL-10). */
const keepAliveMs = 15_000;
/** The stream leaves these fields out of a `deliverable` event, and old events lose them. */
export const leftOut = { content: undefined, citations: undefined, figures: undefined, noteAnswers: undefined };
/** A reader that is so many bytes behind misses pieces of texts in progress, which it shows as a gap. */
const maxBehindBytes = 1_048_576;

/**
 * Sends a run's events after a number as server-sent events, then future ones, until the final status or `signal`
 * (FOL-7). Leaves out the contents of documents. What models are writing is sent beside them, without a number. Waits
 * for a slow reader.
 */
export async function streamEvents(
  services: EngineServices,
  run: RunRef,
  { after, signal }: { after: number; signal: AbortSignal },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { raw } = reply.hijack();
  raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
  raw.flushHeaders();
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
    // The reader or the database disconnected. The reader reconnects with the last number that it saw.
    if (!signal.aborted) services.log.warn({ err: error }, 'The event stream broke off');
  } finally {
    clearInterval(keepAlive);
    unfollow();
    raw.end();
  }
  return reply;
}
