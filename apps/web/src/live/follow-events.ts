import type { RunEvent, StreamOptions } from '@ecp/sdk/follow-run';
import { isOver, type LiveRun } from './live-run.ts';
import type { EventBuffer } from './event-buffer.ts';

/** The service writes every 15 s (FOL-10): a longer silence is a dead connection that nobody told of. */
const silenceMs = 35_000;

interface FollowOptions {
  stream(options: StreamOptions): AsyncIterable<RunEvent>;
  intake: EventBuffer;
  read(): LiveRun;
  update(change: Partial<LiveRun>): void;
}

/** The one connection of a feed. */
export interface Follower {
  /** Connects, in place of a connection that is there, and goes on after the last event taken. */
  follow(): void;
  isFollowing(): boolean;
  /** Whether it has been still for so long that it must be dead. */
  isSilent(): boolean;
  /** Ends it until `follow`. */
  rest(): void;
}

/** Feeds the events of a run to the intake over one connection at a time, and tells how that stands. */
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
