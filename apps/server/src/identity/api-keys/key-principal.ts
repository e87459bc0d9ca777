import { createHash } from 'node:crypto';
import type { KeyScope } from '@ecp/contract/identity/api-keys';
import type { Role } from '@ecp/contract/identity/auth';
import type { Statement } from '@ecp/database/statement';
import type { KeyPrincipal } from '../../kernel/principals.ts';
import type { Services } from '../../kernel/services.ts';
import { joinEffectiveSubscription } from '../billing/subscriptions.ts';

/** Returns the SHA-256 of a raw key, the only form in which the key is stored. */
export function hashKey(rawKey: string): Buffer {
  return createHash('sha256').update(rawKey).digest();
}

interface KeyRow {
  key_id: string;
  key_name: string;
  scope: KeyScope;
  engagement_id: string | null;
  is_assistant: boolean;
  created_by: string;
  maker_role: Role;
  tenant_id: string;
  tenant_name: string;
  subscription_active: boolean;
  /** True when the recorded time of the last use is older than a minute. */
  touch_due: boolean;
}

/** The door that a key opens. A token of an assistant opens `/mcp` alone; other keys open both. */
export type KeyUse = 'api' | 'assistant';

/**
 * Finds the caller of a usable Bearer key whose maker is in the team; else null. One round trip,
 * never cached.
 */
export async function findKeyPrincipal(
  { database, billing }: Pick<Services, 'database' | 'billing'>,
  rawKey: string,
  use: KeyUse,
): Promise<KeyPrincipal | null> {
  const keyHash = hashKey(rawKey);
  const [[row]] = await database.batchSystem<[KeyRow]>([
    { name: 'find_key', text: findKey, values: [keyHash, billing.name, use] },
  ]);
  if (!row) return null;
  if (row.touch_due)
    await database.batchSystem([{ name: 'touch_key', text: touchKey, values: [keyHash] }]);
  return toPrincipal(row);
}

function toPrincipal(row: KeyRow): KeyPrincipal {
  return {
    kind: 'api_key',
    keyId: row.key_id,
    keyName: row.key_name,
    scope: row.scope,
    engagementId: row.engagement_id,
    isAssistant: row.is_assistant,
    createdBy: row.created_by,
    makerRole: row.maker_role,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    subscriptionActive: row.subscription_active,
  };
}

const findKey = `
  select k.id as key_id, k.name as key_name, k.scope, k.engagement_id, k.assistant as is_assistant, m.id as created_by, m.role as maker_role,
    t.id as tenant_id, t.name as tenant_name, coalesce(s.status = 'active', false) as subscription_active,
    (k.last_used_at is null or k.last_used_at < now() - interval '1 minute') as touch_due
  from platform.api_keys k
  join platform.tenants t on t.id = k.tenant_id
  join platform.users m on m.tenant_id = k.tenant_id and m.id = k.created_by and m.deactivated_at is null
  ${joinEffectiveSubscription('s', 't.id', '$2')}
  where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    and (not k.assistant or $3 = 'assistant')`;

/**
 * lastUsedAt is exact to the minute, which costs one write per minute instead of one per request.
 */
const touchKey = `
  update platform.api_keys set last_used_at = now()
  where key_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())
    and (last_used_at is null or last_used_at < now() - interval '1 minute')`;

/** Selects the `id` of those keys that still authenticate. Needs the system role. */
export function selectValidKeys(keyIds: readonly string[]): Statement<{ id: string }> {
  return {
    name: 'select_valid_keys',
    text: `select id from platform.api_keys
      where id = any($1::text[]) and revoked_at is null and (expires_at is null or expires_at > now())`,
    values: [keyIds],
  };
}
