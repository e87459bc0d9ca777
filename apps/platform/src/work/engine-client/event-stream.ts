import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** How often a comment keeps an idle stream open (FOL-10). */
const heartbeatMs = 15_000;

/** Begins a `text/event-stream` answer with the headers that every answer carries, outside Fastify's own sending. */
export function openEventStream(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  reply.raw.flushHeaders();
}

interface Framing {
  /** Put before the number of each event. */
  idPrefix: string;
  signal: AbortSignal;
  /** Awaited with the data of events, as sent by the engine, before any of them is written. */
  beforeWrite?: (data: unknown[]) => Promise<void>;
}

/**
 * Writes a stream of server-sent events event by event, no faster than it is read, with comments in between when it is
 * idle. Throws when `chunks` break off or `signal` aborts: the reader then resumes with Last-Event-ID.
 */
export async function writeFramed(
  target: ServerResponse,
  chunks: AsyncIterable<Uint8Array>,
  { idPrefix, signal, beforeWrite }: Framing,
): Promise<void> {
  const heartbeat = setInterval(() => target.write(': keep-alive\n\n'), heartbeatMs);
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of chunks) {
      const pending = Buffer.concat([rest, chunk]);
      const end = pending.lastIndexOf('\n\n') + 1;
      // Only whole events go out: a comment may follow at any time.
      rest = pending.subarray(end === 0 ? 0 : end + 1);
      if (end === 0) continue;
      const events = pending.subarray(0, end + 1);
      await beforeWrite?.(readData(events));
      if (!target.write(prefixIds(events, idPrefix))) await once(target, 'drain', { signal });
    }
  } finally {
    clearInterval(heartbeat);
  }
}

function readData(events: Buffer): unknown[] {
  const lines = events.toString().split('\n');
  return lines.filter((line) => line.startsWith('data: ')).map((line) => JSON.parse(line.slice('data: '.length)));
}

/** As single bytes, so that nothing but a line feed, which no JSON text holds, begins a line. */
function prefixIds(events: Buffer, prefix: string): Buffer {
  return Buffer.from(events.toString('latin1').replace(/^id: /gm, `id: ${prefix}`), 'latin1');
}
