import type { WritingEvent } from '@ecp/contract/engine/engine-events';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
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
  /** True for a reader that has just begun, and needs each text from its beginning. */
  isNew: boolean;
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

/** Most notifications that wait for the database. Readers in other processes miss what is beyond. */
const maxWaiting = 2_000;

/** Returns a function that notifies other processes in order, in one round trip for all notifications that wait. */
function createNotifier(database: Database, log: Logger) {
  let waiting: Statement[] = [];
  let isSending = false;
  const send = async () => {
    isSending = true;
    while (waiting.length > 0) {
      const statements = waiting;
      waiting = [];
      await database
        .batchSystem(statements)
        .catch((error: unknown) => log.warn({ err: error }, 'Readers of other processes miss a piece of a text'));
    }
    isSending = false;
  };
  return (channel: string, message: Watch | Piece) => {
    if (waiting.length >= maxWaiting) return;
    waiting.push({ text: 'select pg_notify($1, $2)', values: [channel, JSON.stringify(message)] });
    if (!isSending) void send();
  };
}

/** Starts to pass on texts in this process. A text that nobody reads costs a look at two maps four times a second. */
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
  const tell = createNotifier(database, log);
  signals.on(liveTextChannel, (payload) => {
    const { writer, event, ...run } = JSON.parse(payload) as Piece;
    if (writer !== executorId) deliver(run, event);
  });
  signals.on(liveWatchChannel, (payload) => {
    const { reader, isNew, ...run } = JSON.parse(payload) as Watch;
    if (reader === executorId) return;
    if (watchers.announce(keyOf(run), reader) || isNew) restart(run);
  });
  return {
    begin({ tenantId, runId, ...about }, clean) {
      const run = { tenantId, runId };
      const key = keyOf(run);
      const isWatched = () => readers.of(key).size > 0 || watchers.has(key);
      const text = trackText(clean, isWatched, (offset, piece) => {
        const timestamp = new Date().toISOString();
        const event: WritingEvent = { type: 'writing', timestamp, ...about, offset, text: piece };
        deliver(run, event);
        if (watchers.has(key)) tell(liveTextChannel, { ...run, writer: executorId, event });
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
      const watch = (isNew: boolean) => tell(liveWatchChannel, { ...run, reader: executorId, isNew });
      watch(true);
      const timer = setInterval(() => watch(false), announceMs).unref();
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
