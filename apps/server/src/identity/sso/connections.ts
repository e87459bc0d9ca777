import { ApiError } from '@ecp/contract/declaring/errors';
import type { GivenRole, PutSsoBody, SsoConnection } from '@ecp/contract/identity/sso';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { ExportPart } from '../../kernel/export-part.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { renewSealedRows } from '../../kernel/keys/renewal.ts';
import {
  isAllowedHost,
  isPrivateLiteral,
  OutboundError,
  parseOutboundUrl,
} from '../../kernel/outbound/addresses.ts';
import { requireWayOut } from '../../kernel/outbound/way-out.ts';
import type { Services } from '../../kernel/services.ts';
import { canonicalDomain } from '../credentials/email-addresses.ts';
import { type DomainRow, keepDomains, selectDomains } from './domains.ts';

interface GroupRole {
  group: string;
  role: GivenRole;
}

export interface ConnectionRow {
  id: string;
  tenant_id: string;
  kind: 'oidc' | 'saml';
  issuer: string | null;
  client_id: string | null;
  sealed: string | null;
  metadata_url: string | null;
  metadata: string | null;
  enforced: boolean;
  default_role: GivenRole;
  group_roles: GroupRole[];
  revision: number;
  created_at: Date;
}

/** The columns of ConnectionRow, from the table aliased `c`. */
export const connectionColumns = `c.id, c.tenant_id, c.kind, c.issuer, c.client_id, c.sealed, c.metadata_url, c.metadata,
  c.enforced, c.default_role, c.group_roles, c.revision, c.created_at`;

/** Returns the tenant's connection. Error: `not_found`. */
export async function getConnection({
  services,
  tenantId,
}: RequestContext): Promise<SsoConnection> {
  const [[row], domains] = await services.database.batchTenant<[ConnectionRow, DomainRow]>(
    tenantId,
    [selectConnection(tenantId), selectDomains(tenantId)],
  );
  if (!row) throw new ApiError('not_found');
  return toConnection(row, domains);
}

/** Selects the connection of a tenant. */
const selectConnection = (tenantId: string): Statement<ConnectionRow> => ({
  name: 'select_sso_connection',
  text: `select ${connectionColumns} from platform.sso_connections c where c.tenant_id = $1`,
  values: [tenantId],
});

/**
 * Sets the tenant's connection; domains that stay keep token and proof. Sign-ins under way end.
 * Errors: `url_invalid`, `url_private`, `invalid_request`, `outbound_off`.
 */
export async function putConnection(
  context: RequestContext,
  body: PutSsoBody,
  requireMetadata: RequireMetadata,
): Promise<SsoConnection> {
  const { services, tenantId } = context;
  requireWayOut(services.config);
  const domains = readDomains(body.domains ?? []);
  const { enforced = false, defaultRole = 'member', groupRoles = [] } = body;
  const provider = readProvider(body, services.config.outboundAllowedHosts);
  if (body.kind === 'saml') await requireMetadata(services, { tenantId, ...provider });
  return context.transaction(async (tx) => {
    const before = await lockConnection(tx, tenantId);
    const id = before?.id ?? createId();
    const sealed = sealedSecret(services.keys, id, { body, before });
    const { rows } = await tx.query<ConnectionRow>({
      name: 'put_sso_connection',
      text: `insert into platform.sso_connections as c (id, tenant_id, kind, issuer, client_id, sealed, metadata_url,
          metadata, enforced, default_role, group_roles)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        on conflict (tenant_id) do update set kind = excluded.kind, issuer = excluded.issuer,
          client_id = excluded.client_id, sealed = excluded.sealed, metadata_url = excluded.metadata_url,
          metadata = excluded.metadata, enforced = excluded.enforced, default_role = excluded.default_role,
          group_roles = excluded.group_roles, revision = c.revision + 1
        returning ${connectionColumns}`,
      values: [
        id,
        tenantId,
        body.kind,
        provider.issuer,
        provider.clientId,
        sealed,
        provider.metadataUrl,
        provider.metadata,
        enforced,
        defaultRole,
        JSON.stringify(groupRoles),
      ],
    });
    const [row] = rows;
    if (!row) throw new Error('The insert of a connection returned nothing');
    const kept = await keepDomains(tx, { tenantId, connectionId: row.id }, domains);
    const { kind } = body;
    await recordAudit(tx, context, {
      action: 'sso.update',
      resourceType: 'sso_connection',
      resourceId: row.id,
      metadata: {
        kind,
        from: provider.issuer ?? provider.metadataUrl,
        domains,
        enforced,
        defaultRole,
        groupRoles,
      },
    });
    return toConnection(row, kept);
  });
}

/**
 * Removes the tenant's connection with its domains and the sign-ins under way. Error: `not_found`.
 */
export async function deleteConnection(context: RequestContext): Promise<void> {
  const { tenantId } = context;
  await context.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string; kind: string }>({
      name: 'delete_sso_connection',
      text: 'delete from platform.sso_connections where tenant_id = $1 returning id, kind',
      values: [tenantId],
    });
    const [deleted] = rows;
    if (!deleted) throw new ApiError('not_found');
    await recordAudit(tx, context, {
      action: 'sso.delete',
      resourceType: 'sso_connection',
      resourceId: deleted.id,
      metadata: { kind: deleted.kind },
    });
  });
}

/** Parallel changes take turns, from the second connection on. */
async function lockConnection(
  tx: Transaction,
  tenantId: string,
): Promise<ConnectionRow | undefined> {
  const { rows } = await tx.query<ConnectionRow>({
    name: 'lock_sso_connection',
    text: `select ${connectionColumns} from platform.sso_connections c where c.tenant_id = $1 for update`,
    values: [tenantId],
  });
  return rows[0];
}

function readDomains(given: readonly string[]): string[] {
  const domains = given.map((text, index) => {
    const domain = canonicalDomain(text);
    if (domain === null) throw refuse(`/domains/${index}`, 'must be a domain, such as example.com');
    return domain;
  });
  return [...new Set(domains)];
}

const refuse = (path: string, message: string) =>
  new ApiError('invalid_request', { details: [{ path, message }] });

/** Refuses metadata that cannot be read. Error: `invalid_request`. */
type RequireMetadata = (
  services: Services,
  source: { tenantId: string; metadataUrl: string | null; metadata: string | null },
) => Promise<void>;

interface Provider {
  issuer: string | null;
  clientId: string | null;
  metadataUrl: string | null;
  metadata: string | null;
}

function readProvider(body: PutSsoBody, allowedHosts: readonly string[]): Provider {
  if (body.kind === 'oidc') {
    const issuer = readIssuer(body.issuer);
    checkAddress(issuer, allowedHosts);
    return { issuer, clientId: body.clientId.trim(), metadataUrl: null, metadata: null };
  }
  const { metadata = null } = body;
  const metadataUrl = body.metadataUrl?.trim() ?? null;
  if ((metadataUrl === null) === (metadata === null))
    throw refuse('', 'must have either metadataUrl or metadata');
  if (metadataUrl !== null) checkAddress(metadataUrl, allowedHosts);
  return { issuer: null, clientId: null, metadataUrl, metadata };
}

/** What people paste around an address: blanks, and characters that nobody sees. */
const invisibleEnds = /^[\s\u200B-\u200D\u2060]+|[\s\u200B-\u200D\u2060]+$/g;

/**
 * Returns an issuer without what people paste with it: blanks, the path of its description, and a
 * slash at the end. Errors: `url_invalid`; `invalid_request` for a query, which no issuer has.
 */
function readIssuer(pasted: string): string {
  const url = readUrl(pasted.replace(invisibleEnds, ''));
  if (url.search !== '') throw refuse('/issuer', 'must not have a query');
  const path = url.pathname.replace(
    /\/\.well-known\/(?:openid-configuration|oauth-authorization-server)\/*$/,
    '',
  );
  return url.origin + trimSlashes(path);
}

function trimSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/**
 * A provider is asked by https, unless the operator allows the host. Errors: `url_invalid`,
 * `url_private`.
 */
function checkAddress(given: string, allowedHosts: readonly string[]): void {
  const url = readUrl(given);
  if (isAllowedHost(url, allowedHosts)) return;
  if (url.protocol !== 'https:') throw new ApiError('url_invalid');
  if (isPrivateLiteral(url)) throw new ApiError('url_private');
}

function readUrl(given: string): URL {
  try {
    return parseOutboundUrl(given);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new ApiError(error.kind === 'credentials' ? 'url_has_credentials' : 'url_invalid');
  }
}

const sealPurpose = 'sso secrets';

function sealedSecret(
  keys: KeyRing,
  id: string,
  { body, before }: { body: PutSsoBody; before: ConnectionRow | undefined },
): string | null {
  if (body.kind === 'saml') return null;
  const secret = body.clientSecret?.trim();
  if (secret === '') throw refuse('/clientSecret', 'must not be blank');
  if (secret !== undefined) return sealSecret(keys, id, secret);
  if (!before?.sealed) throw refuse('/clientSecret', 'is required: there is none of before');
  return before.sealed;
}

const sealSecret = (keys: KeyRing, id: string, secret: string) =>
  keys.encrypt(sealPurpose, id, secret).toString('base64url');

/** Decrypts the secret of a connection; throws when no secret of the installation opens it. */
export function openSecret(
  keys: KeyRing,
  { id, sealed }: Pick<ConnectionRow, 'id' | 'sealed'>,
): string {
  return keys.decrypt(sealPurpose, id, Buffer.from(sealed ?? '', 'base64url'));
}

/** Renews the encryption of clients' secrets, see renewSealedRows. */
export function renewSsoSecrets(
  services: Pick<Services, 'database' | 'keys'>,
  signal: AbortSignal,
): Promise<number> {
  const { keys } = services;
  const reseal = (row: { id: string; sealed: string }) => {
    try {
      return sealSecret(keys, row.id, openSecret(keys, row));
    } catch {
      return null;
    }
  };
  const sealed = { table: 'platform.sso_connections', columns: 'id, sealed', reseal } as const;
  return renewSealedRows(services, sealed, signal);
}

function toConnection(row: ConnectionRow, domains: readonly DomainRow[]): SsoConnection {
  return {
    id: row.id,
    kind: row.kind,
    ...(row.issuer === null ? {} : { issuer: row.issuer }),
    ...(row.client_id === null ? {} : { clientId: row.client_id }),
    ...(row.metadata_url === null ? {} : { metadataUrl: row.metadata_url }),
    ...(row.metadata === null ? {} : { metadata: row.metadata }),
    domains: domains.map(({ domain, token, verified_at }) => ({
      domain,
      token,
      verifiedAt: verified_at?.toISOString() ?? null,
    })),
    enforced: row.enforced,
    defaultRole: row.default_role,
    groupRoles: row.group_roles,
    createdAt: row.created_at.toISOString(),
  };
}

/**
 * The connection without its secret, and without the tokens, which are worth something only at the
 * name servers.
 */
export const exportedSso: ExportPart<
  ConnectionRow & { domains: { domain: string; verifiedAt: string | null }[] }
> = {
  name: 'ssoConnections',
  page: {
    text: `select ${connectionColumns}, coalesce((
        select json_agg(json_build_object('domain', d.domain, 'verifiedAt', d.verified_at) order by d.domain)
        from platform.sso_domains d where d.tenant_id = c.tenant_id and d.connection_id = c.id
      ), '[]') as domains
      from platform.sso_connections c where c.tenant_id = $1 and c.id > $2 order by c.id limit $3`,
  },
  pageRows: 10,
  toRecord: ({ domains, ...row }) => ({ ...toConnection(row, []), domains }),
};
