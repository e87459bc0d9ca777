import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EngineServices } from '../engine-services.ts';
import type { RunRef } from './emit-event.ts';
import { followEvents } from './follow-events.ts';

/** A comment line this often keeps proxies from closing a quiet stream (contract, 4). */
const keepAliveMs = 15_000;

/**
 * Sends a run's events as server-sent events: all after Last-Event-ID, then those to come, until the final status
 * (specification, Stream rules). Documents' contents are left out; a slow reader is waited for.
 */
export async function streamEvents(
  services: EngineServices,
  run: RunRef,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const after = Number.parseInt(String(request.headers['last-event-id'] ?? '0'), 10);
  const gone = new AbortController();
  const { raw } = reply.hijack();
  raw.once('close', () => gone.abort());
  raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
  const keepAlive = setInterval(() => raw.write(': keep-alive\n\n'), keepAliveMs).unref();
  try {
    for await (const event of followEvents(services, run, Number.isNaN(after) ? 0 : Math.max(0, after), gone.signal)) {
      const shown = 'content' in event ? { ...event, content: undefined } : event;
      const flowing = raw.write(`id: ${event.seq}\ndata: ${JSON.stringify(shown)}\n\n`);
      if (!flowing) await once(raw, 'drain', { signal: gone.signal });
    }
  } catch (error) {
    // The reader left, or Postgres did: the reader comes again with the last number it saw.
    if (!gone.signal.aborted) request.log.warn({ err: error }, 'The event stream broke off');
  } finally {
    clearInterval(keepAlive);
    raw.end();
  }
  return reply;
}
