import type { ExportPart } from '../kernel/database/export-part.ts';

interface Row {
  id: string;
  requested_at: Date;
}

/** Exports a deletion that has begun and is not complete. */
export const exportedDeletionRequests: ExportPart<Row> = {
  name: 'deletionRequests',
  page: {
    text: `select id, requested_at from platform.deletion_requests
    where tenant_id = $1 and id > $2 order by id limit $3`,
  },
  pageRows: 200,
  toRecord: ({ id, requested_at }) => ({ id, status: 'pending', requestedAt: requested_at.toISOString() }),
};
