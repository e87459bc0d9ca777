import { nanoToUsd } from '@ecp/contract/declaring/money';
import {
  type EngineRun,
  runNotFoundCode,
  type StartRunRequest,
} from '@ecp/contract/engine/engine-api';
import type { EngineEventOf, EngineRunStatus } from '@ecp/contract/engine/engine-events';
import type {
  FailureReason,
  RunFailure,
  SpendLimit,
  TaskFailureReason,
} from '@ecp/contract/values/run-facts';
import type { Database } from '@ecp/database/database';
import { detectLanguage } from '@ecp/language/detect-language';
import type { EngagementBrief, ListedTask } from '@ecp/model-calls/prompt-types';
import type { TaskKind } from '@ecp/model-calls/task-kinds';
import { LRUCache } from 'lru-cache';
import type { EventStore, RunRef } from './events.ts';
import type { RunChangePoller } from './waiting.ts';

/**
 * A run works on tasks, plans them, judges a text, writes a query or slides, or answers questions
 * about a file.
 */
export type RunKind = 'run' | 'plan' | 'judge' | 'query' | 'grid' | 'storyline';

/** A tenant with keys of its own. Another set of keys is another edition. */
export interface KeyHolder {
  tenantId: string;
  edition: string;
}

/** The request that started a run or a plan. */
export type RunInput = StartRunRequest & {
  /** The tenant as the holder of its own keys, if it had any at the start. */
  keyHolder?: KeyHolder;
};

/** `input` never changes; the plan sets `tasks` once. */
export interface StoredRun extends RunRef {
  engagementId: string;
  startedAt: Date;
  input: RunInput;
  tasks: EngineTask[] | null;
}

export interface RunState extends RunRef {
  engagementId: string;
  status: EngineRunStatus;
  stopRequested: boolean;
  error: string | null;
  failureReason: FailureReason | null;
  costNanoUsd: number;
  inputTokens: number;
  outputTokens: number;
  steps: number;
  lastEvent: number;
}

interface RunRow {
  engagement_id: string;
  status: EngineRunStatus;
  stopping: boolean;
  error: string | null;
  failure_reason: FailureReason | null;
  cost_nano_usd: number;
  input_tokens: number;
  output_tokens: number;
  steps: number;
  last_event: number;
}
interface InputRow {
  engagement_id: string;
  started_at: Date;
  /** JSON, whose length bounds what is cached. */
  input: string;
  tasks: EngineTask[] | null;
}

/**
 * Planned runs of each database. A run of many tasks is read some twenty times, and its sources may
 * be megabytes.
 */
const runCaches = new WeakMap<Database, LRUCache<string, StoredRun>>();
/** Limits the characters of the cached runs of a database. A longer run is cached alone. */
const maxCachedLength = 16_000_000;

function runCacheOf(database: Database): LRUCache<string, StoredRun> {
  const cache =
    runCaches.get(database) ??
    new LRUCache({
      maxSize: maxCachedLength,
      ttl: 600_000,
      updateAgeOnGet: true,
      ttlAutopurge: true,
    });
  runCaches.set(database, cache);
  return cache;
}

const keyOf = ({ tenantId, runId }: RunRef): string => JSON.stringify([tenantId, runId]);

const stateColumns = `engagement_id, status, stop_requested_at is not null as stopping, error, failure_reason,
  cost_nano_usd, input_tokens, output_tokens, steps, last_event`;

/** Reads a run without its input. Returns null if the tenant has no such run. */
export async function readRunState(
  database: Database,
  { tenantId, runId }: RunRef,
): Promise<RunState | null> {
  const [[row]] = await database.batchTenant<[RunRow]>(tenantId, [
    {
      name: 'read_run_state',
      text: `select ${stateColumns} from engine.runs where tenant_id = $1 and id = $2`,
      values: [tenantId, runId],
    },
  ]);
  return row ? { tenantId, runId, ...fromRow(row) } : null;
}

/**
 * Returns a run with its input and tasks, from memory if it is planned. Throws if it does not
 * exist.
 */
export async function readRun(database: Database, { tenantId, runId }: RunRef): Promise<StoredRun> {
  const cache = runCacheOf(database);
  const key = keyOf({ tenantId, runId });
  const cachedRun = cache.get(key);
  if (cachedRun) return cachedRun;
  const [[row]] = await database.batchTenant<[InputRow]>(tenantId, [
    {
      name: 'read_run',
      text: `select engagement_id, started_at, input::text as input, tasks from engine.runs
        where tenant_id = $1 and id = $2`,
      values: [tenantId, runId],
    },
  ]);
  if (!row) throw new Error(`Run ${runId} does not exist`);
  const { engagement_id: engagementId, started_at: startedAt, input, tasks } = row;
  const run: StoredRun = {
    tenantId,
    runId,
    engagementId,
    startedAt,
    input: JSON.parse(input),
    tasks,
  };
  if (tasks !== null) cache.set(key, run, { size: Math.min(input.length, maxCachedLength) });
  return run;
}

/** Reads the tasks of a run; null before it is planned, or if it does not exist. */
export async function readTasks(
  database: Database,
  { tenantId, runId }: RunRef,
): Promise<EngineTask[] | null> {
  const [[row]] = await database.batchTenant<[Pick<InputRow, 'tasks'>]>(tenantId, [
    {
      name: 'read_run_tasks',
      text: 'select tasks from engine.runs where tenant_id = $1 and id = $2',
      values: [tenantId, runId],
    },
  ]);
  return row?.tasks ?? null;
}

/**
 * The share lock prevents the erasure of the run `$1`, `$2` before the transaction ends, so that
 * nothing is stored in the row that replaces an erased run.
 */
export const openRun = `select tenant_id, id from engine.runs
  where tenant_id = $1 and id = $2 and status in ('running', 'paused') for key share`;

/** Reads the holder of the keys with which an order of any kind is executed; null without keys. */
export async function readKeyHolder(
  database: Database,
  { tenantId, runId }: RunRef,
): Promise<KeyHolder | null> {
  const [[row]] = await database.batchTenant<[{ holder: KeyHolder | null }]>(tenantId, [
    {
      name: 'read_key_holder',
      text: `select input->'keyHolder' as holder from engine.runs where tenant_id = $1 and id = $2`,
      values: [tenantId, runId],
    },
  ]);
  return row?.holder ?? null;
}

/** Removes a run that is over from the memory. */
export function forgetRun(database: Database, run: RunRef): void {
  runCacheOf(database).delete(keyOf(run));
}

/** Converts a run's state to the wire form. */
export function toEngineRun(run: RunState, snapshot: EngineRun['snapshot']): EngineRun {
  return {
    runId: run.runId,
    status: run.status,
    error: run.error,
    failureReason: run.failureReason,
    estimatedCost: nanoToUsd(run.costNanoUsd),
    inputTokens: run.inputTokens,
    outputTokens: run.outputTokens,
    steps: run.steps,
    lastEvent: run.lastEvent,
    snapshot,
  };
}

function fromRow(row: RunRow) {
  return {
    engagementId: row.engagement_id,
    status: row.status,
    stopRequested: row.stopping,
    error: row.error,
    failureReason: row.failure_reason,
    costNanoUsd: row.cost_nano_usd,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    steps: row.steps,
    lastEvent: row.last_event,
  };
}

/** Counts the runs of all tenants that are not over. */
export async function countActiveRuns(database: Database): Promise<number> {
  const [[count]] = await database.batchSystem<[{ active: number }]>([
    {
      name: 'count_active_runs',
      text: `select count(*)::integer as active from engine.runs where status in ('running', 'paused')`,
    },
  ]);
  return count?.active ?? 0;
}

/**
 * Counts the active runs of all tenants' engagements, and those of them that do not only wait for
 * people.
 */
export async function countRuns(database: Database): Promise<{ active: number; working: number }> {
  const [[counts]] = await database.batchSystem<[{ active: number; working: number }]>([
    {
      name: 'count_engine_runs',
      text: `select count(*)::integer as active, (count(*) filter (where wakes_at is null))::integer as working
        from engine.runs where status in ('running', 'paused') and kind = 'run'`,
    },
  ]);
  return counts ?? { active: 0, working: 0 };
}

export interface EngineTask {
  id: string;
  name: string;
  description: string;
  kind: TaskKind;
  agentSlug: string;
  dependsOn: string[];
  /** File name of its deliverable, unique in the run. */
  filename: string;
  /** Set if another provider's model objects to the document before it is delivered. */
  isChallenged?: true;
  /** Set if a rerun amends the previous version, because a reviewer wrote notes. */
  amends?: true;
  keepsSections?: true;
}

/** The result of a task's workflow. `error` is for people, `reason` for programs. */
export type TaskResult =
  | { state: 'completed'; taskId: string; filename: string }
  | { state: 'failed'; taskId: string; reason: TaskFailureReason; error: string }
  /** The run fails, because no further call of this task fits into a limit of money. */
  | { state: 'exhausted'; taskId: string; reason: SpendLimit; error: string }
  | { state: 'stopped'; taskId: string }
  | { state: 'skipped'; taskId: string; reason: TaskFailureReason; error: string };

/** The end of a task's workflow. Another workflow continues a task that waits for an answer. */
export type TaskEnding = TaskResult | { state: 'waiting'; taskId: string };

interface BriefedRun {
  input: Pick<StartRunRequest, 'engagement' | 'tasks'>;
  tasks: EngineTask[] | null;
  startedAt: Date;
}

/**
 * Returns what all calls of a run share. It has all tasks of the engagement, even if a rerun
 * executes only some.
 */
export function briefOf({ input, tasks, startedAt }: BriefedRun): EngagementBrief {
  const { name, client, brief } = input.engagement;
  const executed = tasks ?? [];
  const requestTasks = input.tasks.map(
    ({ id, name: taskName, agent, dependsOn = [] }): ListedTask => {
      const assigned = executed.find((task) => task.id === id)?.agentSlug ?? agent ?? '';
      return { id, name: taskName, agent: assigned, dependsOn };
    },
  );
  const plannedTasks = executed.map(({ id, name: taskName, agentSlug, dependsOn }): ListedTask => {
    return { id, name: taskName, agent: agentSlug, dependsOn };
  });
  return {
    name,
    client,
    brief,
    language: detectLanguage(brief),
    today: startedAt.toISOString().slice(0, 10),
    tasks: requestTasks.length > 0 ? requestTasks : plannedTasks,
  };
}

/**
 * A run with the number of its durable work, which rises when the run continues after waiting for
 * answers.
 */
type RunGeneration = RunRef & { generation?: number };

/** Returns the id of a run's durable work. Run ids are unique only within a tenant. */
export function workIdOf({ tenantId, runId, generation = 0 }: RunGeneration): string {
  return `${tenantId}/${runId}${generation === 0 ? '' : `~${generation}`}`;
}

/** Returns false if the run is over, waits for answers, or continues in later work. */
export async function isOwed(
  database: Database,
  { tenantId, runId, generation = 0 }: RunGeneration,
): Promise<boolean> {
  const [rows] = await database.batchTenant(tenantId, [
    {
      name: 'is_owed',
      text: `select from engine.runs where tenant_id = $1 and id = $2 and generation = $3::integer and wakes_at is null
        and status in ('running', 'paused')`,
      values: [tenantId, runId, generation],
    },
  ]);
  return rows.length > 0;
}

/**
 * Returns the state of an ended run, or the state after `waitMs`. Throws `run_not_found` if it is
 * erased.
 */
export async function waitForEnd(
  { database, runChanges }: { database: Database; runChanges: RunChangePoller },
  ref: RunRef,
  waitMs: number,
  signal: AbortSignal,
): Promise<RunState> {
  const deadlineMs = performance.now() + waitMs;
  for (;;) {
    const state = await readRunState(database, ref);
    if (!state) throw runNotFound();
    const leftMs = deadlineMs - performance.now();
    if (state.status === 'completed' || state.status === 'failed' || leftMs <= 0 || signal.aborted)
      return state;
    await runChanges.wait(ref, state.lastEvent, leftMs, signal);
  }
}

export const stoppedByUser: RunFailure = { reason: 'stopped', message: 'Stopped by user' };
export const internalError = {
  reason: 'internal_error',
  message: 'The engine hit an internal error; start the run again',
} as const satisfies RunFailure;

/**
 * Ends a run once, with its final `status` event. A requested stop overrides `failure` and
 * completion. Returns false if the run is in none of the states `from`.
 */
export async function endRun(
  { database, effects }: EventStore,
  { tenantId, runId }: RunRef,
  failure: RunFailure | null,
  from: ('running' | 'paused')[],
): Promise<boolean> {
  const status = failure === null ? 'completed' : 'failed';
  const { reason = null, message = null } = failure ?? {};
  const values = [
    tenantId,
    runId,
    status,
    reason,
    message,
    from,
    stoppedByUser.reason,
    stoppedByUser.message,
  ];
  return database.withTenant(tenantId, async (tx) => {
    const { rows } = await tx.query<EndRow>({ name: 'end_run', text: endStatement, values });
    const [end] = rows;
    if (!end) return false;
    const { seq, created_at: endedAt, data } = end;
    const event = { ...data, type: 'status' as const, seq, timestamp: endedAt.toISOString() };
    await effects.apply(tx, { tenantId, runId }, event);
    return true;
  });
}

interface EndRow {
  seq: number;
  created_at: Date;
  data: EngineEventOf<'status'>;
}

const endStatement = `
  with run as (
    update engine.runs set
      status = case when stop_requested_at is null then $3 else 'failed' end,
      failure_reason = case when stop_requested_at is null then $4 else $7 end,
      error = case when stop_requested_at is null then $5 else $8 end,
      finished_at = now(), wakes_at = null, last_event = last_event + 1
    where tenant_id = $1 and id = $2 and status = any($6::text[])
    returning last_event, status, error, failure_reason
  )
  insert into engine.events (tenant_id, run_id, seq, event_key, type, data)
  select $1, $2, last_event, 'end', 'status', json_build_object('status', status, 'error', error,
    'failureReason', failure_reason) from run
  returning seq, created_at, data`;

/** A refused request, with a status, a code for the platform and a message for people. */
export class EngineRequestError extends Error {
  override readonly name = 'EngineRequestError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The error for a run that is unknown or belongs to another tenant. */
export const runNotFound = () => new EngineRequestError(404, runNotFoundCode, 'Not found');
