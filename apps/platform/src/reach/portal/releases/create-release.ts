import { ApiError } from '@ecp/contract/declaring/errors';
import type { CreateReleaseBody, Release } from '@ecp/contract/reach/releases';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import { actorAuthor, type RequestContext } from '../../../kernel/context.ts';
import { requireFewer } from '../../../kernel/limits/refusals.ts';
import { scheduleStrangerMail } from '../../../kernel/mail/enqueue-mail.ts';
import { documentTitle } from '../../../work/deliverables/document-title.ts';
import { type FoundVersion, findVersions } from '../../../work/deliverables/find-versions.ts';
import { bringBackTexts } from '../../../work/deliverables/old-texts/bring-back-texts.ts';
import { findTexts } from '../../../work/deliverables/old-texts/read-texts.ts';
import { lockEngagement, selectEngagement } from '../../../work/engagements/engagement-rows.ts';
import { type ReleaseRow, releaseColumns, toRelease } from './release-rows.ts';

/** Releases of one engagement (LIM-13). */
export const maxReleases = 1_000;

/**
 * Gives versions of documents to client links, and mails those that have an address (REL-1, REL-7). Nothing of it
 * exists unless all does. Errors: `not_found` for an unknown engagement, link or version, and internal files;
 * `portal_link_ended`, `release_limit_reached`, `invalid_request` for two versions of one document.
 */
export async function createRelease(
  context: RequestContext,
  engagementId: string,
  body: CreateReleaseBody,
): Promise<Release> {
  const { services, tenantId } = context;
  const linkIds = [...new Set(body.linkIds)];
  requireOneVersionEach(body.documents);
  const find = (tx: Transaction) => findVersions(tx, tenantId, engagementId, body.documents);
  // The storage may be slow, so its texts are read before the engagement is locked.
  const texts = await findTexts(services.storage, await services.database.withTenant(tenantId, find));
  return context.commit(async (tx) => {
    if (!(await lockEngagement(tx, tenantId, engagementId))) throw new ApiError('not_found');
    const links = await lockLinks(tx, tenantId, engagementId, linkIds);
    const found = await find(tx);
    if (found.length < body.documents.length) throw new ApiError('not_found');
    const count = countReleases(tenantId, engagementId);
    await requireFewer(tx, tenantId, { count, limit: maxReleases, code: 'release_limit_reached' });
    const message = body.message?.trim() || null;
    const versions = await bringBackTexts<FoundVersion>(tx, services, tenantId, found, texts);
    const release = await saveRelease(tx, context, { engagementId, message, linkIds, versions });
    await enqueueMails(tx, context, release.id, links);
    await recordAudit(tx, context, {
      action: 'release.create',
      resourceType: 'release',
      resourceId: release.id,
      metadata: { engagementId, portalTokenIds: linkIds, documents: body.documents },
    });
    return release;
  });
}

function requireOneVersionEach(documents: CreateReleaseBody['documents']): void {
  const seen = new Set<string>();
  for (const [index, { filename }] of documents.entries()) {
    if (seen.has(filename)) {
      const path = `/documents/${index}/filename`;
      throw new ApiError('invalid_request', { details: [{ path, message: 'must not be named twice' }] });
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
  linkIds: readonly string[];
  versions: readonly FoundVersion[];
}

async function saveRelease(
  tx: Transaction,
  { tenantId, principal }: RequestContext,
  { engagementId, message, linkIds, versions }: NewRelease,
): Promise<Release> {
  const id = createId();
  const { kind, id: authorId, name } = actorAuthor(principal);
  await tx.query({
    name: 'insert_release',
    text: `insert into platform.releases
      (tenant_id, id, engagement_id, message, author_kind, author_id, author_name, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())`,
    values: [tenantId, id, engagementId, message, kind, authorId, name],
  });
  const {
    rows: [engagement],
  } = await tx.query(selectEngagement(tenantId, engagementId));
  const taskNames = new Map(engagement?.tasks.map((task) => [task.id, task.name]));
  const titles = versions.map((version) => documentTitle(version, taskNames.get(version.task_id ?? '')));
  await tx.query({
    name: 'insert_release_documents',
    text: `insert into platform.release_documents
      (tenant_id, release_id, filename, version, title, deliverable_id, position)
      select $1, $2, * from unnest($3::text[], $4::integer[], $5::text[], $6::text[]) with ordinality`,
    values: [
      ...[tenantId, id, versions.map(({ filename }) => filename), versions.map(({ version }) => version)],
      ...[titles, versions.map((version) => version.id)],
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
  const [saved] = rows;
  if (!saved) throw new Error('The insert left no row');
  return toRelease(saved);
}

/** Enqueues a mail to each address. Clients never confirmed theirs, so the mails wait for their turn (TEA-16). */
async function enqueueMails(
  tx: Transaction,
  { services, tenantId }: RequestContext,
  releaseId: string,
  links: readonly LinkRow[],
): Promise<void> {
  for (const { id: tokenId } of links.filter(({ client_email: email }) => email !== null)) {
    const waitMs = await scheduleStrangerMail(tx, tenantId);
    const input = { tenantId, releaseId, tokenId };
    await services.durable.enqueue(tx, 'sendReleaseMail', `${releaseId}:${tokenId}`, input, { waitMs });
  }
}
