import type { RunEvent } from '@ecp/sdk/follow-run';
import { emptyRunProjection, type RunProjection } from './run-projection.ts';

/** A run as it is known here, and how. */
export interface LiveRun {
  projection: RunProjection;
  /** All events that made it, in order and without gaps. */
  events: readonly RunEvent[];
  /**
   * `closed` after the final status; `superseded` when the engagement has a newer run; `lost` after a refusal, which
   * `reconnect` tries anew; `resting` in a tab that nobody has looked at for a while.
   */
  connection: 'opening' | 'live' | 'reconnecting' | 'resting' | 'closed' | 'superseded' | 'lost';
  error: unknown;
}

/** A run of which nothing has been read yet. */
export const unopenedRun: LiveRun = { projection: emptyRunProjection, events: [], connection: 'opening', error: null };

/** Keeps a run up to date for who watches it. */
export interface RunFeed {
  read(): LiveRun;
  /** Follows the run while anybody watches; returns what ends the watching. */
  watch(watcher: () => void): () => void;
  /** Connects anew, going on after the last event. */
  reconnect(): void;
  /** The same where a refusal has ended it and somebody still watches. */
  resume(): void;
}

/** Whether nothing more comes of it. */
export const isOver = (connection: LiveRun['connection']): boolean =>
  connection === 'closed' || connection === 'superseded';
