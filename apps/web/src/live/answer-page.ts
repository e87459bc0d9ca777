import { isOver, type LiveRun } from './live-run.ts';
import type { PageWatch } from './watch-page.ts';

/** How a feed stands, and what can be done with it. */
interface WatchedFeed {
  connection(): LiveRun['connection'];
  isFollowing(): boolean;
  /** Whether its connection has been still for so long that it must be dead. */
  isSilent(): boolean;
  /** Connects anew. */
  follow(): void;
  rest(): void;
}

/** What a feed does when something happens to its page: connect anew where its connection may be dead, or rest. */
export function answerPage({ connection, isFollowing, isSilent, follow, rest }: WatchedFeed): PageWatch {
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
