import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { EngineEvent, WritingEvent } from '@ecp/contract/engine/engine-events';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { Services } from '../../../kernel/services.ts';

/**
 * Bytes of the last events of a run that are kept for readers that join or fall behind: those of
 * most whole runs.
 */
const maxRecentBytes = 65_536;
/**
 * Characters of all texts in progress of a run. Beyond it, a reader that joins misses their
 * beginnings.
 */
const maxTextLength = 1_048_576;

/** The last events of a run, and the texts that are being written in it. */
interface RecentEvents {
  readonly last: number;
  add(event: EncodedEvent): void;
  /** Tells whether all events after a number are kept. */
  hasAllAfter(number: number): boolean;
  /** Returns the bytes of the kept events after a number, with their numbers. */
  after(number: number): [number: number, bytes: Buffer][];
  /** Returns each text in progress as one event, from its beginning. */
  texts(): Buffer[];
}

/** Begins with the event after number `after`. */
function createRecentEvents(after: number): RecentEvents {
  const kept = new Map<number, Buffer>();
  const texts = new Map<string, WritingEvent>();
  let [last, forgotten, bytes] = [after, after, 0];

  const keep = (number: number, encoded: Buffer) => {
    kept.set(number, encoded);
    last = number;
    bytes += encoded.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= maxRecentBytes) break;
      kept.delete(oldest);
      forgotten = oldest;
      bytes -= length;
    }
  };
  return {
    get last() {
      return last;
    },
    add({ number, event, bytes: encoded }) {
      if (number !== null) keep(number, encoded);
      if (event.type === 'writing') continueText(texts, event);
      // The document that counts has come, or there will be none.
      if (event.type === 'deliverable' || event.type === 'task_complete')
        texts.delete(event.taskId ?? '');
    },
    hasAllAfter: (number) => number >= forgotten,
    after: (number) => [...kept].filter(([of]) => of > number),
    texts: () => [...texts.values()].map((text) => encodeEvent(JSON.stringify(text))),
  };
}

/**
 * Adds a piece to the text of its task. A piece replaces what follows its offset; another call
 * begins anew.
 */
function continueText(texts: Map<string, WritingEvent>, piece: WritingEvent): void {
  const known = texts.get(piece.taskId);
  const before = known?.call === piece.call ? known.text.slice(0, piece.offset) : '';
  // The beginning is unknown until the engine sends it again.
  if (before.length < piece.offset) return;
  texts.set(piece.taskId, { ...piece, offset: 0, text: before + piece.text });
  const length = [...texts.values()].reduce((sum, { text }) => sum + text.length, 0);
  if (length > maxTextLength) texts.clear();
}

/** An event of a run with the bytes that every reader is sent. */
interface EncodedEvent {
  /** The number; a piece of a text in progress has none (null). */
  number: number | null;
  event: EngineEvent | WritingEvent;
  bytes: Buffer;
}

/** Encodes an event of a run, with id `<run id>:<number>` if it has a number. */
function encodeRunEvent(event: EngineEvent | WritingEvent, runId: string): EncodedEvent {
  const number = 'seq' in event ? event.seq : null;
  const id = number === null ? undefined : `${runId}:${number}`;
  return { number, event, bytes: encodeEvent(JSON.stringify(event), id) };
}

/** Encodes JSON text as a server-sent event. */
export function encodeEvent(data: string, id?: string): Buffer {
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`);
}

/** How often a comment keeps an idle stream open. */
const heartbeatMs = 15_000;
/** Pause before a lost connection to the engine is opened again. */
const reopenMs = 250;
const keepAliveComment = Buffer.from(': keep-alive\n\n');

export interface FeedSource {
  runId: string;
  /** Reads the events after a number, up to the final status. Throws if that fails. */
  open(after: number, signal: AbortSignal): Promise<AsyncIterable<EngineEvent | WritingEvent>>;
  log: FastifyBaseLogger;
}

/** Sends the events of a run to all its readers in this process, from one stream of the engine. */
export class RunFeed {
  /** Settles when the engine's stream is open, or rejects with the reason why it is not. */
  readonly opened: Promise<void>;
  readonly #source: FeedSource;
  readonly #readers = new Set<EventReader>();
  readonly #recent: RecentEvents;
  readonly #closed = new AbortController();
  readonly #heartbeat: NodeJS.Timeout;
  /** The readers that have been added and have not disconnected. */
  #seats = 0;
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(source: FeedSource, after: number) {
    this.#source = source;
    this.#recent = createRecentEvents(after);
    this.#heartbeat = setInterval(() => this.#keepAlive(), heartbeatMs).unref();
    const first = this.#open();
    this.opened = first.then(() => undefined);
    const follow = first.then((upstream) => this.#follow(upstream));
    follow.catch((error: unknown) => {
      if (!this.#closed.signal.aborted)
        source.log.debug({ err: error }, 'The stream of the engine cannot be opened');
      this.close();
    });
  }

  /**
   * Calls `listener` when the feed ends: after the final status, without readers, or without the
   * engine.
   */
  onClose(listener: () => void): void {
    this.#closed.signal.addEventListener('abort', listener, { once: true });
  }

  /** Keeps the feed open for a reader until that disconnects. */
  add(reader: EventReader): void {
    this.#seats += 1;
    reader.onClose(() => {
      this.#seats -= 1;
      this.#readers.delete(reader);
      this.#wake();
      if (this.#seats === 0) this.close();
    });
  }

  /**
   * Sends an added reader the events after its last one, then future ones, and ends it after the
   * final status.
   */
  begin(reader: EventReader): void {
    this.#readers.add(reader);
    this.#bringUp(reader);
  }

  /**
   * Ends the engine's stream. Ends the readers too, except those that still lack events of a run
   * that is over.
   */
  close(): void {
    if (this.#closed.signal.aborted) return;
    clearInterval(this.#heartbeat);
    this.#closed.abort();
    this.#wake();
    for (const reader of this.#readers) {
      if (!this.#isOver) reader.end();
      else if (!reader.isBehind) reader.finish();
    }
  }

  #open(): Promise<AsyncIterable<EngineEvent | WritingEvent>> {
    return this.#source.open(this.#recent.last, this.#closed.signal);
  }

  /** Passes on what the engine sends. Opens a lost connection again if it has worked. */
  async #follow(first: AsyncIterable<EngineEvent | WritingEvent>): Promise<void> {
    const { signal } = this.#closed;
    for (let upstream = first; ; upstream = await this.#open()) {
      let worked = false;
      try {
        for await (const event of upstream) {
          worked = true;
          await this.#pass(encodeRunEvent(event, this.#source.runId));
          if (this.#isOver || signal.aborted) break;
        }
      } catch (error) {
        if (!signal.aborted)
          this.#source.log.debug({ err: error }, 'The stream of the engine broke off');
      }
      if (this.#isOver || signal.aborted || !worked) return this.close();
      await pause(reopenMs, undefined, { signal });
    }
  }

  async #pass(encoded: EncodedEvent): Promise<void> {
    const { number, event, bytes } = encoded;
    // The engine sends no faster than the fastest reader takes.
    while (this.#allBehind()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
    const isFinal =
      event.type === 'status' && (event.status === 'completed' || event.status === 'failed');
    this.#recent.add(encoded);
    for (const reader of this.#readers) {
      if (reader.isBehind) {
        reader.lacksText ||= number === null;
        continue;
      }
      if (number !== null && number <= reader.last) continue;
      reader.write(bytes);
      if (number !== null) reader.last = number;
      if (reader.isFull) this.#bringUp(reader);
    }
    this.#isOver = isFinal;
  }

  #allBehind(): boolean {
    if (this.#closed.signal.aborted) return false;
    for (const reader of this.#readers) if (!reader.isBehind) return false;
    return true;
  }

  #bringUp(reader: EventReader): void {
    reader.isBehind = true;
    this.#catchUp(reader).catch((error: unknown) => {
      // The response has begun, so it can only be ended. The reader reconnects and continues from
      // its last event.
      this.#source.log.debug({ err: error }, 'A stream broke off');
      reader.end();
    });
  }

  /**
   * Sends a reader what it lacks, as fast as it takes it: recent events, or older ones by a stream
   * of its own.
   */
  async #catchUp(reader: EventReader): Promise<void> {
    await reader.whenTaken();
    while (reader.last < this.#recent.last) {
      if (!this.#recent.hasAllAfter(reader.last)) await this.#readOlder(reader);
      for (const [number, bytes] of this.#recent.after(reader.last))
        await send(reader, number, bytes);
    }
    if (reader.lacksText && !this.#isOver)
      for (const text of this.#recent.texts()) reader.write(text);
    reader.lacksText = false;
    reader.isBehind = false;
    this.#wake();
    if (this.#closed.signal.aborted) reader.finish();
  }

  /**
   * Reads older events for one reader until the recent ones follow. Throws if the engine sends
   * none.
   */
  async #readOlder(reader: EventReader): Promise<void> {
    const from = reader.last;
    for await (const event of await this.#source.open(from, reader.gone)) {
      const { number, bytes } = encodeRunEvent(event, this.#source.runId);
      if (number === null) continue;
      await send(reader, number, bytes);
      if (this.#recent.hasAllAfter(number)) return;
    }
    if (reader.last === from) throw new Error('The engine does not send older events');
  }

  #keepAlive(): void {
    for (const reader of this.#readers) reader.keepAlive();
  }
}

async function send(reader: EventReader, number: number, bytes: Buffer): Promise<void> {
  reader.write(bytes);
  reader.last = number;
  await reader.whenTaken();
}

/** The feeds of the runs that are read in this process. */
export interface RunFeeds {
  /**
   * Adds a reader to its run's feed, opened after event `after` at the latest, and closed with the
   * last reader.
   */
  join(key: string, reader: EventReader, after: number, source: FeedSource): RunFeed;
  close(): void;
}

export function createRunFeeds(): RunFeeds {
  const feeds = new Map<string, RunFeed>();
  let closed = false;
  return {
    join(key, reader, after, source) {
      const feed = feeds.get(key) ?? new RunFeed(source, Math.min(after, reader.last));
      if (!feeds.has(key)) {
        feeds.set(key, feed);
        feed.onClose(() => feeds.delete(key));
      }
      feed.add(reader);
      if (closed) feed.close();
      return feed;
    },
    close() {
      closed = true;
      for (const feed of feeds.values()) feed.close();
    },
  };
}

/** Limits of event streams: a reader that stalls for so long is disconnected. */
export const streamLimits: Services['streamLimits'] = { stalledMs: 30_000 };

/**
 * Begins a `text/event-stream` response with the headers of every response, outside Fastify's own
 * sending.
 */
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

/**
 * A response that is sent the events of a run. Node keeps no more for it than its buffer and one
 * event.
 */
export class EventReader {
  /** Number of the last event that the reader has. */
  last: number;
  /**
   * True while the reader lacks events that others have. It then gets them apart from the others.
   */
  isBehind = true;
  /** True while the reader lacks a piece of a text in progress. */
  lacksText = true;
  readonly #response: ServerResponse;
  #gone: AbortController | undefined;
  #isHeld = false;
  #isFinished = false;
  #wake: () => void = () => undefined;

  constructor(response: ServerResponse, last: number) {
    this.last = last;
    this.#response = response;
    response.on('drain', () => this.#wake());
    response.once('close', () => {
      this.#gone?.abort();
      this.#wake();
    });
  }

  /**
   * Aborts when the reader has disconnected. Few readers need it, so it is made when it is asked
   * for.
   */
  get gone(): AbortSignal {
    this.#gone ??= new AbortController();
    return this.#gone.signal;
  }

  /** True while what was written waits to be taken. Nothing more is to be written then. */
  get isFull(): boolean {
    return this.#response.writableNeedDrain;
  }

  /**
   * Resolves when more can be written. Throws if the reader has disconnected or its stream has
   * ended.
   */
  async whenTaken(): Promise<void> {
    while (this.isFull) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
    if (this.#isOver) throw new Error('The reader has disconnected');
  }

  /** Writes bytes, unless the stream is over. */
  write(bytes: Buffer): void {
    if (!this.#isOver) this.#response.write(bytes);
  }

  /** Disconnects the reader if it takes nothing for `stalledMs` while something waits for it. */
  limit({ stalledMs }: Services['streamLimits']): void {
    // Node reports a write without progress after two such times (net.Socket, _onTimeout).
    this.#response.setTimeout(stalledMs / 2, () => {
      if (this.#response.writableLength > 0) this.#response.destroy();
    });
  }

  onClose(listener: () => void): void {
    this.#response.once('close', listener);
  }

  /** Writes a comment, unless what was written before waits to be taken. */
  keepAlive(): void {
    if (!this.isFull) this.write(keepAliveComment);
  }

  /** Keeps the stream open after the end of the run while a grid is at work. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (this.#isFinished && !isHeld) this.end();
  }

  /** Ends the stream once nothing holds it open. */
  finish(): void {
    this.#isFinished = true;
    if (!this.#isHeld) this.end();
  }

  end(): void {
    this.#response.end();
  }

  get #isOver(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }
}
