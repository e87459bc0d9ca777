import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { EngineServices } from '../engine-services.ts';
import type { RunRef } from './emit-event.ts';
import { type EventsRead, readEvents } from './read-events.ts';

const pageSize = 200;

/**
 * Reads a page of events. Waits up to `waitMs` for the first one, but not if the run is over.
 * Returns null if the tenant has no such run.
 */
export async function waitForEvents(
  { database, runChanges }: EngineServices,
  run: RunRef,
  page: { after: number; limit: number; waitMs: number },
  signal: AbortSignal,
): Promise<EventsRead | null> {
  const deadlineMs = performance.now() + page.waitMs;
  for (;;) {
    const read = await readEvents(database, run, page.after, page.limit);
    const leftMs = deadlineMs - performance.now();
    if (!read || read.events.length > 0 || isOver(read) || leftMs <= 0 || signal.aborted) return read;
    await runChanges.wait(run, read.lastEvent, leftMs, signal);
  }
}

/** Yields every event after a number, including future ones, until it has yielded the run's final status. */
export async function* followEvents(
  services: EngineServices,
  run: RunRef,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<EngineEvent> {
  let last = after;
  while (!signal.aborted) {
    const read = await waitForEvents(services, run, { after: last, limit: pageSize, waitMs: 60_000 }, signal);
    if (!read) return;
    for (const event of read.events) {
      last = event.seq;
      yield event;
    }
    if (isOver(read) && last >= read.lastEvent) return;
  }
}

function isOver({ status }: EventsRead): boolean {
  return status === 'completed' || status === 'failed';
}
