import { ensureIndex } from '@ecp/database/ensure-index';
import { openMigrationClient } from '@ecp/database/migration-lock';
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

/** The same as conditions in SQL. Statements are checked against the tables, so their texts are constant. */
const isWaiting = `status in ('ENQUEUED', 'DELAYED')`;
const isOpen = `status in ('PENDING', 'ENQUEUED', 'DELAYED')`;
const hasEnded = `status in ('SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')`;

/** Returns our state for a status of DBOS. */
export function stateOf(status: string): WorkState {
  const has = (state: WorkState) => (statuses[state] as readonly string[]).includes(status);
  return has('waiting') ? 'waiting' : has('running') ? 'running' : 'ended';
}

// The statements below read and write DBOS's tables, which are not its public API. An upgrade of DBOS must check them.

/** Number of open works of one workflow. */
export interface WorkCount {
  workflow: string;
  /** Work that has to begin later is `delayed`: no process can take it yet. */
  state: 'waiting' | 'delayed' | 'running';
  count: number;
}

/** Counts open work of all processes by workflow. The API has no counts, and listing ten thousand works is slow. */
export async function countOpenWork(pool: pg.Pool, service: Service): Promise<WorkCount[]> {
  const { rows } = await pool.query<WorkCount>(openWorkOf(service));
  return rows;
}

/** Returns the statement whose rows are the counts of a service's open work. */
export const openWorkOf = (service: Service): string =>
  `select name as workflow,
      case status when 'PENDING' then 'running' when 'DELAYED' then 'delayed' else 'waiting' end as state,
      count(*)::integer as count
    from ${schemaOf(service)}.workflow_status
    where ${isOpen} and name is not null group by 1, 2`;

/**
 * Makes the indexes of the statements below beside those of DBOS. They hold open work, and ended work without a time, so
 * that they stay small however much ended work is kept. Requires the migration lock.
 */
export async function makeOwnIndexes(url: string, service: Service, pooled = false): Promise<void> {
  const table = `${schemaOf(service)}.workflow_status`;
  const definitions = {
    ecp_running_by_executor: `(executor_id) where status = 'PENDING'`,
    ecp_waiting_by_version: `(application_version, created_at) where ${isWaiting}`,
    ecp_ended_without_time: `(updated_at) where ${endedWithoutTime}`,
  };
  const client = await openMigrationClient(url);
  try {
    // The role may have a limit. A setting would stay on the connection of a pooler, behind which a migration makes them.
    if (!pooled) await client.query('set statement_timeout = 0');
    for (const [name, definition] of Object.entries(definitions)) await ensureIndex(client, table, name, definition);
  } finally {
    await client.end();
  }
}

/** Older releases of DBOS recorded no time of the end. The last change of such a row was its end. */
const endedWithoutTime = `completed_at is null and ${hasEnded}`;

/** Selects the executors with running work: one look into the index for each, however much work they have. */
export async function selectOwners(client: pg.ClientBase, service: Service): Promise<string[]> {
  const running = `${schemaOf(service)}.workflow_status where status = 'PENDING'`;
  const { rows } = await client.query<{ owner: string }>(
    `with recursive owners as (
      select (select min(executor_id) from ${running}) as owner
      union all
      select (select min(executor_id) from ${running} and executor_id > owner) from owners where owner is not null
    )
    select owner from owners where owner is not null`,
  );
  return rows.map(({ owner }) => owner);
}

const waitsAgain = `status = 'ENQUEUED', owner_xid = null, started_at_epoch_ms = null, recovery_attempts = 0,
  updated_at = (extract(epoch from now()) * 1000)::bigint`;

/**
 * Puts the running work of an executor back into `queue`, or into the queues from which it came if that is null, and
 * returns the number of works. As DBOS's own recovery does, it takes away the token without which an execution that
 * still runs can record no further step and no result.
 */
export async function requeueWork(
  client: pg.ClientBase,
  service: Service,
  executorId: string,
  queue: string | null,
): Promise<number> {
  const { rowCount } = await client.query(
    `update ${schemaOf(service)}.workflow_status
      set ${waitsAgain}, queue_name = coalesce($2, queue_name, '${unlimitedQueue}')
      where status = 'PENDING' and executor_id = $1`,
    [executorId, queue],
  );
  return rowCount ?? 0;
}

/** Work that a process has taken from a lane of a queue. */
export interface TakenWork {
  id: string;
  lane: string;
  workflow: string;
  /** The arguments in DBOS's format (`readInput`). Null if they are missing. */
  inputs: string | null;
}

/** A queue of a service, and the process that works on it. */
interface Worker {
  service: Service;
  queue: string;
  version: string;
  executorId: string;
}

/**
 * Takes waiting work for an executor, oldest first in each lane and the lanes in any order, with as many works of a lane
 * as it has places beside those that are `running`. Work that another process is just taking is left out. The lanes are
 * shuffled before their works are read, so that no more works are locked than taken.
 */
export async function takeWaiting(
  pool: pg.Pool,
  { service, queue, version, executorId }: Worker,
  limits: { places: number; placesOfLane: number; running: ReadonlyMap<string, number> },
): Promise<TakenWork[]> {
  const { places, placesOfLane, running } = limits;
  const waiting = `${schemaOf(service)}.workflow_status where queue_name = $1 and status = 'ENQUEUED' and queue_partition_key is not null`;
  const { rows } = await pool.query<TakenWork>(
    `with recursive lanes as (
      select (select min(queue_partition_key) from ${waiting}) as lane
      union all
      select (select min(queue_partition_key) from ${waiting} and queue_partition_key > lane) from lanes
        where lane is not null
    ), shuffled as materialized (
      select lane, $5 - coalesce(busy.works, 0) as free
        from lanes left join unnest($3::text[], $4::integer[]) as busy (lane, works) using (lane)
        where lane is not null and coalesce(busy.works, 0) < $5 order by random()
    ), taken as (
      select work.id from shuffled
        cross join lateral (
          select workflow_uuid as id from ${waiting} and queue_partition_key = shuffled.lane
            and application_version = $2 and name is not null
            order by priority, created_at limit shuffled.free for update skip locked
        ) work
        limit $6
    )
    update ${schemaOf(service)}.workflow_status s
      set status = 'PENDING', executor_id = $7, recovery_attempts = recovery_attempts + 1,
        started_at_epoch_ms = (extract(epoch from now()) * 1000)::bigint,
        updated_at = (extract(epoch from now()) * 1000)::bigint
      from taken left join ${schemaOf(service)}.workflow_input i on i.workflow_uuid = taken.id
      where s.workflow_uuid = taken.id
      returning s.workflow_uuid as id, s.queue_partition_key as lane, s.name as workflow,
        coalesce(i.inputs, s.inputs) as inputs`,
    [queue, version, [...running.keys()], [...running.values()], placesOfLane, places, executorId],
  );
  return rows;
}

/** Reads the only argument of a workflow, which is plain JSON in DBOS's format. Throws if it is missing or no JSON. */
export function readInput(inputs: string | null): unknown {
  if (inputs === null) throw new Error('The input is missing');
  return (JSON.parse(inputs) as { json: [unknown] }).json[0];
}

/** Selects the running work of an executor that came from a queue. */
export async function selectRunning(pool: pg.Pool, service: Service, executorId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select workflow_uuid as id from ${schemaOf(service)}.workflow_status
      where status = 'PENDING' and executor_id = $1 and queue_name is not null`,
    [executorId],
  );
  return rows.map(({ id }) => id);
}

/** Lets these running works of the executor wait again in their queues. Returns their number. */
export async function putBack(pool: pg.Pool, service: Service, executorId: string, ids: string[]): Promise<number> {
  const { rowCount } = await pool.query(
    `update ${schemaOf(service)}.workflow_status set ${waitsAgain}
      where status = 'PENDING' and executor_id = $1 and workflow_uuid = any($2)`,
    [executorId, ids],
  );
  return rowCount ?? 0;
}

/** Deletes work that the executor has done. Work that another process has taken over stays. */
export async function deleteRunning(pool: pg.Pool, { service, executorId }: Worker, ids: string[]): Promise<void> {
  const schema = schemaOf(service);
  await pool.query(
    `with ended as (
      delete from ${schema}.workflow_status where workflow_uuid = any($1) and status = 'PENDING' and executor_id = $2
        returning workflow_uuid
    ), steps as (
      delete from ${schema}.operation_outputs where workflow_uuid in (select workflow_uuid from ended)
    )
    delete from ${schema}.workflow_input where workflow_uuid in (select workflow_uuid from ended)`,
    [ids, executorId],
  );
}

/** DBOS's own queue, which has no limits. */
export const unlimitedQueue = '_dbos_internal_queue';

/** Selects those of the named queues in which work waits to begin: one look into an index for each. */
export async function selectQueuesWithWork(
  pool: pg.Pool,
  service: Service,
  names: readonly string[],
): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select asked.name from unnest($1::text[]) as asked (name)
      where exists (select from ${schemaOf(service)}.workflow_status w
        where w.queue_name = asked.name and w.status = 'ENQUEUED')`,
    [names],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Selects work of the given versions and workflows that waits, oldest first. */
export async function selectWaiting(
  pool: pg.Pool,
  service: Service,
  { versions, workflows, limit }: { versions: string[]; workflows: string[]; limit: number },
): Promise<{ id: string; parentId: string | null }[]> {
  const { rows } = await pool.query<{ id: string; parentId: string | null }>(
    `select workflow_uuid as id, parent_workflow_id as "parentId" from ${schemaOf(service)}.workflow_status
      where ${isWaiting} and application_version = any($1) and name = any($2)
      order by created_at limit $3`,
    [versions, workflows, limit],
  );
  return rows;
}

/**
 * Selects work that ended before `before` (Unix time in ms), oldest first. A part of work that has not ended is left
 * out, because a repeated execution asks for its result.
 */
export async function selectEnded(pool: pg.Pool, service: Service, before: number, limit: number): Promise<string[]> {
  const table = `${schemaOf(service)}.workflow_status`;
  const ended = (condition: string, time: string) => `(
    select s.workflow_uuid as id, s.${time} as at from ${table} s
    where ${condition} and s.${time} < $1
      and not exists (select from ${table} parent where parent.workflow_uuid = s.parent_workflow_id
        and parent.${isOpen})
    order by s.${time} limit $2)`;
  const { rows } = await pool.query<{ id: string }>(
    `select id from (${ended(hasEnded, 'completed_at')} union all ${ended(endedWithoutTime, 'updated_at')}) found
      order by at limit $2`,
    [before, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Delays work by the clock of the database, which gave it its time of creation. DBOS counts from the clock of this
 * process, which may be wrong by hours.
 */
export async function delayFromCreation(
  connection: pg.ClientBase,
  service: Service,
  { id, waitMs }: { id: string; waitMs: number },
): Promise<void> {
  await connection.query(
    `update ${schemaOf(service)}.workflow_status set delay_until_epoch_ms = created_at + $2
     where workflow_uuid = $1 and status = 'DELAYED'`,
    [id, Math.round(waitMs)],
  );
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
