import type { Follower } from './follow-events.ts';
import { isOver, type LiveRun } from './live-run.ts';
import type { PageListeners } from './watch-page.ts';

interface WatchedFeed extends Follower {
  connection(): LiveRun['connection'];
}

/** What a feed does when something happens to its page: connect anew where its connection may be dead, or rest. */
export function createPageListeners({ connection, isFollowing, isSilent, follow, rest }: WatchedFeed): PageListeners {
  return {
    onReturn: () => {
      if (isOver(connection()) || connection() === 'lost') return;
      if (!isFollowing() || connection() === 'reconnecting' || isSilent()) follow();
    },
    onOffline: () => {
      // It fails at once when that is so, and goes on when the service is on this machine.
      if (connection() === 'live') follow();
    },
    onTick: () => {
      if (connection() === 'live' && isSilent()) follow();
    },
    onLeave: rest,
  };
}
