import { randomBytes } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import type {
  ApiKey,
  CreateApiKeyBody,
  IssuedApiKey,
  KeyScope,
} from '@ecp/contract/identity/api-keys';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorUserId, type RequestContext, responsibleUserId } from '../../kernel/context.ts';
import type { ExportPart } from '../../kernel/export-part.ts';
import { requireFewer } from '../../kernel/limits/refusals.ts';
import { hashKey } from './key-principal.ts';

/** Keys that are not revoked. */
export const maxKeys = 1_000;

/**
 * Creates a key, by default read-write and tenant-wide. Errors: `not_found` for an unknown
 * engagement, `invalid_request` for an expiry in the past, `api_key_limit_reached`.
 */
export async function createApiKey(
  context: RequestContext,
  body: CreateApiKeyBody,
): Promise<IssuedApiKey> {
  const { services, tenantId } = context;
  const engagementId = body.engagementId ?? null;
  const expiresAt = readExpiry(body.expiresAt, services.clock.now());
  return context.commit(async (tx) => {
    const known =
      engagementId === null || (await lockEngagementAgainstDeletion(tx, tenantId, engagementId));
    if (!known) throw new ApiError('not_found');
    await requireFewer(tx, tenantId, {
      count: countKeys(tenantId),
      limit: maxKeys,
      code: 'api_key_limit_reached',
    });
    await holdMaker(tx, { tenantId, userId: responsibleUserId(context.principal) });
    const wanted = {
      name: body.name,
      scope: body.scope ?? 'read_write',
      engagementId,
      expiresAt,
    } as const;
    const issued = await issueKey(tx, context, wanted);
    const { name, prefix, scope } = issued;
    await recordAudit(tx, context, {
      action: 'api_key.create',
      resourceType: 'api_key',
      resourceId: issued.id,
      metadata: { name, prefix, scope, engagementId },
    });
    return issued;
  });
}

const countKeys = (tenantId: string): Statement<{ count: number }> => ({
  name: 'count_api_keys',
  text: `select count(*)::integer as count from platform.api_keys
    where tenant_id = $1 and revoked_at is null and not assistant`,
  values: [tenantId],
});

function readExpiry(given: string | null | undefined, now: Date): Date | null {
  if (given === undefined || given === null) return null;
  const expiresAt = new Date(given);
  if (expiresAt.getTime() > now.getTime()) return expiresAt;
  throw new ApiError('invalid_request', {
    details: [{ path: '/expiresAt', message: 'must be in the future' }],
  });
}

interface KeyRow {
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
const maxListed = 1_000;

/** Returns the newest keys of the tenant, newest first, including revoked ones. */
export async function listApiKeys({ services, tenantId }: RequestContext): Promise<ApiKey[]> {
  const [rows] = await services.database.batchTenant<[KeyRow]>(tenantId, [
    {
      name: 'list_api_keys',
      text: `select id, name, prefix, scope, engagement_id, last_used_at, expires_at, created_at, revoked_at
        from platform.api_keys where tenant_id = $1 and not assistant
        order by created_at desc, id desc limit ${maxListed}`,
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

/**
 * Replaces a key by one of equal name, scope and engagement, once. Errors: `not_found`,
 * `key_already_revoked`.
 */
export async function rotateApiKey(context: RequestContext, keyId: string): Promise<IssuedApiKey> {
  return context.transaction(async (tx) => {
    await lockEngagementOf(tx, context.tenantId, keyId);
    // People come before their keys, as when somebody is switched off. The opposite order could
    // deadlock with that.
    await holdMaker(tx, {
      tenantId: context.tenantId,
      userId: responsibleUserId(context.principal),
    });
    const old = await lockKey(tx, context.tenantId, keyId);
    if (!old) throw new ApiError('not_found');
    if (old.revoked) throw new ApiError('key_already_revoked');
    await markRevoked(tx, context.tenantId, keyId);
    const { name, scope, engagement_id: engagementId, next_expires_at: expiresAt } = old;
    const issued = await issueKey(tx, context, { name, scope, engagementId, expiresAt });
    await recordAudit(tx, context, {
      action: 'api_key.rotate',
      resourceType: 'api_key',
      resourceId: keyId,
      metadata: {
        name,
        prefix: old.prefix,
        newKeyId: issued.id,
        newPrefix: issued.prefix,
        engagementId,
      },
    });
    return issued;
  });
}

/**
 * Locks the engagement first, as its deletion does. The opposite order could deadlock with the
 * deletion.
 */
async function lockEngagementOf(tx: Transaction, tenantId: string, keyId: string): Promise<void> {
  const { rows } = await tx.query<{ engagement_id: string | null }>({
    name: 'read_engagement_of_key',
    text: 'select engagement_id from platform.api_keys where tenant_id = $1 and id = $2',
    values: [tenantId, keyId],
  });
  const engagementId = rows[0]?.engagement_id ?? null;
  if (engagementId !== null) await lockEngagementAgainstDeletion(tx, tenantId, engagementId);
}

/** Revokes a key at once. A key that is already revoked does not change. Error: `not_found`. */
export async function revokeApiKey(context: RequestContext, keyId: string): Promise<void> {
  await context.transaction(async (tx) => {
    const key = await lockKey(tx, context.tenantId, keyId);
    if (!key) throw new ApiError('not_found');
    if (key.revoked) return;
    await markRevoked(tx, context.tenantId, keyId);
    await recordAudit(tx, context, {
      action: 'api_key.revoke',
      resourceType: 'api_key',
      resourceId: keyId,
      metadata: { name: key.name, prefix: key.prefix, engagementId: key.engagement_id },
    });
  });
}

const keyLiteral = 'svc_live_';
/** The literal and the first four hexadecimal characters. */
const prefixLength = keyLiteral.length + 4;

/** The permissions of a new key and the time when it expires. */
interface NewKey {
  name: string;
  scope: KeyScope;
  engagementId: string | null;
  expiresAt: Date | null;
}

/** Makes a key and stores its hash. Only the response contains the raw key. */
async function issueKey(
  tx: Transaction,
  context: RequestContext,
  wanted: NewKey,
): Promise<IssuedApiKey> {
  const key = keyLiteral + randomBytes(16).toString('hex');
  const id = createId();
  const prefix = key.slice(0, prefixLength);
  const { rows } = await tx.query<{ created_at: Date }>({
    name: 'issue_key',
    text: `insert into platform.api_keys
      (id, tenant_id, name, prefix, key_hash, scope, engagement_id, expires_at, created_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning created_at`,
    values: [
      id,
      context.tenantId,
      wanted.name,
      prefix,
      hashKey(key),
      wanted.scope,
      wanted.engagementId,
      wanted.expiresAt,
      actorUserId(context.principal),
    ],
  });
  const createdAt = rows[0]?.created_at ?? new Date();
  return {
    id,
    name: wanted.name,
    prefix,
    scope: wanted.scope,
    engagementId: wanted.engagementId,
    expiresAt: wanted.expiresAt?.toISOString() ?? null,
    key,
    createdAt: createdAt.toISOString(),
  };
}

interface LockedKey {
  name: string;
  prefix: string;
  scope: KeyScope;
  engagement_id: string | null;
  revoked: boolean;
  /**
   * Expiry of the key that replaces this one: the same, or the same lifetime again if that is past.
   */
  next_expires_at: Date | null;
}

/**
 * Locks a key until the transaction ends, so that parallel changes take turns. Returns undefined if
 * there is none.
 */
async function lockKey(
  tx: Transaction,
  tenantId: string,
  keyId: string,
): Promise<LockedKey | undefined> {
  const { rows } = await tx.query<LockedKey>({
    name: 'lock_key',
    text: `select name, prefix, scope, engagement_id, revoked_at is not null as revoked,
        case when expires_at > now() then expires_at else now() + (expires_at - created_at) end as next_expires_at
      from platform.api_keys where tenant_id = $1 and id = $2 and not assistant for update`,
    values: [tenantId, keyId],
  });
  return rows[0];
}

/** Revokes a locked key: it stops authenticating when the transaction commits. */
async function markRevoked(tx: Transaction, tenantId: string, keyId: string): Promise<void> {
  await tx.query({
    name: 'revoke_key',
    text: 'update platform.api_keys set revoked_at = now() where tenant_id = $1 and id = $2',
    values: [tenantId, keyId],
  });
}

/**
 * Prevents the deletion of an engagement until the transaction ends. Returns false if it is not the
 * tenant's.
 */
async function lockEngagementAgainstDeletion(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'lock_engagement_of_key',
    text: 'select from platform.engagements where tenant_id = $1 and id = $2 for key share',
    values: [tenantId, engagementId],
  });
  return rowCount > 0;
}

/** Finds the person who made a key or has taken it over; null if it is gone. */
export async function findKeyMaker(
  tx: Transaction,
  tenantId: string,
  keyId: string | null,
): Promise<string | null> {
  const { rows } = await tx.query<{ created_by: string | null }>({
    name: 'find_maker_of_key',
    text: 'select created_by from platform.api_keys where tenant_id = $1 and id = $2',
    values: [tenantId, keyId],
  });
  return rows[0]?.created_by ?? null;
}

interface KeyMaker {
  tenantId: string;
  userId: string;
}

/**
 * Keeps the maker of a key in the team for the transaction, so that whoever switches them off finds
 * the key. Error: `authentication_required` for who is no longer there.
 */
export async function holdMaker(tx: Transaction, { tenantId, userId }: KeyMaker): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'hold_maker',
    text: `select from platform.users where tenant_id = $1 and id = $2 and deactivated_at is null for share`,
    values: [tenantId, userId],
  });
  if (rowCount === 0) throw new ApiError('authentication_required');
}

/**
 * Revokes the keys that a member has made, those of assistants and their open consents too. Returns
 * their ids.
 */
export async function revokeKeysOfMember(
  tx: Transaction,
  { tenantId, userId }: KeyMaker,
): Promise<string[]> {
  // An exchange that is under way holds the consent, so its key is there when the keys are revoked.
  await tx.query({
    name: 'withdraw_consents_of_member',
    text: 'delete from platform.assistant_codes where tenant_id = $1 and user_id = $2',
    values: [tenantId, userId],
  });
  const { rows } = await tx.query<{ id: string }>({
    name: 'revoke_keys_of_member',
    text: `update platform.api_keys set revoked_at = now()
      where tenant_id = $1 and created_by = $2 and revoked_at is null returning id`,
    values: [tenantId, userId],
  });
  return rows.map(({ id }) => id);
}

/**
 * Makes another member responsible for the keys that a member has made, but for assistants. Returns
 * their ids.
 */
export async function reassignKeysOfMember(
  tx: Transaction,
  { tenantId, userId }: KeyMaker,
  nextUserId: string,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'reassign_keys_of_member',
    text: `update platform.api_keys set created_by = $3
      where tenant_id = $1 and created_by = $2 and revoked_at is null and not assistant returning id`,
    values: [tenantId, userId, nextUserId],
  });
  return rows.map(({ id }) => id);
}

interface ExportedRow {
  id: string;
  name: string;
  prefix: string;
  scope: KeyScope;
  created_at: Date;
}

/** Exports the API keys without anything that authenticates. */
export const exportedApiKeys: ExportPart<ExportedRow> = {
  name: 'apiKeys',
  page: {
    text: `select id, name, prefix, scope, created_at from platform.api_keys
      where tenant_id = $1 and id > $2 and not assistant order by id limit $3`,
  },
  pageRows: 200,
  toRecord: ({ created_at, ...key }) => ({
    ...key,
    createdAt: created_at.toISOString(),
    note: 'The key itself is not stored; its hash is redacted.',
  }),
};
