import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { api } from '../../base/api/client.ts';
import { onSessionOwnerChange, useSessionEnded } from '../../base/session/session.ts';
import type { DraftTexts } from './run-feed.ts';
import { type LiveRun, openRunFeed, type RunFeed, unopenedRun } from './run-feed.ts';

/** Feeds outlive their page, so that a return shows every line at once. */
const feeds = new Map<string, RunFeed>();
const keptFeeds = 8;
onSessionOwnerChange(() => feeds.clear());

function feedOf(engagementId: string, runId: string): RunFeed {
  const feed =
    feeds.get(runId) ??
    openRunFeed({ runId, stream: (options) => api.streamRun(engagementId, options) });
  feeds.delete(runId);
  feeds.set(runId, feed);
  for (const oldest of feeds.keys()) {
    if (feeds.size <= keptFeeds) break;
    feeds.delete(oldest);
  }
  return feed;
}

/**
 * Returns the latest run as its events describe it, also after its end. Follows nothing without a
 * `runId`.
 */
export function useRunEvents(
  engagementId: string,
  runId: string | undefined,
  enabled = true,
): FollowedRun {
  const followed = enabled ? runId : undefined;
  const subscribe = useCallback(
    (watcher: () => void) =>
      followed === undefined ? ignore : feedOf(engagementId, followed).watch(watcher),
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
    // The end of the session also ended the stream. It resumes after the next sign-in.
    if (!hasEnded && followed !== undefined) feedOf(engagementId, followed).resume();
  }, [hasEnded, engagementId, followed]);
  return { ...run, retry };
}

/**
 * Returns a part of the texts being written. `select` returns the same value while its part is
 * unchanged.
 */
export function useDrafts<Part>(
  engagementId: string,
  runId: string,
  select: (drafts: DraftTexts) => Part,
): Part {
  const subscribe = useCallback(
    (listener: () => void) => feedOf(engagementId, runId).drafts.subscribe(listener),
    [engagementId, runId],
  );
  return useSyncExternalStore(subscribe, () => select(feedOf(engagementId, runId).drafts.read()));
}

export type FollowedRun = LiveRun & { retry: () => void };
const ignore = () => undefined;
