import type { RunEvent } from '@ecp/sdk/follow-run';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { api } from '../api/client.ts';

/** The latest run as far as it is known here. */
export interface LiveRun {
  /** All events since the run began, in order and without gaps. */
  events: readonly RunEvent[];
  /** `closed` after the final status; `lost` after an error, which `retry` begins anew. */
  connection: 'opening' | 'live' | 'closed' | 'lost';
  error: unknown;
}

interface Feed {
  run: LiveRun;
  watchers: Set<() => void>;
  stop: AbortController | null;
}

/** A feed outlives its page for as long as the app: coming back shows every line at once. */
const feeds = new Map<string, Feed>();
const emptyRun: LiveRun = { events: [], connection: 'opening', error: null };

function feedOf(key: string): Feed {
  const feed = feeds.get(key) ?? { run: emptyRun, watchers: new Set(), stop: null };
  feeds.set(key, feed);
  return feed;
}

function update(feed: Feed, change: Partial<LiveRun>): void {
  feed.run = { ...feed.run, ...change };
  for (const watcher of feed.watchers) watcher();
}

/** Reads from the last event at hand; the sdk resumes after every broken connection (contract, 4). */
async function follow(engagementId: string, feed: Feed): Promise<void> {
  const stop = new AbortController();
  feed.stop = stop;
  const lastEventId = feed.run.events.at(-1)?.id ?? undefined;
  // One change of the page for all events of a moment.
  let waiting: RunEvent[] = [];
  const flush = () => {
    if (waiting.length === 0) return;
    const events = [...feed.run.events, ...waiting];
    waiting = [];
    update(feed, { events, connection: 'live' });
  };
  const timer = setInterval(flush, 60);
  try {
    update(feed, { connection: 'opening', error: null });
    for await (const event of api.streamRun(engagementId, { lastEventId, signal: stop.signal, timeoutMs: 300_000 })) {
      waiting.push(event);
    }
    flush();
    update(feed, { connection: 'closed' });
  } catch (error) {
    flush();
    if (!stop.signal.aborted) update(feed, { connection: 'lost', error });
  } finally {
    clearInterval(timer);
    if (feed.stop === stop) feed.stop = null;
  }
}

/**
 * The events of an engagement's latest run, live. `runId` tells one run from the next: each has a log of its own. Not
 * followed while `enabled` is false, for example before the first run.
 */
export function useRunEvents(engagementId: string, runId: string | undefined, enabled = true) {
  const key = `${engagementId} ${runId ?? ''}`;
  const subscribe = useCallback(
    (watcher: () => void) => {
      const feed = feedOf(key);
      feed.watchers.add(watcher);
      return () => {
        feed.watchers.delete(watcher);
        if (feed.watchers.size === 0) feed.stop?.abort();
      };
    },
    [key],
  );
  const run = useSyncExternalStore(subscribe, () => feedOf(key).run);
  const retry = useCallback(() => {
    const feed = feedOf(key);
    feed.stop?.abort();
    void follow(engagementId, feed);
  }, [engagementId, key]);
  useEffect(() => {
    if (enabled && runId !== undefined && feedOf(key).run.connection !== 'closed') retry();
  }, [enabled, runId, key, retry]);
  return { ...run, retry };
}
