import type { Author } from '@ecp/contract/values/authors';
import type { Transaction } from '@ecp/database/database';
import { recordEvent } from '../../kernel/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import type { EngagementState } from '../../work/engagements/engagement-rows.ts';
import { quoteClient, recordClientWord } from '../../work/notices/record-client-word.ts';

/** A client's comment, or a reply to one. */
interface ClientComment {
  commentId: string;
  replyId?: string;
  filename: string | null;
  author: Author;
  body: string;
}

/** Dispatches `portal.comment_received` and tells the team (POR-8, NOT-5). */
export async function tellClientComment(
  tx: Transaction,
  services: Services,
  { tenant_id: tenantId, id: engagementId, name: engagementName }: EngagementState,
  { body, ...written }: ClientComment,
): Promise<void> {
  const { commentId, replyId, filename, author } = written;
  await recordEvent(tx, services, tenantId, 'portal.comment_received', { engagementId, ...written });
  await recordClientWord(tx, services, tenantId, {
    ...{ kind: 'client_comment', data: { commentId, filename, ...quoteClient(author.name, body) } },
    ...{ engagementId, engagementName, cause: replyId ?? commentId },
  });
}
