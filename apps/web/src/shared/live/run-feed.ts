import type { WritingEvent } from '@ecp/contract/engine/engine-events';
import type { RunEvent, StoredRunEvent, StreamOptions } from '@ecp/sdk/follow-run';
import { createListeners } from '../../base/ui/create-listeners.ts';
import { applyEvents, emptyRunProjection, type RunProjection } from './run-projection.ts';

interface FeedSource {
  runId: string;
  stream(options: StreamOptions): AsyncIterable<RunEvent>;
  watchPage?: (watch: PageListeners) => () => void;
}

/** Opens a feed of one run for any number of watchers. It takes each event once and in order. */
export function openRunFeed(source: FeedSource): RunFeed {
  let run = unopenedRun;
  let texts: DraftTexts = new Map();
  const readers = createListeners();
  let unwatchPage = (): void => undefined;
  const watchers = new Set<() => void>();
  const intake = createEventBuffer(source.runId, () => update({ connection: 'live' }));
  const read = () => run;

  function update(change: Partial<LiveRun>): void {
    const taken = intake.drain();
    takeTexts(taken);
    const news = taken.filter((event) => event.type !== 'writing');
    if (news.length === 0 && taken.length > 0 && change.connection === run.connection) return;
    const events = news.length === 0 ? run.events : [...run.events, ...news];
    run = { ...run, events, projection: applyEvents(run.projection, news), ...change };
    for (const watcher of watchers) watcher();
  }

  function takeTexts(taken: readonly RunEvent[]): void {
    const before = texts;
    texts = applyWriting(before, taken);
    if (texts !== before) readers.notify();
  }

  const follower = followEvents({
    stream: (options) => source.stream(options),
    intake,
    read,
    update,
  });
  const page = createPageListeners({ ...follower, connection: () => run.connection });

  return {
    read,
    drafts: { read: () => texts, subscribe: readers.subscribe },
    reconnect: follower.follow,
    resume() {
      if (run.connection === 'lost' && watchers.size > 0) follower.follow();
    },
    watch(watcher) {
      watchers.add(watcher);
      if (watchers.size === 1 && !isOver(run.connection)) {
        unwatchPage = (source.watchPage ?? watchPage)(page);
        follower.follow();
      }
      return () => {
        watchers.delete(watcher);
        if (watchers.size > 0) return;
        unwatchPage();
        follower.rest();
      };
    },
  };
}

export interface LiveRun {
  projection: RunProjection;
  /** All stored events behind the projection, in order and without gaps. */
  events: readonly StoredRunEvent[];
  /**
   * `superseded` if the engagement has a newer run; `lost` after a refusal; `resting` in a tab that
   * has long been hidden.
   */
  connection: 'opening' | 'live' | 'reconnecting' | 'resting' | 'closed' | 'superseded' | 'lost';
  error: unknown;
}

/** A run before its first event. */
export const unopenedRun: LiveRun = {
  projection: emptyRunProjection,
  events: [],
  connection: 'opening',
  error: null,
};

export interface RunFeed {
  read(): LiveRun;
  /** Follows the run while it has watchers. Returns a function that removes the watcher. */
  watch(watcher: () => void): () => void;
  /** The texts that are being written. They change often, so they have listeners of their own. */
  drafts: { read(): DraftTexts; subscribe(listener: () => void): () => void };
  /** Reconnects and continues after the last event. */
  reconnect(): void;
  /** Reconnects only if a refusal has ended the connection and the run has watchers. */
  resume(): void;
}

const isOver = (connection: LiveRun['connection']): boolean =>
  connection === 'closed' || connection === 'superseded';

/**
 * True until the first events have arrived, which takes a moment after the connection has opened.
 */
export const isAwaitingFirstEvent = ({
  connection,
  events,
}: Pick<LiveRun, 'connection' | 'events'>): boolean =>
  events.length === 0 && (connection === 'opening' || connection === 'live');

/** The service writes every 15 s, so a longer silence means a dead connection. */
const silenceMs = 35_000;

interface FollowOptions {
  stream(options: StreamOptions): AsyncIterable<RunEvent>;
  intake: EventBuffer;
  read(): LiveRun;
  update(change: Partial<LiveRun>): void;
}

interface Follower {
  /** Connects, replaces any present connection, and continues after the last event taken. */
  follow(): void;
  isFollowing(): boolean;
  /** Whether the connection has been silent for so long that it must be dead. */
  isSilent(): boolean;
  /** Closes the connection until `follow` is called. */
  rest(): void;
}

/**
 * Passes the events of a run to the intake over one connection at a time, and reports the state of
 * the connection.
 */
function followEvents({ stream, intake, read, update }: FollowOptions): Follower {
  let following: AbortController | null = null;
  let aliveMs = Date.now();

  async function follow(): Promise<void> {
    following?.abort();
    const stop = new AbortController();
    following = stop;
    const report = (change: Partial<LiveRun>) => following === stop && update(change);
    aliveMs = Date.now();
    if (read().connection !== 'opening') report({ connection: 'reconnecting', error: null });
    try {
      const options: StreamOptions = {
        lastEventId: intake.lastId(),
        signal: stop.signal,
        timeoutMs: Number.POSITIVE_INFINITY,
        onAlive: () => {
          aliveMs = Date.now();
        },
        onConnection: (state) => report({ connection: state === 'open' ? 'live' : 'reconnecting' }),
      };
      for await (const event of stream(options)) {
        if (following !== stop) return;
        if (!intake.add(event)) return void report({ connection: 'superseded' });
      }
      report({ connection: 'closed' });
    } catch (error) {
      if (!stop.signal.aborted) report({ connection: 'lost', error });
    } finally {
      if (following === stop) following = null;
    }
  }

  return {
    follow: () => void follow(),
    isFollowing: () => following !== null,
    isSilent: () => Date.now() - aliveMs > silenceMs,
    rest() {
      following?.abort();
      following = null;
      if (!isOver(read().connection)) update({ connection: 'resting' });
    },
  };
}

/** All events within this time make one change of the page. */
const gatherMs = 60;

interface EventBuffer {
  /** Id of the last event taken. A new connection continues after it. */
  lastId(): string | undefined;
  /** Takes an event and ignores a known one. Returns false for an event of another run. */
  add(event: RunEvent): boolean;
  drain(): RunEvent[];
}

/**
 * Takes each event of a run exactly once. Calls `onMoment` shortly after, for all events of a
 * moment.
 */
function createEventBuffer(ofRun: string, onMoment: () => void): EventBuffer {
  let last = { id: undefined as string | undefined, number: 0 };
  const taken: RunEvent[] = [];
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return {
    lastId: () => last.id,
    add(event) {
      const [, runId, number] = /^(.*):(\d+)$/.exec(event.id ?? '') ?? [];
      if (runId !== undefined && runId !== ofRun) return false;
      if (number !== undefined && Number(number) <= last.number) return true;
      last = { id: event.id ?? last.id, number: Number(number ?? last.number) };
      taken.push(event);
      waiting ??= setTimeout(onMoment, gatherMs);
      return true;
    },
    drain() {
      clearTimeout(waiting);
      waiting = undefined;
      return taken.splice(0);
    },
  };
}

interface WatchedFeed extends Follower {
  connection(): LiveRun['connection'];
}

/**
 * Creates a feed's reactions to its page: to reconnect when the connection may be dead, or to rest.
 */
function createPageListeners({
  connection,
  isFollowing,
  isSilent,
  follow,
  rest,
}: WatchedFeed): PageListeners {
  return {
    onReturn: () => {
      if (isOver(connection()) || connection() === 'lost') return;
      if (!isFollowing() || connection() === 'reconnecting' || isSilent()) follow();
    },
    onOffline: () => {
      // The new connection fails at once if this is true, and works if the service is on this
      // machine.
      if (connection() === 'live') follow();
    },
    onTick: () => {
      if (connection() === 'live' && isSilent()) follow();
    },
    onLeave: rest,
  };
}

/** Events of the page that matter to the reader of a stream. */
export interface PageListeners {
  /** The page is visible again, or back online. */
  onReturn: () => void;
  /** The browser reports that it is offline. An open connection may be dead without an error. */
  onOffline: () => void;
  /** Called every few seconds while the page is visible. It detects a laptop's sleep as silence. */
  onTick: () => void;
  /** The page has been hidden for so long that another tab should have its connection. */
  onLeave: () => void;
}

const tickMs = 5_000;
const leaveAfterMs = 60_000;

/** Watches the page. Returns a function that stops watching. */
function watchPage({ onReturn, onOffline, onTick, onLeave }: PageListeners): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const onVisibility = () => {
    clearTimeout(leaving);
    if (document.visibilityState === 'visible') onReturn();
    else leaving = setTimeout(onLeave, leaveAfterMs);
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  for (const name of ['online', 'focus', 'pageshow'])
    window.addEventListener(name, onReturn, { signal });
  window.addEventListener('offline', onOffline, { signal });
  const ticking = setInterval(() => document.visibilityState === 'visible' && onTick(), tickMs);
  return () => {
    stop.abort();
    clearTimeout(leaving);
    clearInterval(ticking);
  };
}

/** The text of a document that is being written, as far as it has arrived. */
export interface DraftText {
  call: WritingEvent['call'];
  purpose: WritingEvent['purpose'];
  /** Number of characters before `text` that were sent before this page listened. */
  missing: number;
  text: string;
  /** Whether its call has ended. */
  isFinished: boolean;
}

export type DraftTexts = ReadonlyMap<string, DraftText>;

/**
 * Returns the texts after more events, in order. A text ends with its document, its task or the
 * run.
 */
export function applyWriting(before: DraftTexts, events: readonly RunEvent[]): DraftTexts {
  const texts = new Map(before);
  for (const event of events) applyEvent(texts, event);
  const isSame =
    texts.size === before.size && [...texts].every(([taskId, text]) => before.get(taskId) === text);
  return isSame ? before : texts;
}

function applyEvent(texts: Map<string, DraftText>, event: RunEvent): void {
  if (event.type === 'writing')
    texts.set(event.taskId, continueText(texts.get(event.taskId), event));
  else if (event.type === 'cost') finishText(texts, event.call);
  else if (event.type === 'task_complete' || event.type === 'deliverable')
    texts.delete(event.taskId ?? '');
  else if (event.type === 'status' && (event.status === 'completed' || event.status === 'failed'))
    texts.clear();
}

/** The paid call has written its text, which stays until the document is there. */
function finishText(
  texts: Map<string, DraftText>,
  call: Extract<RunEvent, { type: 'cost' }>['call'],
): void {
  const known = texts.get(call?.taskId ?? '');
  if (call?.taskId && known && call.answered && call.purpose === known.purpose) {
    texts.set(call.taskId, { ...known, isFinished: true });
  }
}

/** A piece replaces what follows its offset, unless it only repeats what has arrived. */
function continueText(
  known: DraftText | undefined,
  { call, purpose, offset, text }: WritingEvent,
): DraftText {
  const end = known ? known.missing + known.text.length : 0;
  if (known?.call !== call || offset > end || offset < known.missing) {
    return { call, purpose, missing: offset, text, isFinished: false };
  }
  const at = offset - known.missing;
  return known.text.startsWith(text, at)
    ? known
    : { ...known, text: known.text.slice(0, at) + text };
}
