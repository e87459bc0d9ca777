import { readdir } from 'node:fs/promises';
import { listSessions } from '../system/list-sessions.ts';
import type { PostgresPair } from '../system/postgres-pair.ts';
import type { Finding } from './finding.ts';

type Server = Pick<PostgresPair, 'query'>;

/**
 * Counts that must be 0 once everything has ended. A start that failed leaves a stopped run at the engine, so that it
 * can never begin there; it goes with its engagement.
 */
const orphanStatements: [string, string][] = [
  ['runs of the engine that have not ended', `select count(*) from engine.runs where status in ('running', 'paused')`],
  [
    'runs of the platform that have not ended',
    `select count(*) from platform.runs where status in ('running', 'paused')`,
  ],
  [
    'runs of the engine that were not stopped, without a run of the platform',
    `select count(*) from engine.runs e where kind = 'run' and failure_reason is distinct from 'stopped' and not exists
       (select from platform.runs p where p.tenant_id = e.tenant_id and p.id = e.id)`,
  ],
  [
    'reservations of money that were never settled',
    `select count(*) from engine.model_calls where status = 'reserved'`,
  ],
  ['deliveries that are still due', 'select count(*) from platform.webhook_deliveries where due_attempt is not null'],
  [
    'workflows that have not ended',
    `select (select count(*) from dbos_engine.workflow_status where status in ('PENDING', 'ENQUEUED'))
       + (select count(*) from dbos_platform.workflow_status where status in ('PENDING', 'ENQUEUED')
          and recovery_attempts > 0)`,
  ],
];

/** Checks that no row of an unfinished act is left. */
export async function checkOrphans(postgres: Server): Promise<Finding[]> {
  const counts = await Promise.all(
    orphanStatements.map(async ([what, statement]) => {
      const [row] = await postgres.query<{ count?: string; '?column?'?: string }>(statement);
      return { what, count: Number(Object.values(row ?? {})[0]) };
    }),
  );
  return counts.flatMap(({ what, count }) =>
    count === 0 ? [] : [{ rule: 'no orphan row', detail: `${count} ${what}` }],
  );
}

/** Checks that no connection of a service is open after all services have ended. */
export async function checkConnections(postgres: Server): Promise<Finding[]> {
  const rows = await postgres.query<{ application_name: string; count: string }>(
    `select application_name, count(*) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() group by 1`,
  );
  return rows.map(({ application_name: name, count }) => ({
    rule: 'no leaked connection',
    detail: `${count} of ${name || 'an unnamed service'}`,
  }));
}

/** Checks that the temporary folder of the services, which had been empty, is empty after their ends. */
export async function checkFiles(folder: string): Promise<Finding[]> {
  return (await readdir(folder)).map((name) => ({ rule: 'no leaked file', detail: name }));
}

/** Checks that no process of these sessions, each of a service that has ended, is left. */
export async function checkProcesses(sessions: readonly number[]): Promise<Finding[]> {
  const left = await listSessions(sessions);
  return left.map(({ pid, name }) => ({ rule: 'no leaked process', detail: `${name} (${pid})` }));
}
