import type pg from 'pg';

/** The service whose queue is meant: its records are in a schema of their own. */
export type Service = 'engine' | 'platform';

/** The schema that DBOS keeps a service's records in. */
export const schemaOf = (service: Service): string => `dbos_${service}`;

/** Statuses of DBOS by what they mean to us. */
export const statuses = {
  waiting: ['ENQUEUED', 'DELAYED'],
  running: ['PENDING'],
  ended: ['SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'],
} as const;
export type WorkState = keyof typeof statuses;

/** What a status of DBOS means. */
export function stateOf(status: string): WorkState {
  const has = (state: WorkState) => (statuses[state] as readonly string[]).includes(status);
  return has('waiting') ? 'waiting' : has('running') ? 'running' : 'ended';
}

// The statements below read and write DBOS's tables, which are not its public API. An upgrade of DBOS must check them.

/** Work of one workflow that has not ended. */
export interface WorkCount {
  workflow: string;
  state: 'waiting' | 'running';
  count: number;
}

/** Counts open work of all processes by workflow. The API has no counts, and lists of ten thousand followers are too long. */
export async function countOpenWork(pool: pg.Pool, service: Service): Promise<WorkCount[]> {
  const { rows } = await pool.query<WorkCount>(
    `select name as workflow, case status when 'PENDING' then 'running' else 'waiting' end as state,
        count(*)::integer as count
      from ${schemaOf(service)}.workflow_status
      where status in ('PENDING', 'ENQUEUED', 'DELAYED') and name is not null group by 1, 2`,
  );
  return rows;
}

/** Other executors that have running work. The API has no distinct values, and this is asked every few seconds. */
export async function findOtherExecutors(pool: pg.Pool, service: Service, executorId: string): Promise<string[]> {
  const { rows } = await pool.query<{ owner: string }>(
    `select distinct executor_id as owner from ${schemaOf(service)}.workflow_status
      where status = 'PENDING' and executor_id is not null and executor_id <> $1`,
    [executorId],
  );
  return rows.map(({ owner }) => owner);
}

/**
 * Deletes work that waits, with its children, in the transaction of `connection`, so that something else can take its place
 * when that commits: the API deletes in a transaction of its own. Returns false and deletes nothing when a part of it is
 * running, when `mayWithdraw` refuses the version of an open part, or when all of it has ended.
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
