import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One measurement. The first message of the parent, because arguments may not be as long. */
export interface StreamJob {
  port: number;
  /** Text of the benchmark's own events. */
  marker: string;
  /** The run that each stream reads, and its key. */
  streams: { engagementId: string; key: string }[];
}

/** The sums over all streams since the last message. The child sends them when the parent asks. */
export interface StreamDelays {
  /** Events of the benchmark. The engine's own ones are only checked for their order. */
  events: number;
  /** Gaps in the numbers of a stream's events, and events that came twice or out of order. */
  wrong: number;
  /** Streams that were refused or have ended, of all streams so far. */
  broken: number;
  p50Ms: number;
  p99Ms: number;
  slowestMs: number;
}

/** Connections that are opened at once. */
const atOnce = 50;
const eventPattern = /^id: [^:]+:(\d+)\ndata: \{"seq":\d+,"timestamp":"([^"]+)"(.*)$/gm;

interface Stream {
  /** Number of its last event; 0 before the first. */
  last: number;
  /** The beginning of an event whose end is in a later chunk. */
  rest: string;
}

/**
 * The chunks since the last message. They are read after the measurement, so that this process is
 * never late.
 */
interface Arrived {
  stream: Stream;
  chunk: Buffer;
  atMs: number;
}

/**
 * Opens event streams on bare sockets, one after the other in `atOnce` rows, and measures each
 * event's delay by the time that the database stored in it. Sends `open` when all streams are open,
 * and the delays at each further message.
 */
const [{ port, marker, streams }] = (await once(process, 'message')) as [StreamJob];
let arrived: Arrived[] = [];
let broken = 0;
let next = 0;

function openStream({ engagementId, key }: StreamJob['streams'][number]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket: Socket = connect(port, '127.0.0.1');
  const stream: Stream = { last: 0, rest: '' };
  socket.write(
    `GET /api/engagements/${engagementId}/stream HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n\r\n`,
  );
  socket.once('data', (chunk: Buffer) => {
    if (chunk.includes('HTTP/1.1 200')) resolve();
    else socket.destroy();
  });
  socket.on('data', (chunk: Buffer) => void arrived.push({ stream, chunk, atMs: Date.now() }));
  socket.on('error', resolve);
  socket.on('close', () => {
    broken += 1;
    resolve();
  });
  return promise;
}

async function openNext(): Promise<void> {
  for (let stream = streams[next++]; stream; stream = streams[next++]) await openStream(stream);
}

function readArrived(): StreamDelays {
  const delays: number[] = [];
  let wrong = 0;
  for (const { stream, chunk, atMs } of arrived) {
    const text = stream.rest + chunk.toString('latin1');
    const end = text.lastIndexOf('\n\n') + 1;
    stream.rest = text.slice(end);
    for (const [, number, timestamp, facts] of text.slice(0, end).matchAll(eventPattern)) {
      if (stream.last !== 0 && Number(number) !== stream.last + 1) wrong += 1;
      stream.last = Number(number);
      if (facts?.includes(marker)) delays.push(atMs - Date.parse(timestamp ?? ''));
    }
  }
  arrived = [];
  delays.sort((a, b) => a - b);
  const share = (part: number) => delays[Math.floor(delays.length * part)] ?? Number.NaN;
  const figures = { p50Ms: share(0.5), p99Ms: share(0.99), slowestMs: delays.at(-1) ?? Number.NaN };
  return { events: delays.length, wrong, broken, ...figures };
}

process.once('disconnect', () => process.exit(0));
process.on('message', () => process.send?.(readArrived()));
await Promise.all(Array.from({ length: atOnce }, openNext));
process.send?.('open');
