import type { RunEvent, StreamOptions } from '@ecp/sdk/follow-run';
import { createListeners } from '../ui/create-listeners.ts';
import { createPageListeners } from './create-page-listeners.ts';
import { applyWriting, type DraftTexts } from './draft-texts.ts';
import { createEventBuffer } from './event-buffer.ts';
import { followEvents } from './follow-events.ts';
import { isOver, type LiveRun, type RunFeed, unopenedRun } from './live-run.ts';
import { applyEvents } from './run-projection.ts';
import { type PageListeners, watchPage } from './watch-page.ts';

interface FeedSource {
  runId: string;
  stream(options: StreamOptions): AsyncIterable<RunEvent>;
  watchPage?: (watch: PageListeners) => () => void;
}

/**
 * Opens a feed of one run for any number of watchers. It takes each event once and in order, over all its connections.
 */
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

  const follower = followEvents({ stream: (options) => source.stream(options), intake, read, update });
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
