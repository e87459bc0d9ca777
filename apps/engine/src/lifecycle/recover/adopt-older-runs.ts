import type { DBOSClient } from '@dbos-inc/dbos-sdk';
import type pg from 'pg';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { engineVersion } from '../../kernel/runs/engine-version.ts';
import { enqueueRun } from '../start/enqueue-run.ts';

interface WorkflowRow {
  id: string;
  status: string;
  version: string | null;
}

const isOlder = (version: string | null): boolean => Number(version) < Number(engineVersion);
const isOver = (status: string): boolean => !['PENDING', 'ENQUEUED', 'DELAYED'].includes(status);
const runsAtOnce = 500;

/**
 * Begins runs of older releases anew under this one, as far as nobody executes them: all that is left of them waits in the
 * queue. Their steps are not replayed; what they have done and paid is found in our own tables. Returns how many.
 */
export async function adoptOlderRuns(services: EngineServices & { client: DBOSClient }): Promise<number> {
  const { rows } = await services.database.pool.query<{ id: string; version: string | null }>(
    `select distinct coalesce(parent_workflow_id, workflow_uuid) as id, application_version as version
     from dbos_engine.workflow_status
     where status in ('ENQUEUED', 'DELAYED') and name in ('run', 'task') and application_version <> $1 limit $2`,
    [engineVersion, runsAtOnce],
  );
  let adopted = 0;
  for (const { id, version } of rows) if (isOlder(version) && (await adopt(services, id))) adopted += 1;
  return adopted;
}

/** Locks the run's durable work against every other process, and replaces it in the same transaction. */
async function adopt({ database, client }: EngineServices & { client: DBOSClient }, id: string): Promise<boolean> {
  const [tenantId = '', runId = ''] = id.split('/');
  return database.withSystem(async (tx) => {
    if (!(await tx.asOwner((connection) => removeQueued(connection, id)))) return false;
    const { rows } = await tx.query<{ engagementId: string; kind: string }>({
      text: `select engagement_id as "engagementId", kind from engine.runs
        where tenant_id = $1 and id = $2 and status in ('running', 'paused')`,
      values: [tenantId, runId],
    });
    const [run] = rows;
    if (!run) return false;
    const { engagementId, kind } = run;
    const input = { tenantId, runId, engagementId, planOnly: kind === 'plan', adopted: true };
    await tx.asOwner((connection) => enqueueRun(client, connection, input));
    return true;
  });
}

/** Removes the durable records of an older run; false where an older process still executes it, or it is begun anew. */
async function removeQueued(connection: pg.ClientBase, id: string): Promise<boolean> {
  const { rows: works } = await connection.query<WorkflowRow>(
    `select workflow_uuid as id, status, application_version as version from dbos_engine.workflow_status
     where workflow_uuid = $1 or parent_workflow_id = $1 order by workflow_uuid for update`,
    [id],
  );
  const left = works.filter(({ status }) => !isOver(status));
  if (left.length === 0 || left.some(({ status, version }) => status === 'PENDING' || !isOlder(version))) return false;
  const ids = works.map((work) => work.id);
  for (const table of ['workflow_input', 'workflow_output', 'operation_outputs', 'workflow_status']) {
    await connection.query(`delete from dbos_engine.${table} where workflow_uuid = any($1)`, [ids]);
  }
  return true;
}
