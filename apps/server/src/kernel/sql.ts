import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

/** Returns the first row of a statement that always returns one. */
export function firstRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('The statement returned no row');
  return row;
}

/**
 * Throws `not_found` unless the statement finds a row. A row that the tenant cannot read is
 * missing.
 */
export async function requireFound(
  database: Database,
  tenantId: string,
  statement: Statement<unknown>,
): Promise<void> {
  const [rows] = await database.batchTenant(tenantId, [statement]);
  if (rows.length === 0) throw new ApiError('not_found');
}

const dayMs = 24 * 3_600_000;
const batchSize = 5_000;

/** Deletes rows created over `keptDays` before `now`, in batches that skip locked ones. */
export async function purgeOldRows(
  database: Database,
  table: `platform.${string}`,
  now: Date,
  keptDays: number,
): Promise<void> {
  const before = new Date(now.getTime() - keptDays * dayMs);
  for (;;) {
    const [deleted] = await database.batchSystem<[{ id: string }]>([
      {
        text: `delete from ${table} where id in (
          select id from ${table} where created_at < $1 limit ${batchSize} for update skip locked)
          returning id`,
        values: [before],
      },
    ]);
    if (deleted.length < batchSize) return;
  }
}

/**
 * Returns the pattern of `like` for texts that contain `part`, in which `%` and `_` are ordinary
 * characters.
 */
export function containsPattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The timeline of the database's log. */
export interface Timeline {
  timeline: string;
}

/**
 * The column of Timeline: a restored or promoted database counts on from an earlier moment, and its
 * new timeline tells its numbers from lost ones. A standby takes it from its control file.
 */
export const timelineColumn = `
  case when pg_is_in_recovery() then (
    select lpad(upper(to_hex(greatest(timeline_id, min_recovery_end_timeline))), 8, '0')
    from pg_control_checkpoint(), pg_control_recovery()
  ) else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;
