import type { Statement } from '@ecp/database/statement';
import type { PostResult } from './post-message.ts';

/** Writes the outcome of the latest post to a channel. */
export function recordPost(
  { tenantId, channelId }: { tenantId: string; channelId: string },
  { error }: PostResult,
  now: Date,
): Statement {
  return {
    name: 'record_notice_post',
    text: 'update platform.notice_channels set posted_at = $3, post_error = $4 where tenant_id = $1 and id = $2',
    values: [tenantId, channelId, now, error],
  };
}
