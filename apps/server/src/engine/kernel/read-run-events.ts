import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EngineEvent, WritingEvent } from '@ecp/contract/engine/engine-events';
import type { Database } from '@ecp/database/database';
import { type EventsRead, type RunRef, readEvents } from './events.ts';
import type { LiveTexts } from './live-texts.ts';
import type { RunChangePoller } from './waiting.ts';

const pageSize = 200;
const longestWaitMs = 60_000;

/**
 * Reads a page of events, and waits up to `waitMs` for the first one. Null if the tenant has no
 * such run.
 */
export async function waitForEvents(
  { database, runChanges }: { database: Database; runChanges: RunChangePoller },
  run: RunRef,
  page: { after: number; limit: number; waitMs: number },
  signal: AbortSignal,
): Promise<EventsRead | null> {
  const deadlineMs = performance.now() + page.waitMs;
  for (;;) {
    const read = await readEvents(database, run, page.after, page.limit);
    const leftMs = deadlineMs - performance.now();
    if (!read || read.events.length > 0 || isOver(read) || leftMs <= 0 || signal.aborted)
      return read;
    await runChanges.wait(run, read.lastEvent, leftMs, signal);
  }
}

interface EventSources {
  database: Database;
  runChanges: RunChangePoller;
  live: LiveTexts;
}

/**
 * Yields every event of a run after a number, without the documents, and the pieces of texts in
 * progress, until the run's final status. A caller that falls behind misses pieces, which readers
 * show as a gap, and no event. Ends at once if the tenant has no such run; throws when `signal`
 * aborts.
 */
export async function* readRunEvents(
  sources: EventSources,
  run: RunRef,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<EngineEvent | WritingEvent> {
  const stream = new PassThrough({ objectMode: true, highWaterMark: pageSize });
  const unfollow = sources.live.follow(run, (piece) => {
    if (stream.writable && !stream.writableNeedDrain) stream.write(piece);
  });
  const following = pipeline(followEvents(sources, run, after, signal), stream, { signal });
  try {
    yield* stream;
    await following;
  } finally {
    unfollow();
    stream.destroy();
    await following.catch(() => undefined);
  }
}

/** Yields the events after a number, also future ones, up to the run's final status. */
async function* followEvents(
  sources: EventSources,
  run: RunRef,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<EngineEvent> {
  for (let last = after; !signal.aborted; ) {
    const page = { after: last, limit: pageSize, waitMs: longestWaitMs };
    const read = await waitForEvents(sources, run, page, signal);
    if (!read) return;
    for (const event of read.events) {
      last = event.seq;
      yield withoutDocument(event);
    }
    if (isOver(read) && last >= read.lastEvent) return;
  }
}

function isOver({ status }: EventsRead): boolean {
  return status === 'completed' || status === 'failed';
}

/** The fields of a document that streams do not show, and that old events lose. */
export const leftOut = {
  content: undefined,
  citations: undefined,
  figures: undefined,
  noteAnswers: undefined,
};

/** Leaves out the fields of a document that streams do not show. */
export function withoutDocument(event: EngineEvent): EngineEvent {
  if (event.type !== 'deliverable') return event;
  const { content, citations, figures, noteAnswers, ...rest } = event;
  return rest;
}
