import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { EngineRun, StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { EngineRunStatus } from '@ecp/contract/engine/engine-events';
import type { EngineJudgementRequest } from '@ecp/contract/engine/engine-judgements';
import type { JudgeAnswer } from '@ecp/contract/values/judging';
import type { FailureReason } from '@ecp/contract/values/run-facts';
import type { Database } from '@ecp/database/database';
import { memoryByDatabase } from '../bounded-memory.ts';
import type { RunRef } from '../events/emit-event.ts';
import type { EngineTask } from './engine-task.ts';

/** A run works on tasks, only plans them, or judges a text that a person wrote. */
export type RunKind = 'run' | 'plan' | 'judge';

/** The request that started a run. A run of kind `judge` has questions about a text in place of tasks. */
export type RunInput = StartRunRequest & {
  judgement?: Pick<EngineJudgementRequest, 'taskId' | 'date' | 'questions'>;
};

/** The request of a run. `input` never changes; the plan sets `tasks` once. */
export interface StoredRun extends RunRef {
  engagementId: string;
  startedAt: Date;
  input: RunInput;
  tasks: EngineTask[] | null;
}

/** Tells how far a run is. */
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
  /** JSON, whose length bounds what is kept. */
  input: string;
  tasks: EngineTask[] | null;
}

/** Planned runs of each database. A run of many tasks is read some twenty times, and its sources may be megabytes. */
const keptRunsOf = memoryByDatabase<StoredRun>({ maxLength: 16_000_000, maxIdleMs: 600_000 });

const keyOf = ({ tenantId, runId }: RunRef): string => JSON.stringify([tenantId, runId]);

const stateColumns = `engagement_id, status, stop_requested_at is not null as stopping, error, failure_reason,
  cost_nano_usd, input_tokens, output_tokens, steps, last_event`;

/** Reads a run without its input. Returns null if the tenant has no run with that id. */
export async function readRunState(database: Database, { tenantId, runId }: RunRef): Promise<RunState | null> {
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
 * Returns a run with its input and tasks. A planned one is kept in memory for a while, because it no longer changes.
 * Throws if it does not exist.
 */
export async function readRun(database: Database, { tenantId, runId }: RunRef): Promise<StoredRun> {
  const kept = keptRunsOf(database);
  const key = keyOf({ tenantId, runId });
  const known = kept.find(key);
  if (known) return known;
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
  const run: StoredRun = { tenantId, runId, engagementId, startedAt, input: JSON.parse(input), tasks };
  if (tasks !== null) kept.hold(key, run, input.length);
  return run;
}

/** Reads the tasks of a run; null before it is planned, or if it does not exist. */
export async function readTasks(database: Database, { tenantId, runId }: RunRef): Promise<EngineTask[] | null> {
  const [[row]] = await database.batchTenant<[Pick<InputRow, 'tasks'>]>(tenantId, [
    {
      name: 'read_tasks',
      text: 'select tasks from engine.runs where tenant_id = $1 and id = $2',
      values: [tenantId, runId],
    },
  ]);
  return row?.tasks ?? null;
}

/** Stores a judge's answers with the run that asked. */
export async function storeJudged(
  database: Database,
  { tenantId, runId }: RunRef,
  answers: readonly (JudgeAnswer | null)[],
): Promise<void> {
  await database.batchTenant(tenantId, [
    {
      name: 'store_judged',
      text: 'update engine.runs set judged = $3 where tenant_id = $1 and id = $2',
      values: [tenantId, runId, JSON.stringify(answers)],
    },
  ]);
}

/** Reads the judge's answers in the order of the run's questions; null if there are none. */
export async function readJudged(
  database: Database,
  { tenantId, runId }: RunRef,
): Promise<(JudgeAnswer | null)[] | null> {
  const [[row]] = await database.batchTenant<[{ judged: (JudgeAnswer | null)[] | null }]>(tenantId, [
    {
      name: 'read_judged',
      text: 'select judged from engine.runs where tenant_id = $1 and id = $2',
      values: [tenantId, runId],
    },
  ]);
  return row?.judged ?? null;
}

/** Lets the memory forget a run that is over. */
export function forgetRun(database: Database, run: RunRef): void {
  keptRunsOf(database).drop(keyOf(run));
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
