import type { StoredRunEvent } from '@ecp/sdk/follow-run';
import type { DraftTexts } from './draft-texts.ts';
import { emptyRunProjection, type RunProjection } from './run-projection.ts';

/** The known state of a run, and the state of its connection. */
export interface LiveRun {
  projection: RunProjection;
  /** All stored events behind the projection, in order and without gaps. */
  events: readonly StoredRunEvent[];
  /**
   * `closed` after the final status; `superseded` if the engagement has a newer run; `lost` after a refusal, until
   * `reconnect`; `resting` in a tab that has been hidden for a while.
   */
  connection: 'opening' | 'live' | 'reconnecting' | 'resting' | 'closed' | 'superseded' | 'lost';
  error: unknown;
}

/** A run before its first event. */
export const unopenedRun: LiveRun = { projection: emptyRunProjection, events: [], connection: 'opening', error: null };

/** Keeps a run up to date for its watchers. */
export interface RunFeed {
  read(): LiveRun;
  /** Follows the run while it has watchers. Returns a function that removes the watcher. */
  watch(watcher: () => void): () => void;
  /** The texts that are being written. They change often, so they have listeners of their own. */
  drafts: { read(): DraftTexts; subscribe(listener: () => void): () => void };
  /** Reconnects and continues after the last event. */
  reconnect(): void;
  /** Reconnects only if a refusal has ended the connection and the run has watchers. */
  resume(): void;
}

/** Whether no more events will arrive. */
export const isOver = (connection: LiveRun['connection']): boolean =>
  connection === 'closed' || connection === 'superseded';

/** True until the first events have arrived, which takes a moment after the connection has opened. */
export const isAwaitingFirstEvent = ({ connection, events }: Pick<LiveRun, 'connection' | 'events'>): boolean =>
  events.length === 0 && (connection === 'opening' || connection === 'live');
