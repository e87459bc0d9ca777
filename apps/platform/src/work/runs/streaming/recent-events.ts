import type { WritingEvent } from '@ecp/contract/engine/engine-events';
import { type EncodedEvent, encodeEvent } from './read-events.ts';

/** Bytes of the last events of a run that are kept for readers that join or fall behind: those of most whole runs. */
const maxBytes = 65_536;
/** Characters of all texts in progress of a run. Beyond it, a reader that joins misses their beginnings. */
const maxTextLength = 1_048_576;

/** The last events of a run, and the texts that are being written in it. */
export interface RecentEvents {
  /** Number of the last event. */
  readonly last: number;
  add(event: EncodedEvent): void;
  /** Tells whether all events after a number are kept. */
  hasAllAfter(number: number): boolean;
  /** Returns the bytes of the kept events after a number, with their numbers. */
  after(number: number): [number: number, bytes: Buffer][];
  /** Returns each text in progress as one event, from its beginning (FOL-14). */
  texts(): Buffer[];
}

/** Begins with the event after number `after`. */
export function createRecentEvents(after: number): RecentEvents {
  const kept = new Map<number, Buffer>();
  const texts = new Map<string, WritingEvent>();
  let [last, forgotten, bytes] = [after, after, 0];

  const keep = (number: number, encoded: Buffer) => {
    kept.set(number, encoded);
    last = number;
    bytes += encoded.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= maxBytes) break;
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
      if (event.type === 'deliverable' || event.type === 'task_complete') texts.delete(event.taskId ?? '');
    },
    hasAllAfter: (number) => number >= forgotten,
    after: (number) => [...kept].filter(([of]) => of > number),
    texts: () => [...texts.values()].map((text) => encodeEvent(JSON.stringify(text))),
  };
}

/** Adds a piece to the text of its task. A piece replaces what follows its offset; another call begins anew. */
function continueText(texts: Map<string, WritingEvent>, piece: WritingEvent): void {
  const known = texts.get(piece.taskId);
  const before = known?.call === piece.call ? known.text.slice(0, piece.offset) : '';
  // The beginning is unknown until the engine sends it again.
  if (before.length < piece.offset) return;
  texts.set(piece.taskId, { ...piece, offset: 0, text: before + piece.text });
  const length = [...texts.values()].reduce((sum, { text }) => sum + text.length, 0);
  if (length > maxTextLength) texts.clear();
}
