import { randomBytes } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import {
  type CreatePortalTokenBody,
  defaultPortalPermissions,
  type IssuedPortalToken,
  type LinkDocuments,
  type PortalPermission,
  type PortalToken,
  portalPermissions,
} from '@ecp/contract/reach/portal';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import type { NoRow, Statement } from '@ecp/database/statement';
import { canonicalEmail } from '../../identity/credentials/email-addresses.ts';
import { requireReleaseRole } from '../../identity/tenants/policies.ts';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorUserId, type RequestContext } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/keys/tokens.ts';
import { requireFewer } from '../../kernel/limits/refusals.ts';
import type { PortalVisitor, ReadingLink } from '../../kernel/principals.ts';
import { firstRow } from '../../kernel/sql.ts';
import { lockEngagement, readOfEngagement } from '../../material/engagements/engagement-rows.ts';
import { requireWallsOfCaller } from '../../material/walls/walls.ts';

/** Links of one engagement in use: neither revoked nor, as previews soon are, expired. */
export const maxLinks = 1_000;

/**
 * Creates a link, by default with `read`, `comment` and `approve`, or a preview of one; only this
 * response has the token. Errors: `not_found`, `invalid_request` for a past expiry,
 * `portal_link_limit_reached`, `portal_link_ended`, `wall_outside` for an owner who is behind a
 * wall for an hour; for links of `latest` those of requireReleaseRole.
 */
export async function createPortalToken(
  context: RequestContext,
  engagementId: string,
  body: CreatePortalTokenBody,
): Promise<IssuedPortalToken> {
  const { services, tenantId } = context;
  const expiresAt = readExpiry(body.expiresAt, services.clock.now());
  const label = body.label?.trim() || null;
  const clientName = body.clientName?.trim() ? cleanClientName(body.clientName) : null;
  const clientEmail = body.clientEmail ? canonicalEmail(body.clientEmail) : null;
  const given = body.permissions ?? defaultPortalPermissions;
  const wanted = {
    documents: body.documents ?? 'latest',
    permissions: portalPermissions.filter((one) => given.includes(one)),
  };
  const { previewOf = null, seesOthers = false } = body;
  const { token, hash } = createPortalSecret();
  const id = createId();
  return context.commit(async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    // A link goes on when the stay of an owner behind a wall has ended.
    await requireWallsOfCaller(tx, context, [engagementId]);
    const count = countLinks(tenantId, engagementId);
    await requireFewer(tx, tenantId, { count, limit: maxLinks, code: 'portal_link_limit_reached' });
    // A link of `latest` hands over each version that is made, as releases do.
    if (previewOf === null && wanted.documents === 'latest') await requireReleaseRole(tx, context);
    const { documents, permissions } =
      previewOf === null ? wanted : await findPreviewed(tx, tenantId, engagementId, previewOf);
    const createdBy = actorUserId(context.principal);
    const { rows } = await tx.query<PortalTokenRow>({
      name: 'create_portal_token',
      text: `insert into platform.portal_tokens
        (id, tenant_id, engagement_id, token_hash, label, permissions, expires_at, created_by, client_name,
          client_email, documents, preview_of, sees_others)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning ${portalTokenColumns}`,
      values: [
        id,
        tenantId,
        engagementId,
        hash,
        label,
        permissions,
        expiresAt,
        createdBy,
        clientName,
        clientEmail,
        documents,
        previewOf,
        seesOthers,
      ],
    });
    const row = firstRow(rows);
    await recordAudit(tx, context, {
      action: 'portal_token.create',
      resourceType: 'portal_token',
      resourceId: id,
      metadata: { engagementId, clientName, label, permissions, documents, previewOf, seesOthers },
    });
    return { ...toPortalToken(row), token, url: `${services.config.baseUrl}/portal/${token}` };
  });
}

const countLinks = (tenantId: string, engagementId: string): Statement<{ count: number }> => ({
  name: 'count_portal_tokens',
  text: `select count(*)::integer as count from platform.portal_tokens
    where tenant_id = $1 and engagement_id = $2 and revoked_at is null and (expires_at is null or expires_at > now())`,
  values: [tenantId, engagementId],
});

function readExpiry(given: string | null | undefined, now: Date): Date | null {
  if (given === undefined || given === null) return null;
  const expiresAt = new Date(given);
  if (expiresAt.getTime() > now.getTime()) return expiresAt;
  throw new ApiError('invalid_request', {
    details: [{ path: '/expiresAt', message: 'must be in the future' }],
  });
}

/** Bounds the response. */
const maxTokens = 1_000;

/**
 * Lists the newest links, ended ones too, without ended previews, which would fill the list. Error:
 * `not_found`.
 */
export async function listPortalTokens(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<PortalToken[]> {
  const [rows] = await readOfEngagement<[PortalTokenRow]>(
    services.database,
    tenantId,
    engagementId,
    [
      {
        name: 'list_portal_tokens',
        text: `select ${portalTokenColumns} from platform.portal_tokens
        where tenant_id = $1 and engagement_id = $2
          and (preview_of is null or (revoked_at is null and (expires_at is null or expires_at > now())))
        order by created_at desc, id desc limit ${maxTokens}`,
        values: [tenantId, engagementId],
      },
    ],
  );
  return rows.map(toPortalToken);
}

/** Revokes a client link at once; a revoked one stays unchanged. Error: `not_found`. */
export async function revokePortalToken(
  context: RequestContext,
  { engagementId, tokenId }: { engagementId: string; tokenId: string },
): Promise<void> {
  const { tenantId } = context;
  await context.transaction(async (tx) => {
    const { rows } = await tx.query<{ revoked_at: Date | null }>({
      name: 'lock_portal_token',
      text: `select revoked_at from platform.portal_tokens
        where tenant_id = $1 and engagement_id = $2 and id = $3 for update`,
      values: [tenantId, engagementId, tokenId],
    });
    const [token] = rows;
    if (!token) throw new ApiError('not_found');
    if (token.revoked_at !== null) return;
    await tx.query({
      name: 'revoke_portal_token',
      text: 'update platform.portal_tokens set revoked_at = clock_timestamp() where tenant_id = $1 and id = $2',
      values: [tenantId, tokenId],
    });
    await recordAudit(tx, context, {
      action: 'portal_token.revoke',
      resourceType: 'portal_token',
      resourceId: tokenId,
      metadata: { engagementId },
    });
  });
}

interface VisitorRow {
  token_id: string;
  tenant_id: string;
  tenant_name: string;
  engagement_id: string;
  permissions: PortalPermission[];
  documents: LinkDocuments;
  client_name: string | null;
  sees_others: boolean;
  reading_links: ReadingLink[];
  shown_id: string;
  shown_since: Date;
}

/**
 * Finds the client of a valid portal token, else null; a preview needs a valid link. One round
 * trip, never cached.
 */
export async function findPortalVisitor(
  database: Database,
  token: string,
): Promise<PortalVisitor | null> {
  if (!/^svc_portal_[0-9a-f]{32}$/.test(token)) return null;
  const tokenHash = hashToken(token);
  const [[row]] = await database.batchSystem<[VisitorRow, NoRow]>([
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
    readingLinks: row.reading_links,
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

/** A link opens by its own token, and by those that were mailed about its releases. */
const ofToken = `p.id in (
    select id from platform.portal_tokens where token_hash = $1
    union all select token_id from platform.portal_link_secrets where token_hash = $1
  )`;

const findToken = `
  select p.id as token_id, p.tenant_id, t.name as tenant_name, p.engagement_id, p.permissions, p.documents,
    p.client_name, shown.sees_others, shown.id as shown_id, shown.created_at as shown_since, (
      select coalesce(json_agg(json_build_object('id', o.id, 'from', o.created_at,
        'until', least(o.revoked_at, o.expires_at))), '[]')
      from platform.portal_tokens o
      where o.tenant_id = p.tenant_id and o.engagement_id = p.engagement_id and o.sees_others and o.preview_of is null
    ) as reading_links
  from platform.portal_tokens p join platform.tenants t on t.id = p.tenant_id
  join platform.portal_tokens shown on shown.tenant_id = p.tenant_id and shown.id = coalesce(p.preview_of, p.id)
  where ${ofToken} and ${isLive}`;

/** Updates lastUsedAt at most once a minute, so that not every request writes. */
const touchToken = `
  update platform.portal_tokens p set last_used_at = now()
  where ${ofToken} and ${isLive} and (p.last_used_at is null or p.last_used_at < now() - interval '1 minute')`;

/** The permissions of a preview beside reading, as far as the link that it shows has them. */
const previewPermissions: readonly PortalPermission[] = ['download', 'sources', 'files'];

interface PreviewedRow {
  documents: LinkDocuments;
  permissions: PortalPermission[];
  is_live: boolean;
}

/**
 * Returns what a preview shows and permits. Errors: `not_found`, also for a preview;
 * `portal_link_ended`.
 */
async function findPreviewed(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  tokenId: string,
): Promise<Pick<PreviewedRow, 'documents' | 'permissions'>> {
  const { rows } = await tx.query<PreviewedRow>({
    name: 'find_previewed_link',
    text: `select documents, permissions, revoked_at is null and (expires_at is null or expires_at > now()) as is_live
      from platform.portal_tokens
      where tenant_id = $1 and engagement_id = $2 and id = $3 and preview_of is null for share`,
    values: [tenantId, engagementId, tokenId],
  });
  const [link] = rows;
  if (!link) throw new ApiError('not_found');
  if (!link.is_live) throw new ApiError('portal_link_ended');
  return {
    documents: link.documents,
    permissions: ['read', ...previewPermissions.filter((one) => link.permissions.includes(one))],
  };
}

/** Makes a secret that opens a client link, and the hash that is stored instead of it. */
export function createPortalSecret(): { token: string; hash: Buffer } {
  const token = `svc_portal_${randomBytes(16).toString('hex')}`;
  return { token, hash: hashToken(token) };
}

/**
 * Locks a token against revocation, after which a client changes nothing more. Error:
 * `invalid_portal_token`.
 */
export async function lockPortalToken(
  tx: Transaction,
  { tenantId, tokenId }: PortalVisitor,
): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'hold_portal_token',
    text: `select from platform.portal_tokens
      where tenant_id = $1 and id = $2 and revoked_at is null and (expires_at is null or expires_at > now()) for share`,
    values: [tenantId, tokenId],
  });
  if (rowCount === 0) throw new ApiError('invalid_portal_token');
}

/** The columns of platform.portal_tokens that the API shows. */
export interface PortalTokenRow {
  id: string;
  label: string | null;
  client_name: string | null;
  client_email: string | null;
  documents: LinkDocuments;
  preview_of: string | null;
  permissions: PortalPermission[];
  sees_others: boolean;
  expires_at: Date | null;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

export const portalTokenColumns = `id, label, client_name, client_email, documents, preview_of, permissions, sees_others,
  expires_at, created_at, last_used_at, revoked_at`;

export function toPortalToken(row: PortalTokenRow): PortalToken {
  return {
    id: row.id,
    label: row.label,
    clientName: row.client_name,
    clientEmail: row.client_email,
    documents: row.documents,
    previewOf: row.preview_of,
    permissions: row.permissions,
    seesOthers: row.sees_others,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}

// Invisible marks and marks that change the direction of text: text after such a mark could appear
// as part of the name.
const misleadingMarks = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * Puts a client's name on one line in its own direction. Error: `invalid_request` without a visible
 * character.
 */
function cleanClientName(given: string): string {
  const name = given
    .replaceAll(/\s+/g, ' ')
    .replaceAll(misleadingMarks, '')
    .replaceAll(/ +/g, ' ')
    .trim();
  if (name !== '') return name;
  throw new ApiError('invalid_request', {
    details: [{ path: '/clientName', message: 'must contain a visible character' }],
  });
}

/** Selects since when and until when each client's link of an engagement opened it. */
export const selectLinkPeriods = (
  tenantId: string,
  engagementId: string,
): Statement<{ id: string; client_name: string | null; created_at: Date; until: Date | null }> => ({
  name: 'select_link_periods',
  text: `select id, client_name, created_at, least(revoked_at, expires_at) as until from platform.portal_tokens
    where tenant_id = $1 and engagement_id = $2 and preview_of is null order by created_at, id`,
  values: [tenantId, engagementId],
});
