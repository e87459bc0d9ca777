import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database } from '@ecp/database/database';

/** Throws `not_found` unless the tenant has this endpoint: existence is checked before the body (ERR-7). */
export async function requireWebhook(database: Database, tenantId: string, id: string): Promise<void> {
  const [rows] = await database.batchTenant(tenantId, [
    {
      name: 'require_webhook',
      text: 'select from platform.webhook_endpoints where tenant_id = $1 and id = $2',
      values: [tenantId, id],
    },
  ]);
  if (rows.length === 0) throw new ApiError('not_found');
}
