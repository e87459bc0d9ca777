import type { EngineEvent, WritingEvent } from '@ecp/contract/engine/engine-events';
import { createParser } from 'eventsource-parser';

/** An event of a run with the bytes that every reader is sent. */
export interface EncodedEvent {
  /** The number; a piece of a text in progress has none (null). */
  number: number | null;
  event: EngineEvent | WritingEvent;
  bytes: Buffer;
}

/**
 * Reads the engine's event stream and encodes each event once, with ids `<run id>:<number>` (FOL-9). Yields the events
 * of each chunk, none for a comment. Throws when `chunks` fails.
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>, runId: string): AsyncGenerator<EncodedEvent[]> {
  let events: EncodedEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, data }) => {
      const event = JSON.parse(data) as EngineEvent | WritingEvent;
      const number = id === undefined ? null : Number(id);
      events.push({ number, event, bytes: encodeEvent(data, number === null ? undefined : `${runId}:${number}`) });
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield events;
    events = [];
  }
}

/** Encodes JSON text as a server-sent event. */
export function encodeEvent(data: string, id?: string): Buffer {
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`);
}
