import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { RunLogs } from '@ecp/contract/work/runs';
import type { RunState } from '../records/lock-run.ts';
import { readRecordedEvents } from './read-recording.ts';

/** The fields of a document that the stream leaves out. */
const leftOut = { content: undefined, citations: undefined, figures: undefined, noteAnswers: undefined };

/** Streams the events of a recorded run in the engine's form, from the one after number `after` on (SMP-2). */
export async function* replayRun(run: RunState, after: number): AsyncGenerator<Uint8Array> {
  for (const event of readRecordedEvents(run.started_at)) {
    if (event.seq <= after) continue;
    const data = JSON.stringify(event.type === 'deliverable' ? { ...event, ...leftOut } : event);
    yield Buffer.from(`id: ${event.seq}\ndata: ${data}\n\n`);
  }
}

/** Returns the log lines of a recorded run after the first `offset`. */
export function readRecordedLogs(run: RunState, offset: number): Pick<RunLogs, 'entries' | 'total'> {
  const lines = readRecordedEvents(run.started_at).flatMap((event) => (event.type === 'log' ? [toEntry(event)] : []));
  return { entries: lines.slice(offset), total: lines.length };
}

function toEntry({ seq: _seq, type: _type, ...entry }: Extract<EngineEvent, { type: 'log' }>) {
  return entry;
}
