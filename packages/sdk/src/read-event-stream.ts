import { createParser } from 'eventsource-parser';
import { ConnectionError } from './api-error.ts';

/** One message of a `text/event-stream`. */
export interface StreamMessage {
  /** Null when it has none of its own. */
  id: string | null;
  data: string;
}

/**
 * Cuts a stream into messages; comments and an unfinished last message are left out. `onBytes` is called for every chunk.
 * Throws a `ConnectionError` when the stream breaks.
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
    // Also when the reader stops in the middle: the service then stops sending. A broken stream is cancelled already.
    await reader.cancel().catch(() => undefined);
  }
}

function breakOff(cause: unknown): never {
  throw new ConnectionError('connection_failed', 'The event stream broke off', cause);
}
