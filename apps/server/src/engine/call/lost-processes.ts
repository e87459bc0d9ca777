import type { RunFailure } from '@ecp/contract/values/run-facts';
import type { Database } from '@ecp/database/database';
import { selectOwnedWorks } from '@ecp/durable-work/works';
import type { RunRef } from '../kernel/events.ts';

/** The failure of a run that has ended two processes. */
export const processesLost: RunFailure = {
  reason: 'processes_lost',
  message:
    'The run ended two processes of the engine at the same place; shorten its texts and start it again',
};

/**
 * Counts a loss only if the process had taken the run no longer ago. Whatever ends a process later
 * is not its start.
 */
const startMs = 120_000;

/**
 * Marks the running runs of a process that was lost. A run that was at the same place when another
 * process was lost before has ended both, if it is the only one. If there are several, each gets a
 * turn of its own (`readSuspicion`). A repetition is safe.
 */
export async function markLostProcess(database: Database, executorId: string): Promise<void> {
  const [works] = await database.batchSystem([selectOwnedWorks('engine', executorId)]);
  const suspects: RunRef[] = [];
  for (const { kind, input, takenMs } of works) {
    if (kind !== 'run') continue;
    const { tenantId, runId } = input as RunRef;
    const run = { tenantId, runId };
    const wasStarted = takenMs < startMs;
    const [rows] = await database.batchTenant<[{ isSuspect: boolean }]>(run.tenantId, [
      {
        name: 'mark_lost_process',
        text: markStatement,
        values: [run.tenantId, run.runId, executorId, wasStarted],
      },
    ]);
    if (rows.some(({ isSuspect }) => isSuspect)) suspects.push(run);
  }
  const [only, ...others] = suspects;
  if (!only || others.length > 0) return;
  await database.batchTenant(only.tenantId, [
    {
      name: 'blame_run',
      text: 'update engine.runs set ends_processes = true where tenant_id = $1 and id = $2',
      values: [only.tenantId, only.runId],
    },
  ]);
}

/**
 * A run with its place: what it has been answered, and what it has told besides the cost of calls.
 */
const placedRun = `select tenant_id, id, (
    select count(*) from engine.model_calls c
    where c.tenant_id = r.tenant_id and c.run_id = r.id and c.status = 'settled'
  ) + (
    select count(*) from engine.events e
    where e.tenant_id = r.tenant_id and e.run_id = r.id and e.type <> 'cost'
  ) as progress
  from engine.runs r where tenant_id = $1 and id = $2 and status = 'running'`;

const markStatement = `
  update engine.runs r set
    lost_processes = case
      when lost_process = $3 then lost_processes
      when lost_processes > 0 and lost_progress = placed.progress then lost_processes + 1
      else 1 end,
    lost_process = $3,
    lost_progress = placed.progress
  from (${placedRun}) placed
  where r.tenant_id = placed.tenant_id and r.id = placed.id
  returning lost_processes > 1 and $4::boolean and (lost_processes = 2 or turn_process = $3) as "isSuspect"`;

/**
 * The part of a run in the loss of processes: it has none, it may have one, or it has ended them.
 */
type Suspicion = 'none' | 'suspected' | 'ended_processes';

/**
 * Reads whether a run may have ended processes: two were lost at the place at which it still is.
 */
export async function readSuspicion(
  database: Database,
  { tenantId, runId }: RunRef,
): Promise<Suspicion> {
  const [[row]] = await database.batchTenant<[{ isBlamed: boolean; isSuspected: boolean }]>(
    tenantId,
    [
      {
        name: 'read_suspicion',
        text: `select r.ends_processes as "isBlamed",
          r.lost_processes > 1 and r.lost_progress = placed.progress as "isSuspected"
        from engine.runs r join (${placedRun}) placed using (tenant_id, id)`,
        values: [tenantId, runId],
      },
    ],
  );
  if (row?.isBlamed) return 'ended_processes';
  return row?.isSuspected ? 'suspected' : 'none';
}

/** Records that a suspected run has its turn in a process. */
export async function recordTurn(
  database: Database,
  { tenantId, runId }: RunRef,
  executorId: string,
): Promise<void> {
  await database.batchTenant(tenantId, [
    {
      name: 'record_turn',
      text: 'update engine.runs set turn_process = $3 where tenant_id = $1 and id = $2',
      values: [tenantId, runId, executorId],
    },
  ]);
}
