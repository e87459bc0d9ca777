import type { Journal } from '../chaos/journal.ts';
import type { ChaosSystem } from '../chaos/system/open-system.ts';
import { readUsage } from '../chaos/system/read-usage.ts';
import type { Judged } from './slopes.ts';

/** The measurements of one moment, each by its name with its unit. */
export interface Sample {
  /** Minutes since the beginning. */
  atMinutes: number;
  /** True at the end of a rest, when nobody works and idle connections have been closed. */
  resting: boolean;
  values: Map<string, number>;
}

const kilobyte = 1_024;
const megabyte = 1_048_576;

/** Names the measurements, and how each is judged. */
export function listJudged({ platforms, engines }: ChaosSystem): Judged[] {
  const services = [...platforms, ...engines].flatMap(({ name }): Judged[] => [
    { name: `memory of ${name} (MB)`, tolerated: { share: 0.15 } },
    { name: `descriptors of ${name}`, tolerated: { perHour: 1 } },
    { name: `processes of ${name}`, tolerated: { perHour: 1 } },
  ]);
  return [
    ...services,
    { name: 'database connections', tolerated: { perHour: 1 } },
    // Each run adds rows. What it adds must not rise with the runs before it.
    { name: 'tables a run (KB)', tolerated: { share: 0.1 } },
  ];
}

/**
 * Takes the measurements that `listJudged` names. `earlier` is the sample of the rest before, for what tables grow by a
 * run in between.
 */
export async function takeSample(
  system: ChaosSystem,
  journal: Journal,
  { beganMs, resting, earlier }: { beganMs: number; resting: boolean; earlier: Sample | undefined },
): Promise<Sample> {
  const values = new Map<string, number>();
  for (const { name, pid } of [...system.platforms, ...system.engines]) {
    if (pid === undefined) continue;
    const { memoryBytes, descriptors, processes } = await readUsage(pid);
    values.set(`memory of ${name} (MB)`, memoryBytes / megabyte);
    values.set(`descriptors of ${name}`, descriptors);
    values.set(`processes of ${name}`, processes);
  }
  const [server] = await system.postgres.query<{ connections: string; bytes: string }>(
    `select (select count(*) from pg_stat_activity where usename = 'ecp_service') as connections,
      (select sum(pg_total_relation_size(relid)) from pg_stat_user_tables) as bytes`,
  );
  values.set('database connections', Number(server?.connections));
  values.set('tables (KB)', Number(server?.bytes) / kilobyte);
  values.set('ended runs', journal.runs.filter(({ ended }) => ended !== null).length);
  const grown = (name: string) => (values.get(name) ?? 0) - (earlier?.values.get(name) ?? 0);
  if (resting && earlier !== undefined && grown('ended runs') > 0) {
    values.set('tables a run (KB)', grown('tables (KB)') / grown('ended runs'));
  }
  return { atMinutes: (performance.now() - beganMs) / 60_000, resting, values };
}
