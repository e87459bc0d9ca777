import { setTimeout as wait } from 'node:timers/promises';

/** One message of a server-sent stream. */
export interface StreamMessage {
  id: string | null;
  data: string;
}

function parseMessage(block: string): StreamMessage | null {
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === 'id') id = value;
    if (field === 'data') data.push(value);
  }
  return data.length === 0 ? null : { id, data: data.join('\n') };
}

/** Cuts the bytes of a `text/event-stream` into messages; comments and an unfinished last message are left out. */
export async function* parseEventStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamMessage> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const message = parseMessage(block);
      if (message) yield message;
    }
  }
}

/** How `followEventStream` deals with a stream. */
export interface FollowOptions {
  /** True for the message after which nothing comes. */
  isLast(message: StreamMessage): boolean;
  /** Breaks in a row, without a message between them, that are borne. */
  maxBreaks: number;
  /** Pause before opening again. */
  pauseMs: number;
  signal: AbortSignal;
}

/**
 * Follows a stream from its first message to its last, over broken connections: after each break it opens again from
 * the last id (contract, 4: `Last-Event-ID`). Throws the last break when there were too many, or when aborted.
 */
export async function* followEventStream(
  open: (lastEventId: string) => Promise<Response>,
  { isLast, maxBreaks, pauseMs, signal }: FollowOptions,
): AsyncGenerator<StreamMessage> {
  let lastEventId = '0';
  for (let breaks = 0; ; ) {
    try {
      const { body } = await open(lastEventId);
      if (!body) throw new Error('The event stream has no body');
      for await (const message of parseEventStream(body)) {
        lastEventId = message.id ?? lastEventId;
        breaks = 0;
        yield message;
        if (isLast(message)) return;
      }
      throw new Error('The event stream ended before the run did');
    } catch (error) {
      breaks += 1;
      if (signal.aborted || breaks > maxBreaks) throw error;
      await wait(pauseMs, undefined, { signal });
    }
  }
}
