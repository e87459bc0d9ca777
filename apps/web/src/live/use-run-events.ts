import { useCallback, useSyncExternalStore } from 'react';
import { api } from '../api/client.ts';
import { type LiveRun, openRunFeed, type RunFeed } from './run-feed.ts';
import { emptyPicture } from './run-picture.ts';

/** A feed outlives its page: coming back shows every line at once. The oldest ones go. */
const feeds = new Map<string, RunFeed>();
const keptFeeds = 8;

function feedOf(engagementId: string, runId: string): RunFeed {
  const feed = feeds.get(runId) ?? openRunFeed({ runId, stream: (options) => api.streamRun(engagementId, options) });
  feeds.delete(runId);
  feeds.set(runId, feed);
  for (const oldest of feeds.keys()) {
    if (feeds.size <= keptFeeds) break;
    feeds.delete(oldest);
  }
  return feed;
}

const noRun: LiveRun = { picture: emptyPicture, events: [], connection: 'opening', error: null };

/**
 * What the events of an engagement's latest run tell, live and without gaps, also after it has ended. Nothing is followed
 * without a `runId`, which tells one run from the next.
 */
export function useRunEvents(engagementId: string, runId: string | undefined): LiveRun & { reconnect: () => void } {
  const subscribe = useCallback(
    (watcher: () => void) => (runId === undefined ? () => undefined : feedOf(engagementId, runId).watch(watcher)),
    [engagementId, runId],
  );
  const run = useSyncExternalStore(subscribe, () => (runId === undefined ? noRun : feedOf(engagementId, runId).read()));
  const reconnect = useCallback(() => {
    if (runId !== undefined) feedOf(engagementId, runId).reconnect();
  }, [engagementId, runId]);
  return { ...run, reconnect };
}
