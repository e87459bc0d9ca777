import { readdirSync, readFileSync } from 'node:fs';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { RunLogs } from '@ecp/contract/work/runs';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { withoutDocument } from '../../../engine/kernel/read-run-events.ts';
import { actorUserId, type RequestContext, responsibleUserId } from '../../../kernel/context.ts';
import { lockRun, type RunState } from '../../../material/run-records/run-state.ts';
import { insertQuery, type NewQuery } from '../../../material/tables/queries.ts';
import { applyEngineEvent } from '../run-effects.ts';
import { finishRun } from '../run-transitions.ts';

interface Recording {
  engagement: Pick<Engagement, 'name' | 'client' | 'brief' | 'budget' | 'tasks'>;
  events: EngineEvent[];
  /** The queries of its agents. */
  queries: RecordedQuery[];
}

/** A query of an agent, with its result. */
type RecordedQuery = Pick<NewQuery, 'id' | 'title' | 'sql'> &
  Pick<NewQuery['outcome'], 'columns' | 'tables' | 'resultHash' | 'naming'> & {
    rows: unknown[][];
    agent: string;
  };

interface RecordedFile {
  filename: string;
  bytes: Buffer;
}

const sampleFolder = new URL('sample/', import.meta.url);

/** Reads the recorded engagement with its files from the disk. */
export function readRecording(): Pick<Recording, 'engagement'> & { files: RecordedFile[] } {
  const files = readdirSync(new URL('attachments/', sampleFolder))
    .sort()
    .map((filename) => ({
      filename,
      bytes: readFileSync(new URL(`attachments/${filename}`, sampleFolder)),
    }));
  return { engagement: readRecordedFile().engagement, files };
}

/**
 * Reads the events of the recorded run as if it had begun at `startedAt`, with the moments that its
 * reports tell.
 */
export function readRecordedEvents(startedAt: Date): EngineEvent[] {
  const { events } = readRecordedFile();
  const { first } = timesOf(events);
  const move = (moment: string, laterMs: number) =>
    new Date(Date.parse(moment) + laterMs).toISOString();
  const toldLaterMs = wholeSecond(startedAt.getTime()) - wholeSecond(first);
  const retell = (told: string) =>
    `${move(told.replace(' UTC', 'Z'), toldLaterMs).slice(0, 19).replace('T', ' ')} UTC`;
  return events.map((event) => {
    const moved = { ...event, timestamp: move(event.timestamp, startedAt.getTime() - first) };
    if (moved.type !== 'deliverable' || moved.taskId !== null || moved.content === undefined)
      return moved;
    return { ...moved, content: moved.content.replace(toldMoment, retell) };
  });
}

/**
 * A moment as the English reports of the engine tell it, to the second: 2026-11-27 07:04:17 UTC.
 */
const toldMoment = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g;
const wholeSecond = (timeMs: number): number => Math.floor(timeMs / 1_000) * 1_000;

/** Returns when the first and the last event happened, in milliseconds. */
function timesOf(events: readonly EngineEvent[]): { first: number; last: number } {
  const times = events.map(({ timestamp }) => Date.parse(timestamp));
  return { first: Math.min(...times), last: Math.max(...times) };
}

/** Returns how long the recorded run took, in milliseconds. */
export function readRecordedDuration(): number {
  const { first, last } = timesOf(readRecordedFile().events);
  return last - first;
}

function readRecordedFile(): Recording {
  return JSON.parse(readFileSync(new URL('engagement.json', sampleFolder), 'utf8')) as Recording;
}

/**
 * Yields the events of a recorded run as the engine does, from the one after number `after` on.
 */
export async function* replayRun(run: RunState, after: number): AsyncGenerator<EngineEvent> {
  for (const event of readRecordedEvents(run.started_at)) {
    if (event.seq <= after) continue;
    yield withoutDocument(event);
  }
}

/** Returns the log lines of a recorded run after the first `offset`. */
export function readRecordedLogs(
  run: RunState,
  offset: number,
): Pick<RunLogs, 'entries' | 'total'> {
  const lines = readRecordedEvents(run.started_at).flatMap((event) =>
    event.type === 'log' ? [toEntry(event)] : [],
  );
  return { entries: lines.slice(offset), total: lines.length };
}

function toEntry({ seq: _seq, type: _type, ...entry }: Extract<EngineEvent, { type: 'log' }>) {
  return entry;
}

/** The events that the platform stores; the others are read from the recording. */
const storedTypes: EngineEvent['type'][] = [
  'cost',
  'deliverable',
  'score',
  'unscored',
  'conflict',
  'analytics',
];

interface NewRun {
  engagementId: string;
  startedAt: Date;
  /** The ids of the engagement's files by their names. */
  attachments: ReadonlyMap<string, string>;
}

/**
 * Writes a recorded run into a new engagement as completed, at no cost and without notices; returns
 * its id.
 */
export async function importRun(
  tx: Transaction,
  { services, tenantId, principal }: RequestContext,
  { engagementId, startedAt, attachments }: NewRun,
): Promise<string> {
  const runId = createId();
  await tx.query({
    name: 'insert_recorded_run',
    text: `insert into platform.runs
        (id, tenant_id, engagement_id, kind, status, started_at, started_by, ordered_by, recorded)
      values ($1, $2, $3, 'run', 'running', $4, $5, $6, true)`,
    values: [
      runId,
      tenantId,
      engagementId,
      startedAt,
      actorUserId(principal),
      responsibleUserId(principal),
    ],
  });
  const locked = await lockRun(tx, tenantId, { runId, engagementId });
  if (!locked) throw new Error('The run is missing that was just inserted');
  for (const { rows, agent, id, title, sql, ...found } of readRecordedFile().queries) {
    const outcome = {
      ...found,
      rows: JSON.stringify(rows),
      rowCount: rows.length,
      truncated: false,
    };
    const author = { kind: 'agent', id: null, name: agent } as const;
    await insertQuery(tx, tenantId, {
      id,
      title,
      sql,
      engagementId,
      runId,
      taskId: null,
      author,
      outcome,
    });
  }
  for (const event of readRecordedEvents(startedAt).filter(({ type }) =>
    storedTypes.includes(type),
  ))
    await applyEngineEvent(
      tx,
      services,
      { ...locked, isRecorded: true },
      withSources(event, attachments),
      null,
    );
  const finishedAt = new Date(startedAt.getTime() + readRecordedDuration());
  await finishRun(tx, services, locked, { failure: null, notify: false, finishedAt });
  return runId;
}

/** Gives the values of a conflict the files of this engagement as their sources. */
function withSources(event: EngineEvent, attachments: ReadonlyMap<string, string>): EngineEvent {
  if (event.type !== 'conflict') return event;
  const values = event.values.map((value) => {
    return { ...value, sourceId: `${attachments.get(value.filename) ?? value.sourceId}-1` };
  });
  return { ...event, values };
}
