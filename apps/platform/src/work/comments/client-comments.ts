import type { PortalComment } from '@ecp/contract/reach/portal';
import type { Comment } from '@ecp/contract/work/comments';
import type { Statement } from '@ecp/database/statement';
import { forClients } from '../../kernel/context.ts';
import { type CommentRow, commentColumns, toComment } from './comment-rows.ts';

/** Bounds the response to the newest comments. */
const maxShown = 200;

/**
 * Selects the newest comments of clients with their replies, in ascending order of time. The team's own comments never
 * reach a client (CMT-11).
 */
export function selectClientComments(tenantId: string, engagementId: string): Statement<CommentRow> {
  return {
    name: 'select_client_comments',
    text: `select ${commentColumns} from (
        select * from platform.comments where tenant_id = $1 and engagement_id = $2 and author_kind = 'client'
        order by created_at desc, id desc limit ${maxShown}
      ) c order by c.created_at, c.id`,
    values: [tenantId, engagementId],
  };
}

/** Turns a row into the form for the team's list of clients' comments (POR-6). */
export function toPortalComment(row: CommentRow): PortalComment {
  return toClientForm(toComment(row));
}

/**
 * Turns a comment into the form for clients: replies of the team have no ids of their authors (POR-12). Words of versions
 * that the client does not see stay with the team, except those that a client selected (CMT-11).
 * @param shown the version of its document that the client sees; undefined without one
 */
export function toClientComment(comment: Comment, shown: number | undefined): PortalComment {
  const form = toClientForm(comment);
  return {
    ...form,
    ...(comment.version !== shown && { prefix: null, suffix: null }),
    ...(comment.passage?.version !== shown && { passage: null, section: null }),
    replies: form.replies.map((reply) => ({ ...reply, author: forClients(reply.author) })),
  };
}

function toClientForm(comment: Comment): PortalComment {
  const { id, filename, version, author, body, status, replies, createdAt } = comment;
  const { quote, prefix, suffix, section, passage, orphaned } = comment;
  const selected = { quote, prefix, suffix, section, passage, orphaned };
  return { id, filename, version, author, body, ...selected, status, replies, createdAt };
}
