import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { RunSnapshot } from '@ecp/contract/engine/engine-api';
import type { Database } from '@ecp/database/database';
import type { NoRow, Statement } from '@ecp/database/statement';
import { isOpenWork } from '@ecp/durable-work/works';
import type { CallerServices, EngineServices } from '../call/engine-services.ts';
import type { RunRef } from '../kernel/events.ts';
import {
  type EngineTask,
  endRun,
  internalError,
  type RunState,
  stoppedByUser,
} from '../kernel/runs.ts';
import { controlChannel, runPeriodically } from '../kernel/waiting.ts';

/**
 * Limits the wait of Stop for aborted calls to settle. A dead process's call is settled when its
 * work is recovered.
 */
const settleLimitMs = 5_000;
const settlePollMs = 15;

/**
 * Pauses a running run: no further call starts, and calls in flight finish. Returns whether it
 * changed the run.
 */
export function pauseRun(services: CallerServices, ref: RunRef): Promise<boolean> {
  return changeStatus(services, ref, 'running', 'paused');
}

/** Resumes a paused run. Returns whether it changed the run. */
export function resumeRun(services: CallerServices, ref: RunRef): Promise<boolean> {
  return changeStatus(services, ref, 'paused', 'running');
}

async function changeStatus(
  services: CallerServices,
  { tenantId, runId }: RunRef,
  from: 'running' | 'paused',
  to: 'running' | 'paused',
): Promise<boolean> {
  const [changed] = await services.database.batchTenant<[{ seq: number }, NoRow]>(tenantId, [
    { name: 'change_run_status', text: change, values: [tenantId, runId, from, to] },
    tellEngines(runId),
  ]);
  return changed.length > 0;
}

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
  returning seq`;

/** What a stop needs: calls of other processes are aborted by a notification. */
export type StoppingServices = Pick<CallerServices, 'database' | 'inFlight' | 'signals'>;

/**
 * Stops a run, also an unknown one, and waits for its calls. Returns whether this was the first
 * request.
 */
export async function stopRun(services: StoppingServices, ref: RunRef): Promise<boolean> {
  const { database, inFlight, signals } = services;
  const { tenantId, runId } = ref;
  const [requested] = await database.batchTenant<[{ id: string }, NoRow]>(tenantId, [
    {
      name: 'request_stop',
      text: `insert into engine.runs
          (id, tenant_id, engagement_id, status, failure_reason, error, input, finished_at, stop_requested_at)
        values ($2, $1, '', 'failed', $3, $4, '{}', now(), now())
        on conflict (tenant_id, id) do update set stop_requested_at = now()
        where runs.status in ('running', 'paused') and runs.stop_requested_at is null
        returning id`,
      values: [tenantId, runId, stoppedByUser.reason, stoppedByUser.message],
    },
    tellEngines(runId),
  ]);
  inFlight.abort(ref);
  await settled(database, ref);
  await endRun(database, ref, stoppedByUser, ['running', 'paused']);
  signals.notify(runId);
  return requested.length > 0;
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
}
interface MarkRow {
  task_id: string;
  state: string;
}

/**
 * Returns the state from which a paused run resumes, for people to read. The run itself resumes
 * from its records.
 */
export async function takeSnapshot(database: Database, run: RunState): Promise<RunSnapshot> {
  const values = [run.tenantId, run.runId];
  const [[plan], marks] = await database.batchTenant<[PlanRow, MarkRow]>(run.tenantId, [
    {
      name: 'snapshot_tasks',
      text: 'select tasks from engine.runs where tenant_id = $1 and id = $2',
      values,
    },
    {
      name: 'snapshot_marks',
      text: `select data->>'taskId' as task_id, coalesce(data->>'status', 'running') as state
        from engine.events where tenant_id = $1 and run_id = $2 and type in ('task_started', 'task_complete')
        order by seq`,
      values,
    },
  ]);
  const tasks = (plan?.tasks ?? []).map(({ id, name }) => ({ id, name }));
  const states = new Map(marks.map(({ task_id, state }) => [task_id, state]));
  return {
    takenAt: new Date().toISOString(),
    lastEvent: run.lastEvent,
    estimatedCost: nanoToUsd(run.costNanoUsd),
    tasks: tasks.map((task) => ({ ...task, state: states.get(task.id) ?? 'pending' })),
  };
}

/**
 * Interval of the fallback for a lost control connection. The notification itself arrives within
 * milliseconds.
 */
const watchMs = 1_000;

/**
 * Aborts this process's calls of runs that any process has stopped. Returns a function that ends
 * the watch.
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
        text: `select tenant_id as "tenantId", id as "runId" from engine.runs
          where (tenant_id, id) in (select * from unnest($1::text[], $2::text[])) and stop_requested_at is not null`,
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
export async function endOrphans({ database, signals, log }: EngineServices): Promise<void> {
  const [runs] = await database.batchSystem<[RunRef]>([
    {
      name: 'orphans',
      text: `select tenant_id as "tenantId", id as "runId" from engine.runs
        where status in ('running', 'paused') and (wakes_at is null or stop_requested_at is not null)
          and not ${isOpenWork('engine', `runs.tenant_id || '/' || runs.id || case runs.generation when 0 then '' else '~' || runs.generation end`)}`,
    },
  ]);
  for (const run of runs) {
    if (!(await endRun(database, run, internalError, ['running', 'paused']))) continue;
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
