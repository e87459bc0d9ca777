import type { PortalComment } from '@ecp/contract/reach/portal';
import type { Statement } from '@ecp/database/statement';

/** The columns of platform.portal_comments that are shown. */
export interface PortalCommentRow {
  id: string;
  token_id: string;
  filename: string | null;
  author: string;
  body: string;
  created_at: Date;
}

/** The columns of PortalCommentRow, for select lists and `returning`. */
export const portalCommentColumns = 'id, token_id, filename, author, body, created_at';

/** Bounds the response to the newest comments. */
const maxShown = 200;

/** Reads the newest comments on an engagement, in ascending order of time. */
export function selectPortalComments(tenantId: string, engagementId: string): Statement<PortalCommentRow> {
  return {
    name: 'select_portal_comments',
    text: `select ${portalCommentColumns} from (
        select ${portalCommentColumns} from platform.portal_comments where tenant_id = $1 and engagement_id = $2
        order by created_at desc, id desc limit ${maxShown}
      ) newest order by created_at, id`,
    values: [tenantId, engagementId],
  };
}

/** Converts a row to the wire form (POR-6). */
export function toPortalComment(row: PortalCommentRow): PortalComment {
  const { id, filename, body } = row;
  const author = { kind: 'client', id: row.token_id, name: row.author } as const;
  return { id, filename, author, body, createdAt: row.created_at.toISOString() };
}
