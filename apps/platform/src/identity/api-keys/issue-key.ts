import { randomBytes } from 'node:crypto';
import type { IssuedApiKey, KeyScope } from '@ecp/contract/identity/api-keys';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { actorUserId, type RequestContext } from '../../kernel/context.ts';
import { hashKey } from './find-key-principal.ts';

const literal = 'svc_live_';
/** The literal and the first four hexadecimal characters (KEY-1). */
const prefixLength = literal.length + 4;

/** The permissions of a new key and the time when it expires. */
export interface NewKey {
  name: string;
  scope: KeyScope;
  engagementId: string | null;
  expiresAt: Date | null;
}

/** Makes a key and stores its hash. Only the response contains the raw key. */
export async function issueKey(tx: Transaction, context: RequestContext, wanted: NewKey): Promise<IssuedApiKey> {
  const key = literal + randomBytes(16).toString('hex');
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
