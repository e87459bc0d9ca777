import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** How often a comment keeps an idle stream open (FOL-10). */
const heartbeatMs = 15_000;

/** Begins a `text/event-stream` response with the headers of every response, outside Fastify's own sending. */
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
  /** The text before the number of each event. */
  idPrefix: string;
  signal: AbortSignal;
  /** Awaited with the data of events from the engine before any of them is written. */
  beforeWrite?: (data: unknown[]) => Promise<void>;
}

/**
 * Writes server-sent events one by one, no faster than they are read, with comments while the stream is idle. Throws
 * when `chunks` fails or `signal` aborts; the reader then resumes with Last-Event-ID.
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
      // Only complete events are written, because a comment may follow at any time.
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

/**
 * Prefixes the event ids. Works on single bytes, so that only a line feed, which no JSON text contains, begins a line.
 */
function prefixIds(events: Buffer, prefix: string): Buffer {
  return Buffer.from(events.toString('latin1').replace(/^id: /gm, `id: ${prefix}`), 'latin1');
}
