import { createHash, randomBytes } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { KeyScope } from '@ecp/contract/identity/api-keys';
import type { Assistant } from '@ecp/contract/identity/assistants';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorUserId, type RequestContext } from '../../kernel/context.ts';
import type { ExportPart } from '../../kernel/export-part.ts';
import { createToken, hashToken } from '../../kernel/keys/tokens.ts';
import { requireFewer } from '../../kernel/limits/refusals.ts';
import type { Services } from '../../kernel/services.ts';
import { holdMaker } from '../api-keys/api-keys.ts';
import { requireSession } from '../sessions/session-principal.ts';
import { type AuthorizationRequest, resourceOf } from './authorization.ts';

/** Assistants of one person that are connected at a time. */
const maxAssistants = 100;
const codeLifeSeconds = 60;
export const accessLifeSeconds = 3_600;
/** An assistant that nobody uses for so long is disconnected. */
export const refreshLifeDays = 60;

type OpenServices = Pick<Services, 'database'>;

/** The person who consents, and from where. */
interface ConsentingPerson {
  tenantId: string;
  userId: string;
  ipAddress: string;
}

/**
 * Records a person's consent. Returns the code by which the assistant gets its tokens, once.
 * Errors: `assistant_limit_reached`, `authentication_required` for who was switched off meanwhile.
 */
export async function allowAssistant(
  { database }: OpenServices,
  person: ConsentingPerson,
  { client, redirectUri, scope, challenge }: AuthorizationRequest,
): Promise<string> {
  const { tenantId, userId } = person;
  const [code, keyId] = [createToken(), createId()];
  await database.withTenant(tenantId, async (tx) => {
    const count = countAssistants(tenantId, userId);
    await requireFewer(tx, tenantId, {
      count,
      limit: maxAssistants,
      code: 'assistant_limit_reached',
    });
    await holdMaker(tx, person);
    await tx.query({
      name: 'insert_assistant_code',
      text: `insert into platform.assistant_codes (code_hash, tenant_id, user_id, key_id, client_id, client_name,
          redirect_uri, scope, challenge, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(secs => $10))`,
      values: [
        hashToken(code),
        tenantId,
        userId,
        keyId,
        client.id,
        client.name,
        redirectUri,
        scope,
        challenge,
        codeLifeSeconds,
      ],
    });
    await recordAudit(tx, person, {
      action: 'assistant.connect',
      resourceType: 'assistant',
      resourceId: keyId,
      metadata: { name: client.name, clientId: client.id, scope },
    });
  });
  return code;
}

const countAssistants = (tenantId: string, userId: string): Statement<{ count: number }> => ({
  name: 'count_assistants',
  text: `select count(*)::integer as count from platform.api_keys k
    join platform.assistant_grants g on g.tenant_id = k.tenant_id and g.key_id = k.id
    where k.tenant_id = $1 and k.created_by = $2 and ${isConnected}`,
  values: [tenantId, userId],
});

/** SQL that holds for a key `k` and its grant `g` while the assistant may use them. */
const isConnected = `(k.revoked_at is null and g.refresh_expires_at > now())`;

/** The tokens of an assistant. */
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  scope: KeyScope;
}

interface CodeRow {
  user_id: string;
  key_id: string;
  client_id: string;
  client_name: string;
  redirect_uri: string;
  scope: KeyScope;
  challenge: string;
  expired: boolean;
  used: boolean;
}

/** The parameters of a request for tokens. */
interface CodeExchange {
  code: string;
  clientId: string;
  redirectUri: string;
  verifier: string;
}

/**
 * Exchanges a code; null if it does not count. A code that comes again ends what it was exchanged
 * for.
 */
export async function exchangeCode(
  { database }: OpenServices,
  given: CodeExchange,
): Promise<IssuedTokens | null> {
  const codeHash = hashToken(given.code);
  const [[found]] = await database.batchSystem<[{ tenant_id: string }]>([
    {
      name: 'find_tenant_of_assistant_code',
      text: 'select tenant_id from platform.assistant_codes where code_hash = $1',
      values: [codeHash],
    },
  ]);
  if (!found) return null;
  const { tenant_id: tenantId } = found;
  return database.withTenant(tenantId, async (tx) => {
    const code = await lockCode(tx, tenantId, codeHash);
    if (!code) return null;
    if (code.used) {
      await endGrant(tx, { tenantId, keyId: code.key_id, by: null }, 'code_used_again');
      return null;
    }
    if (
      code.expired ||
      code.client_id !== given.clientId ||
      code.redirect_uri !== given.redirectUri
    )
      return null;
    if (createHash('sha256').update(given.verifier).digest('base64url') !== code.challenge)
      return null;
    await tx.query({
      name: 'use_assistant_code',
      text: 'update platform.assistant_codes set used_at = now() where tenant_id = $1 and code_hash = $2',
      values: [tenantId, codeHash],
    });
    return insertGrant(tx, tenantId, code);
  });
}

async function lockCode(
  tx: Transaction,
  tenantId: string,
  codeHash: Buffer,
): Promise<CodeRow | undefined> {
  const { rows } = await tx.query<CodeRow>({
    name: 'lock_assistant_code',
    text: `select user_id, key_id, client_id, client_name, redirect_uri, scope, challenge, expires_at <= now() as expired,
        used_at is not null as used
      from platform.assistant_codes where tenant_id = $1 and code_hash = $2 for update`,
    values: [tenantId, codeHash],
  });
  return rows[0];
}

async function insertGrant(
  tx: Transaction,
  tenantId: string,
  code: CodeRow,
): Promise<IssuedTokens> {
  const { accessToken, refreshToken, family } = makeTokens();
  await tx.query({
    name: 'insert_assistant_key',
    text: `insert into platform.api_keys (id, tenant_id, name, prefix, key_hash, scope, expires_at, created_by, assistant)
      values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), $8, true)`,
    values: [
      code.key_id,
      tenantId,
      code.client_name,
      accessLiteral,
      hashToken(accessToken),
      code.scope,
      accessLifeSeconds,
      code.user_id,
    ],
  });
  await tx.query({
    name: 'insert_assistant_grant',
    text: `insert into platform.assistant_grants
        (tenant_id, key_id, client_id, family_hash, refresh_hash, refresh_expires_at)
      values ($1, $2, $3, $4, $5, now() + make_interval(days => $6))`,
    values: [
      tenantId,
      code.key_id,
      code.client_id,
      hashToken(family),
      hashToken(refreshToken),
      refreshLifeDays,
    ],
  });
  return { accessToken, refreshToken, scope: code.scope };
}

const accessLiteral = 'svc_mcp_';
const refreshLiteral = 'svc_refresh_';

/** Makes the tokens of a new grant, or the next ones of its family. */
function makeTokens(family: string = randomBytes(16).toString('base64url')) {
  return {
    family,
    accessToken: accessLiteral + createToken(),
    refreshToken: `${refreshLiteral}${family}.${createToken()}`,
  };
}

const familyOf = (refreshToken: string): string =>
  refreshToken.startsWith(refreshLiteral)
    ? (refreshToken.slice(refreshLiteral.length).split('.')[0] ?? '')
    : '';

interface GrantPlace {
  tenant_id: string;
  key_id: string;
}

const findByRefreshToken = (token: string): Statement<GrantPlace> => ({
  name: 'find_assistant_grant',
  text: 'select tenant_id, key_id from platform.assistant_grants where family_hash = $1',
  values: [hashToken(familyOf(token))],
});

const findByAccessToken = (token: string): Statement<GrantPlace> => ({
  name: 'find_assistant_key',
  text: 'select tenant_id, id as key_id from platform.api_keys where key_hash = $1 and assistant',
  values: [hashToken(token)],
});

interface GrantRow {
  client_id: string;
  scope: KeyScope;
  name: string;
  created_by: string | null;
  refresh_hash: Buffer;
  connected: boolean;
}

/**
 * Replaces both tokens; null if the refresh token does not count. One that comes again ends the
 * grant.
 */
export async function refreshTokens(
  { database }: OpenServices,
  { refreshToken, clientId }: { refreshToken: string; clientId: string },
): Promise<IssuedTokens | null> {
  const [[found]] = await database.batchSystem<[GrantPlace]>([findByRefreshToken(refreshToken)]);
  if (!found) return null;
  const { tenant_id: tenantId, key_id: keyId } = found;
  return database.withTenant(tenantId, async (tx) => {
    const grant = await lockGrant(tx, tenantId, keyId);
    if (!grant?.connected || grant.client_id !== clientId) return null;
    if (!grant.refresh_hash.equals(hashToken(refreshToken))) {
      await endGrant(tx, { tenantId, keyId, by: null }, 'refresh_token_used_again');
      return null;
    }
    const next = makeTokens(familyOf(refreshToken));
    await tx.query({
      name: 'replace_access_token',
      text: `update platform.api_keys set key_hash = $3, expires_at = now() + make_interval(secs => $4)
        where tenant_id = $1 and id = $2`,
      values: [tenantId, keyId, hashToken(next.accessToken), accessLifeSeconds],
    });
    await tx.query({
      name: 'replace_refresh_token',
      text: `update platform.assistant_grants
        set refresh_hash = $3, refresh_expires_at = now() + make_interval(days => $4)
        where tenant_id = $1 and key_id = $2`,
      values: [tenantId, keyId, hashToken(next.refreshToken), refreshLifeDays],
    });
    return { accessToken: next.accessToken, refreshToken: next.refreshToken, scope: grant.scope };
  });
}

/** Locks a grant with its key. It counts as connected only while its person is in the team. */
async function lockGrant(
  tx: Transaction,
  tenantId: string,
  keyId: string,
): Promise<GrantRow | undefined> {
  const { rows } = await tx.query<GrantRow>({
    name: 'lock_assistant_grant',
    text: `select g.client_id, k.scope, k.name, k.created_by, g.refresh_hash, ${isConnected} and exists (
          select from platform.users u where u.tenant_id = k.tenant_id and u.id = k.created_by
            and u.deactivated_at is null
        ) as connected
      from platform.api_keys k
      join platform.assistant_grants g on g.tenant_id = k.tenant_id and g.key_id = k.id
      where k.tenant_id = $1 and k.id = $2 for update of k, g`,
    values: [tenantId, keyId],
  });
  return rows[0];
}

/** The reasons for which a grant ends without a person. */
type Ending = 'assistant' | 'code_used_again' | 'refresh_token_used_again';

interface EndedGrant {
  tenantId: string;
  keyId: string;
  /** The person who ends it; null if it ends by itself. */
  by: RequestContext | null;
}

/** Ends a grant that has not ended. Its tokens stop working when the transaction commits. */
async function endGrant(
  tx: Transaction,
  { tenantId, keyId, by }: EndedGrant,
  reason?: Ending,
): Promise<void> {
  const { rows } = await tx.query<{ name: string }>({
    name: 'end_assistant_grant',
    text: `update platform.api_keys set revoked_at = now()
      where tenant_id = $1 and id = $2 and assistant and revoked_at is null returning name`,
    values: [tenantId, keyId],
  });
  const [ended] = rows;
  if (!ended) return;
  await recordAudit(tx, by ?? { tenantId, userId: null, ipAddress: null }, {
    action: 'assistant.disconnect',
    resourceType: 'assistant',
    resourceId: keyId,
    metadata: { name: ended.name, ...(reason === undefined ? {} : { reason }) },
  });
}

/**
 * Ends the grant of an access token or refresh token for its client (RFC 7009). Other texts change
 * nothing.
 */
export async function revokeToken(
  { database }: OpenServices,
  { token, clientId }: { token: string; clientId: string },
): Promise<void> {
  const find = token.startsWith(refreshLiteral)
    ? findByRefreshToken(token)
    : findByAccessToken(token);
  const [[found]] = await database.batchSystem<[GrantPlace]>([find]);
  if (!found) return;
  const { tenant_id: tenantId, key_id: keyId } = found;
  await database.withTenant(tenantId, async (tx) => {
    const grant = await lockGrant(tx, tenantId, keyId);
    if (grant?.client_id === clientId)
      await endGrant(tx, { tenantId, keyId, by: null }, 'assistant');
  });
}

interface ListedRow {
  id: string;
  name: string;
  client_id: string;
  scope: KeyScope;
  user_id: string;
  user_name: string | null;
  email: string;
  created_at: Date;
  last_used_at: Date | null;
}

const maxListed = 1_000;

/** Lists the caller's connected assistants, for an admin those of everybody, newest first. */
export async function listAssistants(
  context: RequestContext,
): Promise<{ url: string; assistants: Assistant[] }> {
  const { services, tenantId } = context;
  const [rows] = await services.database.batchTenant<[ListedRow]>(tenantId, [
    {
      name: 'list_assistants',
      text: `select k.id, k.name, g.client_id, k.scope, u.id as user_id, u.name as user_name, u.email, k.created_at,
          k.last_used_at
        from platform.api_keys k
        join platform.assistant_grants g on g.tenant_id = k.tenant_id and g.key_id = k.id
        join platform.users u on u.tenant_id = k.tenant_id and u.id = k.created_by
        where k.tenant_id = $1 and ${isConnected} and (u.id = $2 or $3)
        order by k.created_at desc, k.id desc limit ${maxListed}`,
      values: [tenantId, actorUserId(context.principal), managesAll(context)],
    },
  ]);
  return {
    url: resourceOf(services.config),
    assistants: rows.map((row) => ({
      id: row.id,
      name: row.name,
      clientId: row.client_id,
      scope: row.scope,
      person: { id: row.user_id, name: row.user_name, email: row.email },
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    })),
  };
}

const managesAll = (context: RequestContext): boolean =>
  ['admin', 'owner'].includes(requireSession(context).role);

/** Disconnects an assistant of the caller, or for an admin of anybody. Error: `not_found`. */
export async function disconnectAssistant(
  context: RequestContext,
  assistantId: string,
): Promise<void> {
  const { tenantId, principal } = context;
  await context.transaction(async (tx) => {
    const grant = await lockGrant(tx, tenantId, assistantId);
    if (!grant || (grant.created_by !== actorUserId(principal) && !managesAll(context)))
      throw new ApiError('not_found');
    await endGrant(tx, { tenantId, keyId: assistantId, by: context });
  });
}

/**
 * Deletes codes that ended an hour ago and returns their number. Any process may call it at any
 * time.
 */
export async function purgeAssistantCodes(database: Database): Promise<number> {
  const [rows] = await database.batchSystem<[{ code_hash: Buffer }]>([
    {
      text: `delete from platform.assistant_codes where expires_at < now() - interval '1 hour' returning code_hash`,
    },
  ]);
  return rows.length;
}

interface ExportedRow {
  id: string;
  name: string;
  client_id: string;
  scope: KeyScope;
  created_by: string | null;
  created_at: Date;
  revoked_at: Date | null;
}

/**
 * Exports the assistants, also those that are disconnected, without anything that authenticates.
 */
export const exportedAssistants: ExportPart<ExportedRow> = {
  name: 'assistants',
  page: {
    text: `select k.id, k.name, g.client_id, k.scope, k.created_by, k.created_at, k.revoked_at
      from platform.api_keys k join platform.assistant_grants g on g.tenant_id = k.tenant_id and g.key_id = k.id
      where k.tenant_id = $1 and k.id > $2 order by k.id limit $3`,
  },
  pageRows: 200,
  toRecord: ({ id, name, client_id, scope, created_by, created_at, revoked_at }) => ({
    id,
    name,
    clientId: client_id,
    scope,
    userId: created_by,
    createdAt: created_at.toISOString(),
    disconnectedAt: revoked_at?.toISOString() ?? null,
  }),
};
