import { readConnectionFile } from '@ecp/database/embedded/connection-file';
import { selectLiving } from '@ecp/database/executor-lease';
import pg from 'pg';
import type { PlatformConfig } from '../../apps/server/src/kernel/settings.ts';
import { type Finding, find } from './finding.ts';

/** Codes of Postgres for a schema, a table or a role that the first migration has yet to make. */
const missingParts = ['3F000', '42P01', '22023', '42704'];

/**
 * Checks that an engine is running: a worker, on any machine, whose lease in the database is alive.
 * While no product answers here, only those that are found are told. What is wrong with the
 * database itself is a finding of another check.
 */
export async function checkEngine(config: PlatformConfig, isRunning: boolean): Promise<Finding[]> {
  const count = await countWorkers(config);
  if (count === null) return [];
  if (count > 0) return [find('engine', 'engine_runs', { count })];
  return isRunning ? [find('engine', 'engine_missing')] : [];
}

/** Counts the living workers; null without a database that can tell. */
async function countWorkers({ databaseUrl, dataDir }: PlatformConfig): Promise<number | null> {
  const url = databaseUrl ?? (await readConnectionFile(dataDir))?.serviceUrl;
  if (url === undefined) return null;
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch {
    return null;
  }
  try {
    await client.query('begin read only');
    await client.query('set local role ecp_system');
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from (${selectLiving('engine')}) as living`,
    );
    return rows[0]?.count ?? 0;
  } catch (error) {
    if (error instanceof pg.DatabaseError && missingParts.includes(error.code ?? '')) return null;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
