import type { ExportPart } from '../../kernel/export-part.ts';
import { type CommentRow, commentColumns, toComment } from './comment-rows.ts';

/** Exports every comment with its replies and its answer (CMT-13). */
export const exportedComments: ExportPart<CommentRow> = {
  name: 'comments',
  page: {
    text: `select ${commentColumns} from platform.comments c where c.tenant_id = $1 and c.id > $2 order by c.id limit $3`,
  },
  pageRows: 100,
  toRecord: (row) => ({ ...toComment(row), engagementId: row.engagement_id }),
};
