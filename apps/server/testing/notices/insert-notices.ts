import { createId } from '@ecp/database/create-id';
import type { FilledPlatform } from '../insert-records.ts';

/**
 * Inserts a client's comment that a user has not read, and the user's settings, which are the
 * defaults.
 */
export async function insertNotice(
  { asSuperuser }: FilledPlatform,
  {
    tenantId,
    engagementId,
    userId,
    marker,
  }: { tenantId: string; engagementId: string; userId: string; marker: string },
): Promise<void> {
  const noticeId = createId();
  const data = JSON.stringify({ commentId: marker, filename: null, author: marker, words: marker });
  await asSuperuser(
    `insert into platform.notices (id, tenant_id, engagement_id, kind, cause, data)
      values ($1, $2, $3, 'client_comment', $1, $4)`,
    [noticeId, tenantId, engagementId, data],
  );
  await asSuperuser(
    `insert into platform.notice_recipients (tenant_id, notice_id, user_id, in_digest) values ($1, $2, $3, false)`,
    [tenantId, noticeId, userId],
  );
  await asSuperuser(
    `insert into platform.notification_settings (tenant_id, user_id) values ($1, $2)`,
    [tenantId, userId],
  );
}

/** Inserts a channel that gets nothing, because no secret opens its address; returns its id. */
export async function insertChannel(
  { asSuperuser }: FilledPlatform,
  tenantId: string,
  marker: string,
): Promise<string> {
  const id = createId();
  await asSuperuser(
    `insert into platform.notice_channels (id, tenant_id, kind, label, host, sealed, groups)
      values ($1, $2, 'slack', $3, $3, $3, '{runs}')`,
    [id, tenantId, marker],
  );
  return id;
}
