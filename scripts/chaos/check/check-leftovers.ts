import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { PostgresPair } from '../system/postgres-pair.ts';
import type { Finding } from './finding.ts';

/** Counts that must be 0 once everything has ended. */
const orphanStatements: [string, string][] = [
  ['runs of the engine that have not ended', `select count(*) from engine.runs where status in ('running', 'paused')`],
  [
    'runs of the platform that have not ended',
    `select count(*) from platform.runs where status in ('running', 'paused')`,
  ],
  [
    'runs of the engine without a run of the platform',
    `select count(*) from engine.runs e where kind = 'run' and not exists
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
export async function checkOrphans(postgres: PostgresPair): Promise<Finding[]> {
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
export async function checkConnections(postgres: PostgresPair): Promise<Finding[]> {
  const rows = await postgres.query<{ application_name: string; count: string }>(
    `select application_name, count(*) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() group by 1`,
  );
  return rows.map(({ application_name: name, count }) => ({
    rule: 'no leaked connection',
    detail: `${count} of ${name || 'an unnamed service'}`,
  }));
}

/** Lists temporary files of the product, to compare before and after. */
export async function listTemporaryFiles(): Promise<Set<string>> {
  return new Set((await readdir(tmpdir())).filter((name) => name.startsWith('ecp-') || name.startsWith('sandbox-')));
}

/** Checks that the product left no temporary file. */
export async function checkFiles(before: ReadonlySet<string>): Promise<Finding[]> {
  const after = await listTemporaryFiles();
  return [...after.difference(before)].map((name) => ({ rule: 'no leaked file', detail: name }));
}
