import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Limits of event streams. */
export interface StreamLimits {
  /** A reader that takes nothing for so long, while events wait for it, is disconnected (FOL-16). */
  stalledMs: number;
}

export const streamLimits: StreamLimits = { stalledMs: 30_000 };

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

/** A response that is sent the events of a run. Node keeps no more for it than its buffer and one event. */
export class EventReader {
  /** Number of the last event that the reader has. */
  last: number;
  /** True while the reader lacks events that others have. It then gets them apart from the others. */
  isBehind = true;
  /** True while the reader lacks a piece of a text in progress. */
  lacksText = true;
  readonly #response: ServerResponse;
  #gone: AbortController | undefined;
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

  /** Aborts when the reader has disconnected. Few readers need it, so it is made when it is asked for. */
  get gone(): AbortSignal {
    this.#gone ??= new AbortController();
    return this.#gone.signal;
  }

  /** True while what was written waits to be taken. Nothing more is to be written then. */
  get isFull(): boolean {
    return this.#response.writableNeedDrain;
  }

  /** Resolves when more can be written. Throws if the reader has disconnected or its stream has ended. */
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
  limit({ stalledMs }: StreamLimits): void {
    // Node reports a write without progress after two such times (net.Socket, _onTimeout).
    this.#response.setTimeout(stalledMs / 2, () => {
      if (this.#response.writableLength > 0) this.#response.destroy();
    });
  }

  onClose(listener: () => void): void {
    this.#response.once('close', listener);
  }

  end(): void {
    this.#response.end();
  }

  get #isOver(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }
}

declare module '../../../kernel/services.ts' {
  interface Services {
    streamLimits: StreamLimits;
  }
}
