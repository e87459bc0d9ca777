import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database } from '@ecp/database/database';

/** Throws `not_found` unless the tenant has this channel: existence is checked before the body (ERR-7). */
export async function requireChannel(database: Database, tenantId: string, channelId: string): Promise<void> {
  const [rows] = await database.batchTenant(tenantId, [
    {
      name: 'require_notice_channel',
      text: 'select from platform.notice_channels where tenant_id = $1 and id = $2',
      values: [tenantId, channelId],
    },
  ]);
  if (rows.length === 0) throw new ApiError('not_found');
}
