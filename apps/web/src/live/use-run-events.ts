import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { api } from '../api/client.ts';
import { useSessionEnded } from '../session/ended-session.ts';
import { onSessionOwnerChange } from '../session/on-session-owner-change.ts';
import { type LiveRun, type RunFeed, unopenedRun } from './live-run.ts';
import { openRunFeed } from './run-feed.ts';

/** A feed outlives its page: coming back shows every line at once. The oldest ones go, and all with their person. */
const feeds = new Map<string, RunFeed>();
const keptFeeds = 8;
onSessionOwnerChange(() => feeds.clear());

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

/**
 * What the events of an engagement's latest run tell, live and without gaps, also after it has ended. `runId` tells one
 * run from the next; nothing is followed without it, or while `enabled` is false.
 */
export function useRunEvents(engagementId: string, runId: string | undefined, enabled = true): FollowedRun {
  const followed = enabled ? runId : undefined;
  const subscribe = useCallback(
    (watcher: () => void) => (followed === undefined ? ignore : feedOf(engagementId, followed).watch(watcher)),
    [engagementId, followed],
  );
  const run = useSyncExternalStore(subscribe, () =>
    followed === undefined ? unopenedRun : feedOf(engagementId, followed).read(),
  );
  const retry = useCallback(() => {
    if (followed !== undefined) feedOf(engagementId, followed).reconnect();
  }, [engagementId, followed]);
  const hasEnded = useSessionEnded();
  useEffect(() => {
    // Refused with the session that ended; who has signed in again goes on.
    if (!hasEnded && followed !== undefined) feedOf(engagementId, followed).resume();
  }, [hasEnded, engagementId, followed]);
  return { ...run, retry };
}

/** A run with what connects it anew. */
export type FollowedRun = LiveRun & { retry: () => void };
const ignore = () => undefined;
