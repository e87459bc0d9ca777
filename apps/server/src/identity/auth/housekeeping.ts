import type { Role } from '@ecp/contract/identity/auth';
import type { Database, Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { revokeKeysOfMember } from '../api-keys/api-keys.ts';
import { purgeOldDevices } from '../credentials/devices.ts';
import type { TokenOwner } from '../credentials/email-tokens.ts';
import { isValidSession } from '../sessions/sessions.ts';

/** A row whose mailbox nobody proved for 7 days without use. */
interface UnprovenRow extends TokenOwner {
  role: Role;
}

/**
 * Finds rows asked to prove their mailbox and unused for 7 days, with sessions and keys; an owner's
 * only if nobody else is proven and Stripe knows no subscription.
 */
export async function findUnprovenRows(database: Database, limit: number): Promise<UnprovenRow[]> {
  const [rows] = await database.batchSystem<[UnprovenRow]>([
    { name: 'find_unproven_rows', text: selectUnproven, values: [limit] },
  ]);
  return rows;
}

const selectUnproven = `
  select u.tenant_id as "tenantId", u.id as "userId", u.role from platform.users u
  where u.email_verified_at is null and u.confirmation_asked_at < now() - interval '7 days' and u.deactivated_at is null
    and u.last_used_at < now() - interval '7 days'
    and not exists (
      select from platform.sessions s
      where s.tenant_id = u.tenant_id and s.user_id = u.id and s.last_used_at > now() - interval '7 days'
    )
    and not exists (
      select from platform.api_keys k
      where k.tenant_id = u.tenant_id and k.created_by = u.id and k.last_used_at > now() - interval '7 days'
    )
    and (u.role <> 'owner' or not exists (
      select from platform.users o where o.tenant_id = u.tenant_id and o.email_verified_at is not null
    ) and not exists (
      select from platform.subscriptions b where b.tenant_id = u.tenant_id and b.external_id is not null
    ))
  order by u.confirmation_asked_at limit $1`;

/**
 * Removes a member's unproven row with its keys, unless somebody has proven or used it in the
 * meantime.
 */
export async function removeUnprovenMember(
  tx: Transaction,
  { tenantId, userId, role }: UnprovenRow,
): Promise<void> {
  const { rows } = await tx.query<{ email: string }>({
    name: 'remove_unproven_member',
    text: `delete from platform.users where tenant_id = $1 and id = $2 and role <> 'owner'
        and email_verified_at is null and last_used_at < now() - interval '7 days' and deactivated_at is null
      returning email`,
    values: [tenantId, userId],
  });
  const [removed] = rows;
  if (!removed) return;
  const keysRevoked = await revokeKeysOfMember(tx, { tenantId, userId });
  await recordAudit(
    tx,
    { tenantId, userId: null, ipAddress: null },
    {
      action: 'team.remove',
      resourceType: 'user',
      resourceId: userId,
      metadata: { email: removed.email, role, keysRevoked, neverConfirmed: true },
    },
  );
}

interface ExpiredRow {
  token_hash: Buffer;
}

interface PurgedRows {
  sessions: number;
  tokens: number;
  devices: number;
}

/**
 * Deletes ended sessions, mailed tokens and devices, and returns their numbers. Any process may
 * call it at any time.
 */
export async function purgeExpiredSessions(database: Database): Promise<PurgedRows> {
  const [sessions, tokens] = await database.batchSystem<[ExpiredRow, ExpiredRow]>([
    {
      text: `delete from platform.sessions s where expires_at <= now() or replaced_at is null and not ${isValidSession}
        returning token_hash`,
    },
    { text: 'delete from platform.email_tokens where expires_at <= now() returning token_hash' },
  ]);
  return {
    sessions: sessions.length,
    tokens: tokens.length,
    devices: await purgeOldDevices(database),
  };
}
