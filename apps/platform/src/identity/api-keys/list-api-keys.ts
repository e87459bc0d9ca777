import type { ApiKey, KeyScope } from '@ecp/contract/identity/api-keys';
import type { RequestContext } from '../../kernel/context.ts';

interface Row {
  id: string;
  name: string;
  prefix: string;
  scope: KeyScope;
  engagement_id: string | null;
  last_used_at: Date | null;
  expires_at: Date | null;
  created_at: Date;
  revoked_at: Date | null;
}

/** Bounds the response, because rotation adds keys without limit. */
const maxKeys = 1_000;

/** Returns the newest keys of the tenant, newest first, including revoked ones (KEY-6). */
export async function listApiKeys({ services, tenantId }: RequestContext): Promise<ApiKey[]> {
  const [rows] = await services.database.batchTenant<[Row]>(tenantId, [
    {
      name: 'list_api_keys',
      text: `select id, name, prefix, scope, engagement_id, last_used_at, expires_at, created_at, revoked_at
        from platform.api_keys where tenant_id = $1 order by created_at desc, id desc limit ${maxKeys}`,
      values: [tenantId],
    },
  ]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scope: row.scope,
    engagementId: row.engagement_id,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }));
}
