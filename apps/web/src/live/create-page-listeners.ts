import type { Follower } from './follow-events.ts';
import { isOver, type LiveRun } from './live-run.ts';
import type { PageListeners } from './watch-page.ts';

interface WatchedFeed extends Follower {
  connection(): LiveRun['connection'];
}

/** Creates a feed's reactions to its page: to reconnect when the connection may be dead, or to rest. */
export function createPageListeners({ connection, isFollowing, isSilent, follow, rest }: WatchedFeed): PageListeners {
  return {
    onReturn: () => {
      if (isOver(connection()) || connection() === 'lost') return;
      if (!isFollowing() || connection() === 'reconnecting' || isSilent()) follow();
    },
    onOffline: () => {
      // The new connection fails at once if this is true, and works if the service is on this machine.
      if (connection() === 'live') follow();
    },
    onTick: () => {
      if (connection() === 'live' && isSilent()) follow();
    },
    onLeave: rest,
  };
}
