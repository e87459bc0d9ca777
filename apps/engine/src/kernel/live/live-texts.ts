import type { WritingEvent } from '@ecp/contract/engine/engine-events';
import type { Database } from '@ecp/database/database';
import type { Logger } from 'pino';
import type { RunRef } from '../events/emit-event.ts';
import { liveTextChannel, liveWatchChannel, type RunSignals } from '../signals/run-signals.ts';
import { type TextInProgress, trackText } from './text-in-progress.ts';
import { createWatchers } from './watchers.ts';

/** How often a reader says that it still reads. */
const announceMs = 10_000;

/** A text that a model is writing. */
export interface WritingCall extends RunRef {
  taskId: string;
  /** Identifies the attempt of the call. */
  call: string;
  purpose: WritingEvent['purpose'];
}

type Read = (event: WritingEvent) => void;

/** Passes on what models are writing to those who watch, in all engine processes. Nothing is stored (contract 7). */
export interface LiveTexts {
  /** Starts to pass on the text of a call, cleaned by `clean`. `end` must be called. */
  begin(call: WritingCall, clean: (text: string) => string): TextInProgress;
  /** Reads what is written in a run, from its beginning on. Returns the function that ends the reading. */
  follow(run: RunRef, read: Read): () => void;
}

interface Watch extends RunRef {
  /** The process whose reader watches. */
  reader: string;
}
interface Piece extends RunRef {
  writer: string;
  event: WritingEvent;
}

const keyOf = ({ tenantId, runId }: RunRef) => JSON.stringify([tenantId, runId]);

/** A map to sets that drops empty ones. */
function createGroups<T>() {
  const groups = new Map<string, Set<T>>();
  return {
    of: (key: string): ReadonlySet<T> => groups.get(key) ?? new Set<T>(),
    add: (key: string, item: T) => void groups.set(key, (groups.get(key) ?? new Set<T>()).add(item)),
    remove: (key: string, item: T) => {
      groups.get(key)?.delete(item);
      if (groups.get(key)?.size === 0) groups.delete(key);
    },
  };
}

/** Opens the passing on of texts for this process. A text that nobody reads costs a look at two maps four times a second. */
export function openLiveTexts(database: Database, signals: RunSignals, executorId: string, log: Logger): LiveTexts {
  const readers = createGroups<Read>();
  const texts = createGroups<TextInProgress>();
  const watchers = createWatchers();
  const deliver = (run: RunRef, event: WritingEvent) => {
    for (const read of readers.of(keyOf(run))) read(event);
  };
  const restart = (run: RunRef) => {
    for (const text of texts.of(keyOf(run))) text.restart();
  };
  // One after another, because pieces that overtake each other would leave gaps.
  let telling = Promise.resolve();
  const tell = (channel: string, message: Watch | Piece) => {
    const values = [channel, JSON.stringify(message)];
    telling = telling
      .then(() => database.batchSystem([{ text: 'select pg_notify($1, $2)', values }]))
      .then(() => undefined)
      .catch((error: unknown) => log.warn({ err: error }, 'Readers of other processes miss a piece of a text'));
  };
  signals.onLiveText((payload) => {
    const { writer, event, ...run } = JSON.parse(payload) as Piece;
    if (writer !== executorId) deliver(run, event);
  });
  signals.onLiveWatch((payload) => {
    const { reader, ...run } = JSON.parse(payload) as Watch;
    if (reader !== executorId && watchers.announce(keyOf(run), reader)) restart(run);
  });
  return {
    begin({ tenantId, runId, ...about }, clean) {
      const run = { tenantId, runId };
      const key = keyOf(run);
      const isWatched = () => readers.of(key).size > 0 || watchers.of(key).length > 0;
      const text = trackText(clean, isWatched, (offset, piece) => {
        const timestamp = new Date().toISOString();
        const event: WritingEvent = { type: 'writing', timestamp, ...about, offset, text: piece };
        deliver(run, event);
        if (watchers.of(key).length > 0) tell(liveTextChannel, { ...run, writer: executorId, event });
      });
      texts.add(key, text);
      const end = () => {
        text.end();
        texts.remove(key, text);
      };
      return { ...text, end };
    },
    follow({ tenantId, runId }, read) {
      const run = { tenantId, runId };
      readers.add(keyOf(run), read);
      restart(run);
      const watch = () => tell(liveWatchChannel, { ...run, reader: executorId });
      watch();
      const timer = setInterval(watch, announceMs).unref();
      return () => {
        clearInterval(timer);
        readers.remove(keyOf(run), read);
      };
    },
  };
}

declare module '../engine-services.ts' {
  interface EngineServices {
    live: LiveTexts;
  }
}
