import type { RunEvent, StreamOptions } from '@ecp/sdk/follow-run';
import type { EventBuffer } from './event-buffer.ts';
import { isOver, type LiveRun } from './live-run.ts';

/** The service writes every 15 s (FOL-10), so a longer silence means a dead connection. */
const silenceMs = 35_000;

interface FollowOptions {
  stream(options: StreamOptions): AsyncIterable<RunEvent>;
  intake: EventBuffer;
  read(): LiveRun;
  update(change: Partial<LiveRun>): void;
}

/** The single connection of a feed. */
export interface Follower {
  /** Connects, replaces any present connection, and continues after the last event taken. */
  follow(): void;
  isFollowing(): boolean;
  /** Whether the connection has been silent for so long that it must be dead. */
  isSilent(): boolean;
  /** Closes the connection until `follow` is called. */
  rest(): void;
}

/** Passes the events of a run to the intake over one connection at a time, and reports the state of the connection. */
export function followEvents({ stream, intake, read, update }: FollowOptions): Follower {
  let following: AbortController | null = null;
  let aliveMs = Date.now();

  async function follow(): Promise<void> {
    following?.abort();
    const stop = new AbortController();
    following = stop;
    const tell = (change: Partial<LiveRun>) => following === stop && update(change);
    aliveMs = Date.now();
    if (read().connection !== 'opening') tell({ connection: 'reconnecting', error: null });
    try {
      const options: StreamOptions = {
        lastEventId: intake.lastId(),
        signal: stop.signal,
        timeoutMs: Number.POSITIVE_INFINITY,
        onAlive: () => {
          aliveMs = Date.now();
        },
        onConnection: (state) => tell({ connection: state === 'open' ? 'live' : 'reconnecting' }),
      };
      for await (const event of stream(options)) {
        if (following !== stop) return;
        if (!intake.add(event)) return void tell({ connection: 'superseded' });
      }
      tell({ connection: 'closed' });
    } catch (error) {
      if (!stop.signal.aborted) tell({ connection: 'lost', error });
    } finally {
      if (following === stop) following = null;
    }
  }

  return {
    follow: () => void follow(),
    isFollowing: () => following !== null,
    isSilent: () => Date.now() - aliveMs > silenceMs,
    rest() {
      following?.abort();
      following = null;
      if (!isOver(read().connection)) update({ connection: 'resting' });
    },
  };
}
