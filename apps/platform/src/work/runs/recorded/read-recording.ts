import { readdirSync, readFileSync } from 'node:fs';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { Engagement } from '@ecp/contract/work/engagements';

/** The content of `sample/engagement.json`, which scripts/record-sample.ts writes. */
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

const folder = new URL('sample/', import.meta.url);

/** Reads the recorded engagement with its files from the disk. */
export function readRecording(): Pick<Recording, 'engagement'> & { files: RecordedFile[] } {
  const files = readdirSync(new URL('attachments/', folder))
    .sort()
    .map((filename) => ({ filename, bytes: readFileSync(new URL(`attachments/${filename}`, folder)) }));
  return { engagement: readFile().engagement, files };
}

/** Reads the events of the recorded run as if it had begun at `startedAt`. */
export function readRecordedEvents(startedAt: Date): EngineEvent[] {
  const recording = readFile();
  const laterMs = startedAt.getTime() - Date.parse(recording.startedAt);
  return recording.events.map((event) => {
    return { ...event, timestamp: new Date(Date.parse(event.timestamp) + laterMs).toISOString() };
  });
}

/** Returns how long the recorded run took, in milliseconds. */
export function readRecordedDuration(): number {
  const { startedAt, events } = readFile();
  return Math.max(...events.map(({ timestamp }) => Date.parse(timestamp))) - Date.parse(startedAt);
}

function readFile(): Recording {
  return JSON.parse(readFileSync(new URL('engagement.json', folder), 'utf8')) as Recording;
}
