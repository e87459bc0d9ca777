import type { GridStatus } from '@ecp/contract/work/grids';
import { createId } from '@ecp/database/create-id';
import type { FilledPlatform } from '../insert-records.ts';

/** The id of the only column of an inserted grid. */
export const insertedColumn = 'column';

/**
 * Inserts a grid of one question and one file, whose cell is answered, stopped unless it is at
 * work; returns its id.
 */
export async function insertGrid(
  { asSuperuser }: FilledPlatform,
  given: {
    tenantId: string;
    engagementId: string;
    attachmentId: string;
    marker: string;
    status?: GridStatus;
  },
): Promise<string> {
  const { tenantId, engagementId, attachmentId, marker, status = 'stopped' } = given;
  const id = createId();
  await asSuperuser(
    `insert into platform.grids (tenant_id, id, engagement_id, title, status, work, author_kind, author_id, author_name)
      values ($1, $2, $3, $4, $5, 1, 'user', null, $4)`,
    [tenantId, id, engagementId, marker, status],
  );
  await asSuperuser(
    `insert into platform.grid_columns (tenant_id, grid_id, id, position, name, question, type)
      values ($1, $2, $3, 1, $4, $4, 'text')`,
    [tenantId, id, insertedColumn, marker],
  );
  await asSuperuser(
    'insert into platform.grid_files (tenant_id, grid_id, attachment_id, position) values ($1, $2, $3, 1)',
    [tenantId, id, attachmentId],
  );
  await asSuperuser(
    `insert into platform.grid_asks (tenant_id, grid_id, id, attachment_id, work, cost_nano_usd, ended_at)
      values ($1, $2, $3, $4, 1, 1000000, now())`,
    [tenantId, id, createId(), attachmentId],
  );
  await asSuperuser(
    `insert into platform.grid_cells
        (tenant_id, grid_id, attachment_id, column_id, state, value, text, quote, place, passage)
      values ($1, $2, $3, $4, 'verified', to_json($5::text), $5, $5, $5, $5)`,
    [tenantId, id, attachmentId, insertedColumn, marker],
  );
  return id;
}
