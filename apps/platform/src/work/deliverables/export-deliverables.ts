import type { ExportPart } from '../../kernel/database/export-part.ts';
import { type DeliverableRow, deliverableColumns, toDeliverable } from './deliverable-rows.ts';

/** All versions of all deliverables, internal files included (ACC-2). */
export const exportedDeliverables: ExportPart<DeliverableRow> = {
  name: 'deliverables',
  page: {
    text: `select ${deliverableColumns} from platform.deliverables
    where tenant_id = $1 and id > $2 order by id limit $3`,
  },
  pageRows: 20,
  toRecord: toDeliverable,
};
