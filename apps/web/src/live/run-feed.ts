import type { RunEvent, StreamOptions } from '@ecp/sdk/follow-run';
import { answerPage } from './answer-page.ts';
import { applyEvents } from './apply-events.ts';
import { isOver, type LiveRun, type RunFeed } from './live-run.ts';
import { emptyPicture } from './run-picture.ts';
import { type PageWatch, watchPage } from './watch-page.ts';

interface FeedSource {
  runId: string;
  stream(options: StreamOptions): AsyncIterable<RunEvent>;
  watchPage?: (watch: PageWatch) => () => void;
}

/** One change of the page for all events of a moment. */
const gatherMs = 60;
/** The service writes every 15 s (contract, 4): a longer silence is a dead connection that nobody told of. */
const silenceMs = 35_000;

/**
 * The events of one run, each exactly once and in order, over any number of connections: a new one goes on after the last
 * event taken, and numbers that were taken are passed over.
 */
export function openRunFeed(source: FeedSource): RunFeed {
  let run: LiveRun = { picture: emptyPicture, events: [], connection: 'opening', error: null };
  let following: AbortController | null = null;
  let unwatchPage = (): void => undefined;
  let last = { id: undefined as string | undefined, number: 0, aliveMs: Date.now() };
  const gathered: RunEvent[] = [];
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const watchers = new Set<() => void>();

  function update(change: Partial<LiveRun>): void {
    clearTimeout(gathering);
    gathering = undefined;
    const news = gathered.splice(0);
    const events = news.length === 0 ? run.events : [...run.events, ...news];
    run = { ...run, events, picture: applyEvents(run.picture, news), ...change };
    for (const watcher of watchers) watcher();
  }

  /** False for an event of another run: this one is not the latest any more. */
  function take(event: RunEvent): boolean {
    const [, runId, number] = /^(.*):(\d+)$/.exec(event.id ?? '') ?? [];
    if (runId !== undefined && runId !== source.runId) return false;
    if (number !== undefined && Number(number) <= last.number) return true;
    last = { ...last, id: event.id ?? last.id, number: Number(number ?? last.number) };
    gathered.push(event);
    gathering ??= setTimeout(() => update({ connection: 'live' }), gatherMs);
    return true;
  }

  async function follow(): Promise<void> {
    following?.abort();
    const stop = new AbortController();
    following = stop;
    const tell = (change: Partial<LiveRun>) => following === stop && update(change);
    last.aliveMs = Date.now();
    if (run.connection !== 'opening') tell({ connection: 'reconnecting', error: null });
    try {
      const options: StreamOptions = {
        lastEventId: last.id,
        signal: stop.signal,
        timeoutMs: Number.POSITIVE_INFINITY,
        onAlive: () => {
          last.aliveMs = Date.now();
        },
        onConnection: (state) => tell({ connection: state === 'open' ? 'live' : 'reconnecting' }),
      };
      for await (const event of source.stream(options)) {
        if (following !== stop) return;
        if (!take(event)) return void tell({ connection: 'superseded' });
      }
      tell({ connection: 'closed' });
    } catch (error) {
      if (!stop.signal.aborted) tell({ connection: 'lost', error });
    } finally {
      if (following === stop) following = null;
    }
  }

  function rest(): void {
    following?.abort();
    following = null;
    if (!isOver(run.connection)) update({ connection: 'resting' });
  }
  const page = answerPage({
    connection: () => run.connection,
    isFollowing: () => following !== null,
    isSilent: () => Date.now() - last.aliveMs > silenceMs,
    follow: () => void follow(),
    rest,
  });

  return {
    read: () => run,
    reconnect: () => void follow(),
    resume() {
      if (run.connection === 'lost' && watchers.size > 0) void follow();
    },
    watch(watcher) {
      watchers.add(watcher);
      if (watchers.size === 1 && !isOver(run.connection)) {
        unwatchPage = (source.watchPage ?? watchPage)(page);
        void follow();
      }
      return () => {
        watchers.delete(watcher);
        if (watchers.size > 0) return;
        unwatchPage();
        rest();
      };
    },
  };
}
