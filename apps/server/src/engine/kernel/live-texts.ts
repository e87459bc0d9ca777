import type { WritingEvent } from '@ecp/contract/engine/engine-events';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { Logger } from 'pino';
import type { RunRef } from './events.ts';
import { liveTextChannel, liveWatchChannel, type RunSignals } from './waiting.ts';

/** Interval at which a reader announces itself. */
const announceMs = 10_000;

interface WritingCall extends RunRef {
  taskId: string;
  call: string;
  purpose: WritingEvent['purpose'];
}

type Read = (event: WritingEvent) => void;

/** Passes on texts in progress to readers in all engine processes. Nothing is stored. */
export interface LiveTexts {
  /** Starts to pass on the text of a call, cleaned by `clean`. `end` must be called. */
  begin(call: WritingCall, clean: (text: string) => string): TextInProgress;
  /**
   * Reads a run's texts in progress from their beginning. Returns the function that ends the
   * reading.
   */
  follow(run: RunRef, read: Read): () => void;
}

interface Watch extends RunRef {
  reader: string;
  /** True for a new reader, which needs each text from its beginning. */
  isNew: boolean;
}
interface Piece extends RunRef {
  writer: string;
  event: WritingEvent;
}

const keyOf = ({ tenantId, runId }: RunRef) => JSON.stringify([tenantId, runId]);

function createGroups<T>() {
  const groups = new Map<string, Set<T>>();
  return {
    of: (key: string): ReadonlySet<T> => groups.get(key) ?? new Set<T>(),
    add: (key: string, item: T) =>
      void groups.set(key, (groups.get(key) ?? new Set<T>()).add(item)),
    remove: (key: string, item: T) => {
      groups.get(key)?.delete(item);
      if (groups.get(key)?.size === 0) groups.delete(key);
    },
  };
}

/**
 * Limits the notifications that wait for the database. Readers in other processes miss further
 * ones.
 */
const maxWaiting = 2_000;

/**
 * Returns a function that notifies other processes in order, all waiting notifications in one
 * query.
 */
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
        .catch((error: unknown) =>
          log.warn({ err: error }, 'Readers of other processes miss a piece of a text'),
        );
    }
    isSending = false;
  };
  return (channel: string, message: Watch | Piece) => {
    if (waiting.length >= maxWaiting) return;
    waiting.push({ text: 'select pg_notify($1, $2)', values: [channel, JSON.stringify(message)] });
    if (!isSending) void send();
  };
}

/**
 * Starts to pass on texts in this process. A text without readers costs two map look-ups four times
 * a second.
 */
export function openLiveTexts(
  database: Database,
  signals: RunSignals,
  executorId: string,
  log: Logger,
): LiveTexts {
  const readers = createGroups<Read>();
  const texts = createGroups<TextInProgress>();
  const watchers = createWatchers();
  const deliver = (run: RunRef, event: WritingEvent) => {
    for (const read of readers.of(keyOf(run))) read(event);
  };
  const restart = (run: RunRef) => {
    for (const text of texts.of(keyOf(run))) text.restart();
  };
  const notify = createNotifier(database, log);
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
        if (watchers.has(key)) notify(liveTextChannel, { ...run, writer: executorId, event });
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
      const watch = (isNew: boolean) =>
        notify(liveWatchChannel, { ...run, reader: executorId, isNew });
      watch(true);
      const timer = setInterval(() => watch(false), announceMs).unref();
      return () => {
        clearInterval(timer);
        readers.remove(keyOf(run), read);
      };
    },
  };
}

/** Interval at which new text is passed on. */
const flushMs = 250;
/**
 * Characters of one piece. Its JSON stays below Postgres's 8,000 bytes of a notification in every
 * language.
 */
const pieceLength = 1_200;

export interface TextInProgress {
  write(textSoFar: string): void;
  restart(): void;
  end(): void;
}

/**
 * Passes on a growing text while `isWatched`. It starts again if `clean` has changed its beginning.
 */
function trackText(
  clean: (text: string) => string,
  isWatched: () => boolean,
  pass: (offset: number, text: string) => void,
): TextInProgress {
  let written = '';
  let sent = '';
  let isNew = false;
  const flush = () => {
    if (!isNew || !isWatched()) return;
    const text = clean(written);
    for (
      let offset = text.startsWith(sent) ? sent.length : 0;
      offset < text.length;
      offset += pieceLength
    ) {
      pass(offset, text.slice(offset, offset + pieceLength));
    }
    sent = text;
    isNew = false;
  };
  const timer = setInterval(flush, flushMs).unref();
  return {
    write: (textSoFar) => {
      written = textSoFar;
      isNew = true;
    },
    restart: () => {
      sent = '';
      isNew = true;
    },
    end: () => {
      clearInterval(timer);
      flush();
    },
  };
}

/** Milliseconds after its last announcement until a process no longer counts as watching. */
const watchedMs = 25_000;

interface Watchers {
  announce(run: string, reader: string): boolean;
  has(run: string): boolean;
}

function createWatchers(): Watchers {
  const untilMs = new Map<string, Map<string, number>>();
  // Every process is notified of every watched run, even if it writes nothing in it.
  const forget = (nowMs: number) => {
    for (const [run, readers] of untilMs) {
      for (const [reader, until] of readers) if (until < nowMs) readers.delete(reader);
      if (readers.size === 0) untilMs.delete(run);
    }
  };
  return {
    announce(run, reader) {
      const nowMs = performance.now();
      const readers = untilMs.get(run) ?? new Map<string, number>();
      const isNew = (readers.get(reader) ?? 0) < nowMs;
      if (isNew) forget(nowMs);
      untilMs.set(run, readers.set(reader, nowMs + watchedMs));
      return isNew;
    },
    has(run) {
      const nowMs = performance.now();
      return [...(untilMs.get(run)?.values() ?? [])].some((until) => until >= nowMs);
    },
  };
}
