import type { LinkDocuments, PortalPermission } from '@ecp/contract/reach/portal';
import type { Database } from '@ecp/database/database';
import type { NoRow } from '@ecp/database/statement';
import type { PortalVisitor } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/keys/tokens.ts';

interface Row {
  token_id: string;
  tenant_id: string;
  tenant_name: string;
  engagement_id: string;
  permissions: PortalPermission[];
  documents: LinkDocuments;
  client_name: string | null;
  sees_others: boolean;
  shown_id: string;
  shown_since: Date;
}

/**
 * Finds the client of a portal token; null if it is unknown, revoked or expired, or a preview of a link that is (REL-17).
 * One round trip, never cached.
 */
export async function findPortalVisitor(database: Database, token: string): Promise<PortalVisitor | null> {
  if (!/^svc_portal_[0-9a-f]{32}$/.test(token)) return null;
  const tokenHash = hashToken(token);
  const [[row]] = await database.batchSystem<[Row, NoRow]>([
    { name: 'find_portal_token', text: findToken, values: [tokenHash] },
    { name: 'touch_portal_token', text: touchToken, values: [tokenHash] },
  ]);
  if (!row) return null;
  return {
    tokenId: row.token_id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    engagementId: row.engagement_id,
    permissions: row.permissions,
    documents: row.documents,
    clientName: row.client_name,
    seesOthers: row.sees_others,
    shownId: row.shown_id,
    shownSince: row.shown_since,
  };
}

const isLive = `p.revoked_at is null and (p.expires_at is null or p.expires_at > now())
    and not exists (
      select from platform.portal_tokens previewed
      where previewed.tenant_id = p.tenant_id and previewed.id = p.preview_of
        and (previewed.revoked_at is not null or previewed.expires_at <= now())
    )`;

/** A link opens by its own token, and by those that were mailed about its releases (REL-7). */
const ofToken = `p.id in (
    select id from platform.portal_tokens where token_hash = $1
    union all select token_id from platform.portal_link_secrets where token_hash = $1
  )`;

const findToken = `
  select p.id as token_id, p.tenant_id, t.name as tenant_name, p.engagement_id, p.permissions, p.documents,
    p.client_name, shown.sees_others, shown.id as shown_id, shown.created_at as shown_since
  from platform.portal_tokens p join platform.tenants t on t.id = p.tenant_id
  join platform.portal_tokens shown on shown.tenant_id = p.tenant_id and shown.id = coalesce(p.preview_of, p.id)
  where ${ofToken} and ${isLive}`;

/** Updates lastUsedAt at most once a minute, so that not every request writes. */
const touchToken = `
  update platform.portal_tokens p set last_used_at = now()
  where ${ofToken} and ${isLive} and (p.last_used_at is null or p.last_used_at < now() - interval '1 minute')`;
