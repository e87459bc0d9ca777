import { randomBytes } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { CreateScimTokenBody, IssuedScimToken, ScimToken } from '@ecp/contract/identity/scim';
import { createId } from '@ecp/database/create-id';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { ExportPart } from '../../kernel/export-part.ts';
import { hashToken } from '../../kernel/keys/tokens.ts';
import { requireFewer } from '../../kernel/limits/refusals.ts';
import { firstRow } from '../../kernel/sql.ts';

const maxTokens = 20;

interface TokenRow {
  id: string;
  name: string | null;
  created_at: Date;
  last_used_at: Date | null;
}

/** Makes a token, which only the response contains. Error: `scim_token_limit_reached`. */
export async function createScimToken(
  context: RequestContext,
  body: CreateScimTokenBody,
): Promise<IssuedScimToken> {
  const { tenantId } = context;
  const token = `svc_scim_${randomBytes(16).toString('hex')}`;
  const id = createId();
  const { name = null } = body;
  return context.commit(async (tx) => {
    const count = countTokens(tenantId);
    await requireFewer(tx, tenantId, { count, limit: maxTokens, code: 'scim_token_limit_reached' });
    const { rows } = await tx.query<{ created_at: Date }>({
      name: 'create_scim_token',
      text: `insert into platform.scim_tokens (id, tenant_id, name, token_hash) values ($1, $2, $3, $4)
        returning created_at`,
      values: [id, tenantId, name, hashToken(token)],
    });
    await recordAudit(tx, context, {
      action: 'scim_token.create',
      resourceType: 'scim_token',
      resourceId: id,
      metadata: { name },
    });
    return { id, name, token, createdAt: firstRow(rows).created_at.toISOString() };
  });
}

const countTokens = (tenantId: string): Statement<{ count: number }> => ({
  name: 'count_scim_tokens',
  text: 'select count(*)::integer as count from platform.scim_tokens where tenant_id = $1',
  values: [tenantId],
});

/** Lists the tokens of the tenant, oldest first. */
export async function listScimTokens({ services, tenantId }: RequestContext): Promise<ScimToken[]> {
  const [rows] = await services.database.batchTenant<[TokenRow]>(tenantId, [
    {
      name: 'list_scim_tokens',
      text: `select id, name, created_at, last_used_at from platform.scim_tokens where tenant_id = $1
        order by created_at, id`,
      values: [tenantId],
    },
  ]);
  return rows.map(toToken);
}

const toToken = ({ id, name, created_at, last_used_at }: TokenRow): ScimToken => ({
  id,
  name,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
});

/** Ends a token at once. Error: `not_found`. */
export async function deleteScimToken(context: RequestContext, tokenId: string): Promise<void> {
  const { tenantId } = context;
  await context.transaction(async (tx) => {
    const { rows } = await tx.query<{ name: string | null }>({
      name: 'delete_scim_token',
      text: 'delete from platform.scim_tokens where tenant_id = $1 and id = $2 returning name',
      values: [tenantId, tokenId],
    });
    const [deleted] = rows;
    if (!deleted) throw new ApiError('not_found');
    await recordAudit(tx, context, {
      action: 'scim_token.delete',
      resourceType: 'scim_token',
      resourceId: tokenId,
      metadata: { name: deleted.name },
    });
  });
}

/** The directory that calls: the tenant, and the token that it calls with. */
export interface Directory {
  tenantId: string;
  tokenId: string;
}

/**
 * Finds the directory of a token, else null; never cached. The time of its last use is exact to the
 * minute.
 */
export async function findDirectory(database: Database, token: string): Promise<Directory | null> {
  const hash = hashToken(token);
  const [[found]] = await database.batchSystem<[Directory & { touch_due: boolean }]>([
    {
      name: 'find_directory',
      text: `select tenant_id as "tenantId", id as "tokenId",
          (last_used_at is null or last_used_at < now() - interval '1 minute') as touch_due
        from platform.scim_tokens where token_hash = $1`,
      values: [hash],
    },
  ]);
  if (!found) return null;
  const { touch_due: isTouchDue, ...directory } = found;
  if (isTouchDue) await database.batchSystem([touchToken(hash)]);
  return directory;
}

const touchToken = (hash: Buffer): Statement => ({
  name: 'touch_scim_token',
  text: 'update platform.scim_tokens set last_used_at = now() where token_hash = $1',
  values: [hash],
});

/** Exports the tokens without anything that authenticates. */
export const exportedScimTokens: ExportPart<TokenRow> = {
  name: 'scimTokens',
  page: {
    text: `select id, name, created_at, last_used_at from platform.scim_tokens
      where tenant_id = $1 and id > $2 order by id limit $3`,
  },
  pageRows: 200,
  toRecord: toToken,
};
