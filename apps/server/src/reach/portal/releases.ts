import { ApiError } from '@ecp/contract/declaring/errors';
import type { CreateReleaseBody, Release } from '@ecp/contract/reach/releases';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { findLanguage } from '@ecp/language/detect-language';
import { readBrand } from '../../identity/branding/branding.ts';
import { requireReleaseRole, requiresAttestation } from '../../identity/tenants/policies.ts';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorAuthor, type RequestContext } from '../../kernel/context.ts';
import type { DurableInputs } from '../../kernel/durable-work/durable-work.ts';
import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { requireFewer } from '../../kernel/limits/refusals.ts';
import { scheduleStrangerMail } from '../../kernel/mail/enqueue-mail.ts';
import { toOneLine } from '../../kernel/mail/mail-text.ts';
import type { MailTransport } from '../../kernel/mail/mail-transport.ts';
import { renderMail } from '../../kernel/mail/render-mail.ts';
import type { Services } from '../../kernel/services.ts';
import { firstRow } from '../../kernel/sql.ts';
import {
  lockEngagement,
  readOfEngagement,
  selectEngagement,
} from '../../material/engagements/engagement-rows.ts';
import {
  documentTitle,
  type FoundVersion,
  findVersions,
} from '../../work/documents/deliverable-rows.ts';
import { type ClientAiUse, readClientAiUse } from './client-ai-use.ts';
import {
  createPortalSecret,
  type PortalTokenRow,
  portalTokenColumns,
  toPortalToken,
} from './portal-tokens.ts';

/** Releases of one engagement. */
const maxReleases = 1_000;

/**
 * Gives versions to links and mails them, as a whole or not at all. Errors: `not_found` for an
 * engagement, link or version, also an internal one; those of requireReleaseRole,
 * `attestation_required`, `portal_link_ended`, `release_limit_reached`, `invalid_request` for two
 * versions of a document, those of readClientAiUse.
 */
export async function createRelease(
  context: RequestContext,
  engagementId: string,
  body: CreateReleaseBody,
): Promise<Release> {
  const { tenantId } = context;
  const linkIds = [...new Set(body.linkIds)];
  requireOneVersionEach(body.documents);
  const aiUse = body.includeAiUse
    ? await readClientAiUse(context, engagementId, body.documents)
    : null;
  return context.commit(async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    await requireReleaseRole(tx, context);
    const links = await lockLinks(tx, tenantId, engagementId, linkIds);
    const versions = await findVersions(tx, tenantId, engagementId, body.documents);
    if (versions.length < body.documents.length) throw new ApiError('not_found');
    const count = countReleases(tenantId, engagementId);
    await requireFewer(tx, tenantId, { count, limit: maxReleases, code: 'release_limit_reached' });
    const message = body.message?.trim() || null;
    const attestation = body.attestation?.trim() || null;
    if (attestation === null && (await requiresAttestation(tx, tenantId)))
      throw new ApiError('attestation_required');
    const asks = new Map(
      body.documents.map(({ filename, asksDecision = null }) => [filename, asksDecision]),
    );
    const release = await saveRelease(tx, context, {
      engagementId,
      message,
      attestation,
      aiUse,
      linkIds,
      versions,
      asks,
    });
    await enqueueMails(tx, context, release.id, links);
    await recordAudit(tx, context, {
      action: 'release.create',
      resourceType: 'release',
      resourceId: release.id,
      metadata: {
        engagementId,
        portalTokenIds: linkIds,
        documents: body.documents,
        attestation,
        aiUse: aiUse !== null,
      },
    });
    return release;
  });
}

function requireOneVersionEach(documents: CreateReleaseBody['documents']): void {
  const seen = new Set<string>();
  for (const [index, { filename }] of documents.entries()) {
    if (seen.has(filename)) {
      const path = `/documents/${index}/filename`;
      throw new ApiError('invalid_request', {
        details: [{ path, message: 'must not be named twice' }],
      });
    }
    seen.add(filename);
  }
}

interface LinkRow {
  id: string;
  client_email: string | null;
  is_live: boolean;
}

/** Reads the links and locks them against revocation. Errors: `not_found`, `portal_link_ended`. */
async function lockLinks(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  ids: readonly string[],
): Promise<LinkRow[]> {
  const { rows } = await tx.query<LinkRow>({
    name: 'lock_released_links',
    text: `select id, client_email, revoked_at is null and (expires_at is null or expires_at > now()) as is_live
      from platform.portal_tokens
      where tenant_id = $1 and engagement_id = $2 and id = any($3) and preview_of is null order by id for share`,
    values: [tenantId, engagementId, ids],
  });
  if (rows.length < ids.length) throw new ApiError('not_found');
  if (rows.some((link) => !link.is_live)) throw new ApiError('portal_link_ended');
  return rows;
}

const countReleases = (tenantId: string, engagementId: string): Statement<{ count: number }> => ({
  name: 'count_releases',
  text: 'select count(*)::integer as count from platform.releases where tenant_id = $1 and engagement_id = $2',
  values: [tenantId, engagementId],
});

interface NewRelease {
  engagementId: string;
  message: string | null;
  attestation: string | null;
  aiUse: ClientAiUse | null;
  linkIds: readonly string[];
  versions: readonly FoundVersion[];
  /** Whether it asks for a decision about each document, by filename. */
  asks: ReadonlyMap<string, boolean | null>;
}

async function saveRelease(
  tx: Transaction,
  { tenantId, principal }: RequestContext,
  { engagementId, message, attestation, aiUse, linkIds, versions, asks }: NewRelease,
): Promise<Release> {
  const id = createId();
  const { kind, id: authorId, name } = actorAuthor(principal);
  await tx.query({
    name: 'insert_release',
    text: `insert into platform.releases
      (tenant_id, id, engagement_id, message, attestation, ai_use, author_kind, author_id, author_name, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp())`,
    values: [
      tenantId,
      id,
      engagementId,
      message,
      attestation,
      aiUse && JSON.stringify(aiUse),
      kind,
      authorId,
      name,
    ],
  });
  const {
    rows: [engagement],
  } = await tx.query(selectEngagement(tenantId, engagementId));
  const taskNames = new Map(engagement?.tasks.map((task) => [task.id, task.name]));
  const titles = versions.map((version) =>
    documentTitle(version, taskNames.get(version.task_id ?? '')),
  );
  await tx.query({
    name: 'insert_release_documents',
    text: `insert into platform.release_documents
      (tenant_id, release_id, filename, version, title, deliverable_id, asks_decision, position)
      select $1, $2, * from unnest($3::text[], $4::integer[], $5::text[], $6::text[], $7::boolean[]) with ordinality`,
    values: [
      tenantId,
      id,
      versions.map(({ filename }) => filename),
      versions.map(({ version }) => version),
      titles,
      versions.map(({ id: versionId }) => versionId),
      versions.map(({ filename }) => asks.get(filename) ?? null),
    ],
  });
  await tx.query({
    name: 'insert_release_links',
    text: `insert into platform.release_links (tenant_id, token_id, release_id)
      select $1, token_id, $2 from unnest($3::text[]) as given(token_id)`,
    values: [tenantId, id, linkIds],
  });
  const { rows } = await tx.query<ReleaseRow>({
    name: 'select_release',
    text: `select ${releaseColumns} from platform.releases r where r.tenant_id = $1 and r.id = $2`,
    values: [tenantId, id],
  });
  const saved = firstRow(rows);
  return toRelease(saved);
}

/**
 * Enqueues a mail to each address. Clients never confirmed theirs, so the mails wait for their
 * turn.
 */
async function enqueueMails(
  tx: Transaction,
  { services, tenantId }: RequestContext,
  releaseId: string,
  links: readonly LinkRow[],
): Promise<void> {
  for (const { id: tokenId } of links.filter(({ client_email: email }) => email !== null)) {
    const waitMs = await scheduleStrangerMail(tx, tenantId);
    const input = { tenantId, releaseId, tokenId };
    await services.durable.enqueue(tx, 'sendReleaseMail', `${releaseId}:${tokenId}`, input, {
      waitMs,
    });
  }
}

/** Lists the releases of an engagement, newest first. Error: `not_found`. */
export async function listReleases(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ releases: Release[] }> {
  const [rows] = await readOfEngagement<[ReleaseRow]>(services.database, tenantId, engagementId, [
    {
      name: 'list_releases',
      text: `select ${releaseColumns} from platform.releases r where r.tenant_id = $1 and r.engagement_id = $2
        order by r.created_at desc, r.id desc limit $3`,
      values: [tenantId, engagementId, maxReleases],
    },
  ]);
  return { releases: rows.map(toRelease) };
}

/** The version of a file's newest release, and to how many links it went. */
export interface NewestRelease {
  filename: string;
  version: number;
  created_at: Date;
  links: number;
}

/** Selects the newest release of each file of an engagement. */
export function selectNewestReleases(
  tenantId: string,
  engagementId: string,
): Statement<NewestRelease> {
  return {
    name: 'select_newest_releases',
    text: `select distinct on (d.filename) d.filename, d.version, r.created_at, (
        select count(*)::integer from platform.release_links l where l.tenant_id = r.tenant_id and l.release_id = r.id
      ) as links
      from platform.releases r
      join platform.release_documents d on d.tenant_id = r.tenant_id and d.release_id = r.id
      where r.tenant_id = $1 and r.engagement_id = $2
      order by d.filename, r.created_at desc, r.id desc`,
    values: [tenantId, engagementId],
  };
}

type MailedRow = ReleaseRow & {
  client_email: string;
  tenant_name: string;
  author_email: string | null;
};

/**
 * Does the work `sendReleaseMail`: mails a new secret of the link, which voids an earlier
 * attempt's, unless the link has ended. Throws the transport's errors, so that the queue tries
 * again.
 */
export async function sendReleaseMail(
  { database, config }: Pick<Services, 'database' | 'config'>,
  transport: MailTransport,
  { tenantId, releaseId, tokenId }: DurableInputs['sendReleaseMail'],
): Promise<void> {
  const { companyName, primaryColor, logo } = await readBrand(database, tenantId);
  const made = await database.withTenant(tenantId, async (tx) => {
    const row = await findMailed(tx, { tenantId, releaseId, tokenId });
    if (!row) return undefined;
    const { rows } = await tx.query(selectEngagement(tenantId, row.engagement_id));
    const token = await renewSecret(tx, { tenantId, releaseId, tokenId });
    return { row, token, engagement: firstRow(rows) };
  });
  if (!made) return;
  const { row, token, engagement } = made;
  const brand = { companyName: companyName ?? row.tenant_name, primaryColor, logo };
  const mail = renderMail(
    {
      kind: 'released',
      brand,
      engagementName: engagement.name,
      sender: row.author_kind === 'user' ? row.author_name : null,
      titles: row.documents.map(({ title }) => title),
      message: row.message,
      hasAiUse: row.has_ai_use,
      portalUrl: `${config.baseUrl}/portal/${token}`,
    },
    config,
    { language: findLanguage(engagement.brief) },
  );
  const mailId = `release-${releaseId}-${tokenId}`;
  const firm = { name: toOneLine(brand.companyName), replyTo: row.author_email, logo };
  await transport.send({ mailId, to: row.client_email, tenantIds: [tenantId], firm, ...mail });
}

type Mailed = DurableInputs['sendReleaseMail'];

/**
 * Reads what a mail tells, and locks its link against revocation; undefined if the link has ended.
 */
async function findMailed(
  tx: Transaction,
  { tenantId, releaseId, tokenId }: Mailed,
): Promise<MailedRow | undefined> {
  const { rows } = await tx.query<MailedRow>({
    name: 'select_release_to_mail',
    text: `select ${releaseColumns}, p.client_email, t.name as tenant_name, u.email as author_email
      from platform.releases r
      join platform.portal_tokens p on p.tenant_id = r.tenant_id and p.id = $3
      join platform.tenants t on t.id = r.tenant_id
      left join platform.users u on u.tenant_id = r.tenant_id and u.id = r.author_id and r.author_kind = 'user'
        and u.email_verified_at is not null
      where r.tenant_id = $1 and r.id = $2 and p.client_email is not null and p.revoked_at is null
        and (p.expires_at is null or p.expires_at > now())
      for share of p`,
    values: [tenantId, releaseId, tokenId],
  });
  return rows[0];
}

async function renewSecret(
  tx: Transaction,
  { tenantId, releaseId, tokenId }: Mailed,
): Promise<string> {
  const { token, hash } = createPortalSecret();
  await tx.query({
    name: 'void_portal_link_secrets',
    text: `delete from platform.portal_link_secrets where tenant_id = $1 and token_id = $2 and release_id = $3`,
    values: [tenantId, tokenId, releaseId],
  });
  await tx.query({
    name: 'create_portal_link_secret',
    text: `insert into platform.portal_link_secrets (token_hash, tenant_id, token_id, release_id)
      values ($1, $2, $3, $4)`,
    values: [hash, tenantId, tokenId, releaseId],
  });
  return token;
}

/** A row of platform.releases with its documents, in their order, and its links. */
interface ReleaseRow {
  id: string;
  engagement_id: string;
  message: string | null;
  attestation: string | null;
  has_ai_use: boolean;
  author_kind: 'user' | 'api_key';
  author_id: string | null;
  author_name: string;
  created_at: Date;
  documents: Release['documents'];
  links: Release['links'];
}

/** The columns of ReleaseRow for a release `r`, for select lists. */
const releaseColumns = `r.id, r.engagement_id, r.message, r.attestation, r.ai_use is not null as has_ai_use,
  r.author_kind, r.author_id, r.author_name, r.created_at,
  (
    select coalesce(json_agg(json_build_object('filename', d.filename, 'version', d.version, 'title', d.title,
      'asksDecision', d.asks_decision) order by d.position), '[]')
    from platform.release_documents d where d.tenant_id = r.tenant_id and d.release_id = r.id
  ) as documents,
  (
    select coalesce(json_agg(json_build_object('id', p.id, 'label', p.label, 'clientName', p.client_name)
      order by p.created_at, p.id), '[]')
    from platform.release_links l join platform.portal_tokens p on p.tenant_id = l.tenant_id and p.id = l.token_id
    where l.tenant_id = r.tenant_id and l.release_id = r.id
  ) as links`;

function toRelease(row: ReleaseRow): Release {
  return {
    id: row.id,
    documents: row.documents,
    message: row.message,
    attestation: row.attestation,
    aiUse: row.has_ai_use,
    links: row.links,
    releasedBy: { kind: row.author_kind, id: row.author_id, name: row.author_name },
    createdAt: row.created_at.toISOString(),
  };
}

export const exportedClientLinks: ExportPart<PortalTokenRow & { engagement_id: string }> = {
  name: 'clientLinks',
  page: pageOf('platform.portal_tokens', `engagement_id, ${portalTokenColumns}`),
  pageRows: 500,
  toRecord: (row) => ({ ...toPortalToken(row), engagementId: row.engagement_id }),
};

export const exportedReleases: ExportPart<ReleaseRow & { ai_use: ClientAiUse | null }> = {
  name: 'releases',
  page: pageOf('platform.releases r', `${releaseColumns}, r.ai_use`),
  pageRows: 100,
  toRecord: (row) => ({
    ...toRelease(row),
    engagementId: row.engagement_id,
    aiUseStatement: row.ai_use,
  }),
};
