import { createParser } from 'eventsource-parser';
import { ConnectionError } from './api-error.ts';

/** A message of a `text/event-stream`. */
export interface StreamMessage {
  /** Null if the message has none. */
  id: string | null;
  data: string;
}

/**
 * Splits a stream into whole messages without comments. Calls `onBytes` for each chunk. Throws
 * `ConnectionError`.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<StreamMessage, void, undefined> {
  const messages: StreamMessage[] = [];
  const parser = createParser({ onEvent: ({ id = null, data }) => messages.push({ id, data }) });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(breakOff);
      if (done) return;
      onBytes();
      parser.feed(decoder.decode(value, { stream: true }));
      yield* messages.splice(0);
    }
  } finally {
    // Also runs if the reader stops early, so that the service stops sending. A broken stream is
    // already cancelled.
    await reader.cancel().catch(() => undefined);
  }
}

function breakOff(cause: unknown): never {
  throw new ConnectionError('connection_failed', 'The event stream broke', cause);
}
