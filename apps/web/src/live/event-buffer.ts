import type { RunEvent } from '@ecp/sdk/follow-run';

/** One change of the page for all events of a moment. */
const gatherMs = 60;

/** Takes the events of one run. */
export interface EventBuffer {
  /** Id of the last event taken: a new connection goes on after it. */
  lastId(): string | undefined;
  /** Takes an event once; one that is known is passed over. False for one of another run. */
  add(event: RunEvent): boolean;
  /** Hands over what was taken since the last time. */
  drain(): RunEvent[];
}

/** Takes each event of a run exactly once, by its number; `onMoment` is called when those of a moment wait to be collected. */
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
