import type { RunEvent } from '@ecp/sdk/follow-run';

/** All events within this time make one change of the page. */
const gatherMs = 60;

/** Collects the events of one run. */
export interface EventBuffer {
  /** Id of the last event taken. A new connection continues after it. */
  lastId(): string | undefined;
  /** Takes an event and ignores a known one. Returns false for an event of another run. */
  add(event: RunEvent): boolean;
  /** Returns the events taken since the last call. */
  drain(): RunEvent[];
}

/**
 * Takes each event of a run exactly once, by its number. Calls `onMoment` shortly after, for all events of a moment.
 */
export function createEventBuffer(ofRun: string, onMoment: () => void): EventBuffer {
  let last = { id: undefined as string | undefined, number: 0 };
  const taken: RunEvent[] = [];
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return {
    lastId: () => last.id,
    add(event) {
      const [, runId, number] = /^(.*):(\d+)$/.exec(event.id ?? '') ?? [];
      if (runId !== undefined && runId !== ofRun) return false;
      if (number !== undefined && Number(number) <= last.number) return true;
      last = { id: event.id ?? last.id, number: Number(number ?? last.number) };
      taken.push(event);
      waiting ??= setTimeout(onMoment, gatherMs);
      return true;
    },
    drain() {
      clearTimeout(waiting);
      waiting = undefined;
      return taken.splice(0);
    },
  };
}
