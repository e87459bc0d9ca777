import { readdirSync, readFileSync } from 'node:fs';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { RecordedRun } from '../runs/recorded/import-run.ts';

/** The content of `recorded/engagement.json`, which scripts/record-sample.ts writes. */
interface Recording {
  engagement: Pick<Engagement, 'name' | 'client' | 'brief' | 'budget' | 'tasks'>;
  startedAt: string;
  events: EngineEvent[];
}

/** A file of the sample. */
interface RecordedFile {
  filename: string;
  bytes: Buffer;
}

const folder = new URL('recorded/', import.meta.url);

/**
 * Reads the recorded sample from the disk, with its run moved in time so that it ends at `now`: a sample of months ago
 * would be archived soon.
 */
export function readRecording(now: Date): {
  engagement: Recording['engagement'];
  run: RecordedRun;
  files: RecordedFile[];
} {
  const { engagement, startedAt, events } = JSON.parse(
    readFileSync(new URL('engagement.json', folder), 'utf8'),
  ) as Recording;
  const times = events.map(({ timestamp }) => Date.parse(timestamp));
  const laterMs = now.getTime() - Math.max(Date.parse(startedAt), ...times);
  const move = (timestamp: string) => new Date(Date.parse(timestamp) + laterMs);
  const moved = events.map((event) => ({ ...event, timestamp: move(event.timestamp).toISOString() }));
  const files = readdirSync(new URL('attachments/', folder))
    .sort()
    .map((filename) => ({ filename, bytes: readFileSync(new URL(`attachments/${filename}`, folder)) }));
  return { engagement, run: { startedAt: move(startedAt), events: moved }, files };
}
