import { setTimeout as wait } from 'node:timers/promises';
import { type AcknowledgedRun, type Journal, noteUnexpected } from '../journal.ts';
import type { BalancedClient } from './client.ts';

/** A stream sends a comment each 15 s, so a longer silence means that its other side is gone. */
const silentLimitMs = 20_000;
const retryMs = 500;

/** A person who follows a run. */
export interface StreamReading {
  client: Pick<BalancedClient, 'open'>;
  journal: Journal;
  run: Pick<AcknowledgedRun, 'engagementId' | 'runId'>;
  /** Aborted when nobody reads any longer. */
  stopped: AbortSignal;
}

/**
 * Reads the event stream of a run to its end, and resumes it after the last event wherever it breaks off. The journal
 * gets each number that does not follow the one before: an event that was lost, doubled, or of another run. Returns
 * whether it has seen the end of the run.
 */
export async function readStream({ client, journal, run, stopped }: StreamReading): Promise<boolean> {
  const path = `/api/engagements/${run.engagementId}/stream`;
  let isOver = false;
  for (let last = 0; !isOver && !stopped.aborted; ) {
    const headers: Record<string, string> = last === 0 ? {} : { 'last-event-id': `${run.runId}:${last}` };
    for await (const line of readLines(client, path, headers, stopped)) {
      if (line.startsWith('id: ')) {
        const wanted = `${run.runId}:${last + 1}`;
        if (line !== `id: ${wanted}`) noteUnexpected(journal, `GET ${path}`, { status: 200, body: { line, wanted } });
        last = Number(line.split(':').at(-1));
      }
      isOver ||= /^data: .*"status":"(?:completed|failed)"/.test(line);
    }
    if (!isOver) await wait(retryMs, undefined, { signal: stopped }).catch(() => undefined);
  }
  return isOver;
}

/** Returns the lines of a stream until it ends, breaks off, or says nothing for too long; none where it is refused. */
async function* readLines(
  client: StreamReading['client'],
  path: string,
  headers: Record<string, string>,
  stopped: AbortSignal,
): AsyncGenerator<string> {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), silentLimitMs);
  try {
    const response = await client.open(path, headers, AbortSignal.any([stopped, silent.signal]));
    if (!response.ok || !response.body) return await response.body?.cancel();
    let rest = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      timer.refresh();
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch {
    // A stream that a fault breaks off is resumed.
  } finally {
    clearTimeout(timer);
  }
}
