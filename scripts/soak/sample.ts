import { readdir, readFile } from 'node:fs/promises';
import type { Journal } from '../chaos/journal.ts';
import type { ChaosSystem } from '../chaos/system/open-system.ts';

/** The measurements of one moment, each by a name with its unit. */
export interface Sample {
  /** Minutes since the begin. */
  atMinutes: number;
  values: Map<string, number>;
}

const pageBytes = 4_096;
const megabyte = 1_048_576;

/** Measures memory and descriptors of each service, connections, sizes of tables, and ended runs. */
export async function takeSample(system: ChaosSystem, journal: Journal, beganMs: number): Promise<Sample> {
  const values = new Map<string, number>();
  for (const { name, pid } of [...system.platforms, ...system.engines]) {
    if (pid === undefined) continue;
    const [, residentPages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    values.set(`memory of ${name} (MB)`, (Number(residentPages) * pageBytes) / megabyte);
    values.set(`descriptors of ${name}`, (await readdir(`/proc/${pid}/fd`)).length);
  }
  const [connections] = await system.postgres.query<{ count: string }>(
    `select count(*) from pg_stat_activity where usename = 'ecp_service'`,
  );
  values.set('database connections', Number(connections?.count));
  const tables = await system.postgres.query<{ schema: string; bytes: string }>(
    `select schemaname as schema, sum(pg_total_relation_size(relid)) as bytes from pg_stat_user_tables group by 1`,
  );
  for (const { schema, bytes } of tables) values.set(`tables of ${schema} (MB)`, Number(bytes) / megabyte);
  values.set('ended runs', journal.runs.filter(({ ended }) => ended !== null).length);
  return { atMinutes: (performance.now() - beganMs) / 60_000, values };
}
