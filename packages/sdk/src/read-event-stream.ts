import { ConnectionError } from './api-error.ts';

/** One message of a `text/event-stream`. */
export interface StreamMessage {
  /** Null when it has none of its own. */
  id: string | null;
  data: string;
}

/**
 * Cuts a stream into messages; comments and an unfinished last message are left out. `onBytes` hears of every chunk.
 * Throws a `ConnectionError` when the stream breaks.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<StreamMessage, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(breakOff);
      if (done) return;
      onBytes();
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      yield* blocks.flatMap((block) => parseMessage(block) ?? []);
    }
  } finally {
    // Also when the reader stops in the middle: the service then stops sending. A broken stream is cancelled already.
    await reader.cancel().catch(() => undefined);
  }
}

function breakOff(cause: unknown): never {
  throw new ConnectionError('connection_failed', 'The event stream broke off', cause);
}

function parseMessage(block: string): StreamMessage | undefined {
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'id') id = value;
    if (field === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { id, data: data.join('\n') };
}
