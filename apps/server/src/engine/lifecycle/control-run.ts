import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { RunSnapshot } from '@ecp/contract/engine/engine-api';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { isOpenWork } from '@ecp/durable-work/works';
import type { CallerServices, EngineServices } from '../call/engine-services.ts';
import type { RunRef } from '../kernel/events.ts';
import { type EngineTask, endRun, internalError, stoppedByUser } from '../kernel/runs.ts';
import { controlChannel, runPeriodically } from '../kernel/waiting.ts';

/**
 * Limits the wait of Stop for aborted calls to settle. A dead process's call is settled when its
 * work is recovered.
 */
const settleLimitMs = 5_000;
const settlePollMs = 15;

/** Records more in the transaction that changes the run. It is not called if nothing changes. */
export type WithinChange = (tx: Transaction) => Promise<void>;

/**
 * Pauses a running run: no further call starts, and calls in flight finish. Returns whether it
 * changed the run.
 */
export function pauseRun(
  services: CallerServices,
  ref: RunRef,
  andThen?: WithinChange,
): Promise<boolean> {
  return changeStatus(services, ref, { from: 'running', to: 'paused' }, andThen);
}

/** Resumes a paused run. Returns whether it changed the run. */
export function resumeRun(
  services: CallerServices,
  ref: RunRef,
  andThen?: WithinChange,
): Promise<boolean> {
  return changeStatus(services, ref, { from: 'paused', to: 'running' }, andThen);
}

async function changeStatus(
  services: CallerServices,
  ref: RunRef,
  { from, to }: { from: 'running' | 'paused'; to: 'running' | 'paused' },
  andThen: WithinChange | undefined,
): Promise<boolean> {
  const { tenantId, runId } = ref;
  const { database, effects } = services;
  return database.withTenant(tenantId, async (tx) => {
    const { rows } = await tx.query<ChangedRow>({
      name: 'change_run_status',
      text: change,
      values: [tenantId, runId, from, to],
    });
    await tx.query(tellEngines(runId));
    const [changed] = rows;
    if (!changed) return false;
    const { seq, created_at: changedAt } = changed;
    const timestamp = changedAt.toISOString();
    const event = { type: 'status', seq, timestamp, status: to, ...withoutFailure } as const;
    const snapshot = to === 'paused' ? await takeSnapshot(tx, ref) : undefined;
    await effects.apply(tx, ref, event, snapshot);
    await andThen?.(tx);
    return true;
  });
}

interface ChangedRow {
  seq: number;
  created_at: Date;
}

const withoutFailure = { error: null, failureReason: null };

const change = `
  with run as (
    update engine.runs set status = $4, last_event = last_event + 1
    where tenant_id = $1 and id = $2 and status = $3 and stop_requested_at is null
    returning last_event
  )
  insert into engine.events (tenant_id, run_id, seq, event_key, type, data)
  select $1, $2, last_event, 'status:' || last_event, 'status',
    json_build_object('status', $4::text, 'error', null, 'failureReason', null)
  from run
  returning seq, created_at`;

/** What a stop needs: calls of other processes are aborted by a notification. */
export type StoppingServices = Pick<
  CallerServices,
  'database' | 'effects' | 'inFlight' | 'signals'
>;

/**
 * Stops a run and waits for its calls. Returns whether this was the first request.
 */
export async function stopRun(
  services: StoppingServices,
  ref: RunRef,
  andThen?: WithinChange,
): Promise<boolean> {
  const { database, inFlight, signals } = services;
  const { tenantId, runId } = ref;
  const isFirst = await database.withTenant(tenantId, async (tx) => {
    const { rowCount } = await tx.query({
      name: 'request_stop',
      text: `update engine.runs set stop_requested_at = now()
        where tenant_id = $1 and id = $2 and status in ('running', 'paused') and stop_requested_at is null`,
      values: [tenantId, runId],
    });
    await tx.query(tellEngines(runId));
    if (rowCount > 0) await andThen?.(tx);
    return rowCount > 0;
  });
  inFlight.abort(ref);
  await settled(database, ref);
  await endRun(services, ref, stoppedByUser, ['running', 'paused']);
  signals.notify(runId);
  return isFirst;
}

async function settled(database: Database, { tenantId, runId }: RunRef): Promise<void> {
  const deadlineMs = performance.now() + settleLimitMs;
  while (performance.now() < deadlineMs) {
    const [rows] = await database.batchTenant(tenantId, [
      {
        name: 'calls_in_flight',
        text: `select from engine.model_calls where tenant_id = $1 and run_id = $2 and status = 'reserved' limit 1`,
        values: [tenantId, runId],
      },
    ]);
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, settlePollMs));
  }
}

const tellEngines = (runId: string): Statement => ({
  name: 'tell_engines',
  text: 'select pg_notify($1, $2)',
  values: [controlChannel, runId],
});

interface PlanRow {
  tasks: EngineTask[] | null;
  last_event: number;
  cost_nano_usd: number;
}
interface MarkRow {
  task_id: string;
  state: string;
}

/**
 * Reads the state from which a paused run resumes, for people to read. The run itself resumes from
 * its records.
 */
export async function takeSnapshot(
  tx: Transaction,
  { tenantId, runId }: RunRef,
): Promise<RunSnapshot> {
  const values = [tenantId, runId];
  const { rows: runs } = await tx.query<PlanRow>({
    name: 'snapshot_run',
    text: 'select tasks, last_event, cost_nano_usd from engine.runs where tenant_id = $1 and id = $2',
    values,
  });
  const { rows: marks } = await tx.query<MarkRow>({
    name: 'snapshot_marks',
    text: `select data->>'taskId' as task_id, coalesce(data->>'status', 'running') as state
      from engine.events where tenant_id = $1 and run_id = $2 and type in ('task_started', 'task_complete')
      order by seq`,
    values,
  });
  const [run] = runs;
  const tasks = (run?.tasks ?? []).map(({ id, name }) => ({ id, name }));
  const states = new Map(marks.map(({ task_id, state }) => [task_id, state]));
  return {
    takenAt: new Date().toISOString(),
    lastEvent: run?.last_event ?? 0,
    estimatedCost: nanoToUsd(run?.cost_nano_usd ?? 0),
    tasks: tasks.map((task) => ({ ...task, state: states.get(task.id) ?? 'pending' })),
  };
}

/**
 * Interval of the fallback for a lost control connection. The notification itself arrives within
 * milliseconds.
 */
const watchMs = 1_000;

/**
 * Aborts this process's calls of runs that any process has stopped or ended, or that went
 * with their engagement. Returns a function that ends the watch.
 */
export function watchStops({
  database,
  inFlight,
  signals,
  log,
}: EngineServices): () => Promise<void> {
  const abortStopped = async (runs: RunRef[]) => {
    if (runs.length === 0) return;
    const [stopped] = await database.batchSystem<[RunRef]>([
      {
        name: 'stopped_runs',
        text: `select asked.tenant_id as "tenantId", asked.id as "runId"
          from unnest($1::text[], $2::text[]) as asked (tenant_id, id)
          left join engine.runs r on r.tenant_id = asked.tenant_id and r.id = asked.id
          where r.id is null or r.stop_requested_at is not null or r.status in ('completed', 'failed')`,
        values: [runs.map(({ tenantId }) => tenantId), runs.map(({ runId }) => runId)],
      },
    ]);
    for (const run of stopped) inFlight.abort(run);
  };
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'The search for stopped runs failed and will be repeated');
  signals.on(controlChannel, (runId) => {
    abortStopped(inFlight.runs().filter((run) => run.runId === runId)).catch(onError);
  });
  return runPeriodically(watchMs, () => abortStopped(inFlight.runs()), onError);
}

const lookAgainMs = 60_000;

/**
 * Fails open runs without durable work. Only parked ones with a stop request are expected, which
 * nothing wakes.
 */
export async function endOrphans(services: EngineServices): Promise<void> {
  const { database, signals, log } = services;
  const [runs] = await database.batchSystem<[RunRef]>([
    {
      name: 'orphans',
      text: `select tenant_id as "tenantId", id as "runId" from engine.runs
        where status in ('running', 'paused') and (wakes_at is null or stop_requested_at is not null)
          and not ${isOpenWork('engine', `runs.tenant_id || '/' || runs.id || case runs.generation when 0 then '' else '~' || runs.generation end`)}`,
    },
  ]);
  for (const run of runs) {
    if (!(await endRun(services, run, internalError, ['running', 'paused']))) continue;
    log.error({ runId: run.runId }, 'Marked a run as failed because its durable work had ended');
    signals.notify(run.runId);
  }
}

/** Looks for orphans every minute. Returns a function that ends this. */
export function watchOrphans(services: EngineServices): () => Promise<void> {
  const onError = (error: unknown) =>
    services.log.warn(
      { err: error },
      'The search for runs without durable work failed and will be repeated',
    );
  return runPeriodically(lookAgainMs, () => endOrphans(services), onError);
}
