import type pg from 'pg';

/** The service of a queue. The records of each service have their own schema. */
export type Service = 'engine' | 'platform';

/** Returns the schema of DBOS's records for a service. */
export const schemaOf = (service: Service): string => `dbos_${service}`;

/** Statuses of DBOS by our states. */
export const statuses = {
  waiting: ['ENQUEUED', 'DELAYED'],
  running: ['PENDING'],
  ended: ['SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'],
} as const;
export type WorkState = keyof typeof statuses;

/** Returns our state for a status of DBOS. */
export function stateOf(status: string): WorkState {
  const has = (state: WorkState) => (statuses[state] as readonly string[]).includes(status);
  return has('waiting') ? 'waiting' : has('running') ? 'running' : 'ended';
}

// The statements below read and write DBOS's tables, which are not its public API. An upgrade of DBOS must check them.

/** Number of open works of one workflow. */
export interface WorkCount {
  workflow: string;
  state: 'waiting' | 'running';
  count: number;
}

/** Counts open work of all processes by workflow. The API has no counts, and listing ten thousand works is slow. */
export async function countOpenWork(pool: pg.Pool, service: Service): Promise<WorkCount[]> {
  const { rows } = await pool.query<WorkCount>(
    `select name as workflow, case status when 'PENDING' then 'running' else 'waiting' end as state,
        count(*)::integer as count
      from ${schemaOf(service)}.workflow_status
      where status in ('PENDING', 'ENQUEUED', 'DELAYED') and name is not null group by 1, 2`,
  );
  return rows;
}

/** Finds other executors with running work. The API has no distinct values, and this runs every few seconds. */
export async function findOtherExecutors(pool: pg.Pool, service: Service, executorId: string): Promise<string[]> {
  const { rows } = await pool.query<{ owner: string }>(
    `select distinct executor_id as owner from ${schemaOf(service)}.workflow_status
      where status = 'PENDING' and executor_id is not null and executor_id <> $1`,
    [executorId],
  );
  return rows.map(({ owner }) => owner);
}

/**
 * Deletes waiting work with its children in the transaction of `connection`, so that its commit can also store a
 * replacement. The API would delete in its own transaction. Returns false and deletes nothing if a part is running, if
 * `mayWithdraw` refuses the version of an open part, or if all of it has ended.
 */
export async function withdrawWork(
  connection: pg.ClientBase,
  service: Service,
  id: string,
  mayWithdraw: (version: string | null) => boolean,
): Promise<boolean> {
  const schema = schemaOf(service);
  const { rows: parts } = await connection.query<{ id: string; status: string; version: string | null }>(
    `select workflow_uuid as id, status, application_version as version from ${schema}.workflow_status
     where (workflow_uuid = $1 or parent_workflow_id = $1) and status is not null order by workflow_uuid for update`,
    [id],
  );
  const open = parts.filter(({ status }) => stateOf(status) !== 'ended');
  const mayGo = open.every(({ status, version }) => stateOf(status) === 'waiting' && mayWithdraw(version));
  if (open.length === 0 || !mayGo) return false;
  const ids = parts.map((part) => part.id);
  for (const table of ['workflow_input', 'workflow_output', 'operation_outputs', 'workflow_status'] as const) {
    await connection.query(`delete from ${schema}.${table} where workflow_uuid = any($1)`, [ids]);
  }
  return true;
}
