import { type ExportPart, pageOf } from '../kernel/database/export-part.ts';

interface Row {
  id: string;
  requested_at: Date;
}

/** Exports a deletion that has begun and is not complete. */
export const exportedDeletionRequests: ExportPart<Row> = {
  name: 'deletionRequests',
  page: pageOf('platform.deletion_requests', 'id, requested_at'),
  pageRows: 200,
  toRecord: ({ id, requested_at }) => ({ id, status: 'pending', requestedAt: requested_at.toISOString() }),
};
