import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { EventReader } from './event-reader.ts';
import { type EncodedEvent, readEvents } from './read-events.ts';
import { createRecentEvents, type RecentEvents } from './recent-events.ts';

/** How often a comment keeps an idle stream open (FOL-10). */
const heartbeatMs = 15_000;
/** Pause before a lost connection to the engine is opened again. */
const reopenMs = 250;
const comment = Buffer.from(': keep-alive\n\n');

/** The source of a run's events. */
export interface FeedSource {
  runId: string;
  /** Opens the engine's event stream after a number. Throws if that fails. */
  open(after: number, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
  /** Stores the end of the run, before readers are sent its final status. Never rejects. */
  storeEnd(): Promise<void>;
  log: FastifyBaseLogger;
}

/** Sends the events of a run to all its readers in this process, from one stream of the engine (FOL-15). */
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
      if (!this.#closed.signal.aborted) source.log.debug({ err: error }, 'The stream of the engine cannot be opened');
      this.close();
    });
  }

  /** Calls `listener` when the feed ends: after the final status, without readers, or without the engine. */
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

  /** Sends an added reader the events after its last one, then future ones, and ends it after the final status. */
  begin(reader: EventReader): void {
    this.#readers.add(reader);
    this.#bringUp(reader);
  }

  /** Ends the engine's stream. Ends the readers too, except those that still lack events of a run that is over. */
  close(): void {
    if (this.#closed.signal.aborted) return;
    clearInterval(this.#heartbeat);
    this.#closed.abort();
    this.#wake();
    for (const reader of this.#readers) if (!(this.#isOver && reader.isBehind)) reader.end();
  }

  #open(): Promise<AsyncIterable<Uint8Array>> {
    return this.#source.open(this.#recent.last, this.#closed.signal);
  }

  /** Passes on what the engine sends. Opens a lost connection again if it has worked. */
  async #follow(first: AsyncIterable<Uint8Array>): Promise<void> {
    const { signal } = this.#closed;
    for (let upstream = first; ; upstream = await this.#open()) {
      let worked = false;
      try {
        for await (const events of readEvents(upstream, this.#source.runId)) {
          worked = true;
          for (const event of events) await this.#pass(event);
          if (this.#isOver || signal.aborted) break;
        }
      } catch (error) {
        if (!signal.aborted) this.#source.log.debug({ err: error }, 'The stream of the engine broke off');
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
    const isFinal = event.type === 'status' && (event.status === 'completed' || event.status === 'failed');
    if (isFinal) await this.#source.storeEnd();
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
      // The response has begun, so it can only be ended. The reader reconnects and continues from its last event.
      this.#source.log.debug({ err: error }, 'A stream broke off');
      reader.end();
    });
  }

  /** Sends a reader what it lacks, as fast as it takes it: recent events, or older ones by a stream of its own. */
  async #catchUp(reader: EventReader): Promise<void> {
    await reader.whenTaken();
    while (reader.last < this.#recent.last) {
      if (!this.#recent.hasAllAfter(reader.last)) await this.#readOlder(reader);
      for (const [number, bytes] of this.#recent.after(reader.last)) await send(reader, number, bytes);
    }
    if (reader.lacksText && !this.#isOver) for (const text of this.#recent.texts()) reader.write(text);
    reader.lacksText = false;
    reader.isBehind = false;
    this.#wake();
    if (this.#closed.signal.aborted) reader.end();
  }

  /** Reads older events for one reader until the recent ones follow. Throws if the engine sends none. */
  async #readOlder(reader: EventReader): Promise<void> {
    const from = reader.last;
    for await (const events of readEvents(await this.#source.open(from, reader.gone), this.#source.runId)) {
      for (const { number, bytes } of events) {
        if (number === null) continue;
        await send(reader, number, bytes);
        if (this.#recent.hasAllAfter(number)) return;
      }
    }
    if (reader.last === from) throw new Error('The engine does not send older events');
  }

  #keepAlive(): void {
    for (const reader of this.#readers) if (!reader.isFull) reader.write(comment);
  }
}

async function send(reader: EventReader, number: number, bytes: Buffer): Promise<void> {
  reader.write(bytes);
  reader.last = number;
  await reader.whenTaken();
}
