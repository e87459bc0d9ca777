import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { EngineServices } from '../call/engine-services.ts';
import { leftOut } from '../kernel/read-run-events.ts';
import { runPeriodically } from '../kernel/waiting.ts';

const hourMs = 3_600_000;

/** Deletes the spending of days that are over for a month: no call in flight is that old. */
async function purgeTenantDays(database: Database): Promise<void> {
  await database.batchSystem([
    { text: `delete from engine.tenant_days where day < current_date - 31` },
  ]);
}

/** Purges old days every hour. Returns a function that ends this. */
export function watchTenantDays({ database, log }: EngineServices): () => Promise<void> {
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'Cannot purge old days yet; will try again');
  return runPeriodically(hourMs, () => purgeTenantDays(database), onError);
}

const minuteMs = 60_000;

/**
 * Thins runs that ended `keepMs` ago, every hour; never if it is 0. Returns a function that ends
 * this.
 */
export function watchRetention(
  { database, log }: EngineServices,
  keepMs: number,
): () => Promise<void> {
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'Cannot thin ended runs yet; will try again');
  const thin = async (ending: AbortSignal) => {
    if (keepMs === 0) return;
    const before = new Date(Date.now() - keepMs);
    for (const part of ['events', 'calls'] as const)
      await thinEndedRuns(database, part, before, ending);
  };
  return runPeriodically(hourMs, thin, onError, minuteMs);
}

/** Runs of a batch. Their documents are in memory together. */
const batchSize = 20;

interface EndedRun {
  id: string;
  tenantId: string;
  finishedAt: string;
}

/**
 * The data that retention deletes from an ended run: the texts in its events, or its request and
 * the answers of its calls.
 */
type Part = 'events' | 'calls';

const selectOld = (part: Part, before: Date, last: EndedRun | undefined): Statement<EndedRun> => ({
  name: `runs_with_${part}`,
  text: `select id, tenant_id as "tenantId", finished_at::text as "finishedAt" from engine.runs
    where finished_at < $1 and finished_at is not null and not ${part}_thinned
      and (finished_at, id) > ($2::timestamptz, $3)
    order by finished_at, id limit ${batchSize}`,
  values: [before, last?.finishedAt ?? '-infinity', last?.id ?? ''],
});

/**
 * Removes what nothing shows any more, but no costs, tokens and log lines. `ending` ends it after a
 * batch.
 */
export async function thinEndedRuns(
  database: Database,
  part: Part,
  before: Date,
  ending: AbortSignal,
): Promise<void> {
  const thin = part === 'events' ? thinEvents : thinCalls;
  for (let last: EndedRun | undefined; !ending.aborted; ) {
    const [runs] = await database.batchSystem<[EndedRun]>([selectOld(part, before, last)]);
    for (const [tenantId, endedRuns] of Map.groupBy(runs, (run) => run.tenantId)) {
      await thin(
        database,
        tenantId,
        endedRuns.map(({ id }) => id),
      );
    }
    last = runs.at(-1);
    if (runs.length < batchSize) return;
  }
}

interface DocumentEvent {
  runId: string;
  seq: number;
  data: object;
}

/** Removes the documents from events, because their versions are stored. */
async function thinEvents(database: Database, tenantId: string, runIds: string[]): Promise<void> {
  const [events] = await database.batchTenant<[DocumentEvent]>(tenantId, [
    {
      name: 'documents_of_runs',
      text: `select run_id as "runId", seq, data from engine.events
        where tenant_id = $1 and run_id = any($2) and type = 'deliverable'`,
      values: [tenantId, runIds],
    },
  ]);
  await database.batchTenant(tenantId, [
    {
      name: 'thin_events',
      text: `update engine.events e set data = thin.data
        from unnest($2::text[], $3::bigint[], $4::json[]) thin (run_id, seq, data)
        where e.tenant_id = $1 and e.run_id = thin.run_id and e.seq = thin.seq`,
      values: [
        tenantId,
        events.map(({ runId }) => runId),
        events.map(({ seq }) => seq),
        events.map(({ data }) => JSON.stringify({ ...data, ...leftOut })),
      ],
    },
    {
      name: 'mark_thin_events',
      text: 'update engine.runs set events_thinned = true where tenant_id = $1 and id = any($2)',
      values: [tenantId, runIds],
    },
  ]);
}

/** Replaces the answers of calls by their hashes, which dossiers show, and deletes the request. */
async function thinCalls(database: Database, tenantId: string, runIds: string[]): Promise<void> {
  await database.batchTenant(tenantId, [
    {
      name: 'thin_calls',
      text: `update engine.model_calls
        set answer = null, answer_sha256 = encode(sha256(convert_to(answer::text, 'UTF8')), 'hex')
        where tenant_id = $1 and run_id = any($2) and answer is not null`,
      values: [tenantId, runIds],
    },
    {
      name: 'delete_tool_results',
      text: 'delete from engine.tool_results where tenant_id = $1 and run_id = any($2)',
      values: [tenantId, runIds],
    },
    {
      name: 'mark_thin_calls',
      text: `update engine.runs set calls_thinned = true, input = '{}'::json, judged = null, drafted = null,
          answered = null
        where tenant_id = $1 and id = any($2)`,
      values: [tenantId, runIds],
    },
  ]);
}
