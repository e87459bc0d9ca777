import { createId } from '@ecp/database/create-id';
import type { FilledPlatform } from '../insert-records.ts';

/**
 * Inserts an open comment of a client on the title of the latest version of the engagement's
 * deliverable, with a reply and words that it proposes. Returns its id.
 */
export async function insertComment(
  { asSuperuser }: FilledPlatform,
  { tenantId, engagementId, marker }: { tenantId: string; engagementId: string; marker: string },
): Promise<string> {
  const comment = createId();
  const passage = {
    version: 2,
    start: 0,
    end: marker.length,
    quote: marker,
    prefix: '',
    suffix: '',
  };
  await asSuperuser(
    `insert into platform.comments (id, tenant_id, engagement_id, filename, version, body, quote, prefix, suffix, section,
        suggestion, passage, author_kind, author_name)
      values ($1, $2, $3, $4 || '.md', 2, $4, $4, '', '', $4, $4 || ' 2', $5, 'client', $4)`,
    [comment, tenantId, engagementId, marker, JSON.stringify(passage)],
  );
  await asSuperuser(
    `insert into platform.comment_replies (id, tenant_id, comment_id, body, author_kind, author_name)
      values ($1, $2, $3, $4, 'user', $4)`,
    [createId(), tenantId, comment, marker],
  );
  return comment;
}
