import type { EventReader } from './event-reader.ts';
import { type FeedSource, RunFeed } from './run-feed.ts';

/** The feeds of the runs that are read in this process. */
export interface RunFeeds {
  /**
   * Adds a reader to the feed of its run, which opens with the first reader, after event `after` at the latest, and
   * closes with the last.
   */
  join(key: string, reader: EventReader, after: number, source: FeedSource): RunFeed;
  /** Ends all streams. */
  close(): void;
}

/** Creates the feeds of a process. */
export function createRunFeeds(): RunFeeds {
  const feeds = new Map<string, RunFeed>();
  let closed = false;
  return {
    join(key, reader, after, source) {
      const feed = feeds.get(key) ?? new RunFeed(source, Math.min(after, reader.last));
      if (!feeds.has(key)) {
        feeds.set(key, feed);
        feed.onClose(() => feeds.delete(key));
      }
      feed.add(reader);
      if (closed) feed.close();
      return feed;
    },
    close() {
      closed = true;
      for (const feed of feeds.values()) feed.close();
    },
  };
}
