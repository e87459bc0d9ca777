import { ApiError } from '@ecp/contract/declaring/errors';
import type { LinkDocuments } from '@ecp/contract/reach/portal';
import type { Derivation } from '@ecp/contract/values/citations';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { PortalVisitor } from '../../kernel/principals.ts';
import type { Services } from '../../kernel/services.ts';
import type { EngagementRow } from '../../material/engagements/engagement-rows.ts';
import { readCitations } from '../../material/evidence/citations.ts';
import type { HeldVersion } from '../../work/conversations/comments/client-comments.ts';
import {
  documentTitles,
  isInternal,
  type LatestDeliverable,
  selectDeliverablesById,
  selectDocumentOpenings,
  selectLatestDeliverables,
  selectVersionsSince,
} from '../../work/documents/deliverable-rows.ts';
import { type ShownText, toClientTexts } from '../exports/client-texts.ts';

/** A version that was released to a link: the one of the newest release of its file. */
interface ReleasedRow {
  filename: string;
  deliverable_id: string;
}

/** Selects the released version of each file that a link shows, or of one file. */
function selectReleased(
  { tenantId, shownId }: PortalVisitor,
  filename?: string,
): Statement<ReleasedRow> {
  return {
    name: 'select_released_documents',
    text: `select distinct on (d.filename) d.filename, d.deliverable_id
      from platform.release_links l
      join platform.releases r on r.tenant_id = l.tenant_id and r.id = l.release_id
      join platform.release_documents d on d.tenant_id = r.tenant_id and d.release_id = r.id
      where l.tenant_id = $1 and l.token_id = $2 and ($3::text is null or d.filename = $3)
      order by d.filename, r.created_at desc, r.id desc`,
    values: [tenantId, shownId, filename ?? null],
  };
}

/**
 * Selects the versions that a link shows, latest or of each file's newest release; `filename`
 * selects one.
 */
export async function selectShown(
  database: Database,
  visitor: PortalVisitor,
  filename?: string,
): Promise<Statement<LatestDeliverable>> {
  const { tenantId, engagementId, documents } = visitor;
  if (documents === 'latest') return selectLatestDeliverables(tenantId, engagementId, filename);
  const [released] = await database.batchTenant(tenantId, [selectReleased(visitor, filename)]);
  const ids = released.map(({ deliverable_id: id }) => id);
  return selectDeliverablesById(tenantId, ids);
}

/**
 * Reads the versions that a link shows. Internal files are never shown. `filename` reads that one
 * file.
 */
export async function readShownDocuments(
  database: Database,
  visitor: PortalVisitor,
  filename?: string,
): Promise<LatestDeliverable[]> {
  if (filename !== undefined && isInternal(filename)) return [];
  const [rows] = await database.batchTenant(visitor.tenantId, [
    await selectShown(database, visitor, filename),
  ]);
  return rows;
}

/** Reads the one version of a file that a link shows. Error: `not_found` when it shows none. */
export async function requireShown(
  database: Database,
  visitor: PortalVisitor,
  filename: string,
): Promise<LatestDeliverable> {
  const [row] = await readShownDocuments(database, visitor, filename);
  if (!row) throw new ApiError('not_found');
  return row;
}

/** Reads the released version of a file in a transaction; undefined when the link shows none. */
export async function findReleased(
  tx: Transaction,
  visitor: PortalVisitor,
  filename: string,
): Promise<LatestDeliverable | undefined> {
  const { rows: released } = await tx.query(selectReleased(visitor, filename));
  const ids = released.map(({ deliverable_id: id }) => id);
  const { rows } = await tx.query(selectDeliverablesById(visitor.tenantId, ids));
  return rows[0];
}

/** Reads the version of a file that a link shows; undefined when it shows none. */
export async function findShown(
  tx: Transaction,
  visitor: PortalVisitor,
  filename: string,
): Promise<LatestDeliverable | undefined> {
  if (isInternal(filename)) return undefined;
  const { tenantId, engagementId, documents } = visitor;
  if (documents === 'released') return findReleased(tx, visitor, filename);
  const { rows } = await tx.query(selectLatestDeliverables(tenantId, engagementId, filename));
  return rows[0];
}

/** A document of a link. */
interface AskingDocument {
  filename: string;
  /**
   * What its newest release to the link says; null if it says nothing, absent for a link of
   * `latest`.
   */
  asks_decision?: boolean | null | undefined;
}

/** A version that a link has or had. */
interface GivenVersion extends HeldVersion, AskingDocument {
  /** When the version was last released to the link; for a link of `latest`, when it was made. */
  created_at: Date;
}

/**
 * Tells which of a link's documents ask for a decision: as the release says, else what concludes,
 * else all.
 */
export function findAsking(
  shown: readonly AskingDocument[],
  concludes: (filename: string) => boolean,
): (filename: string) => boolean {
  const hasConclusion = shown.some(({ filename }) => concludes(filename));
  return (filename) => {
    const said = shown.find((one) => one.filename === filename)?.asks_decision;
    return said ?? (concludes(filename) || !hasConclusion);
  };
}

/**
 * Selects the versions that a link has had, released or latest since it was made; clients get
 * nothing about others.
 */
export function selectHeldVersions(visitor: PortalVisitor): Statement<GivenVersion> {
  const { tenantId, engagementId, documents, shownId, shownSince } = visitor;
  if (documents === 'latest') return selectVersionsSince(tenantId, engagementId, shownSince);
  return selectReleasedVersions(tenantId, shownId);
}

function selectReleasedVersions(
  tenantId: string,
  tokenId: string,
): Statement<GivenVersion & { asks_decision: boolean | null }> {
  return {
    name: 'select_released_versions',
    text: `select distinct on (d.filename, d.version) d.filename, d.version, d.asks_decision, r.created_at
      from platform.release_links l
      join platform.releases r on r.tenant_id = l.tenant_id and r.id = l.release_id
      join platform.release_documents d on d.tenant_id = r.tenant_id and d.release_id = r.id
      where l.tenant_id = $1 and l.token_id = $2
      order by d.filename, d.version, r.created_at desc, r.id desc`,
    values: [tenantId, tokenId],
  };
}

/** Returns when a link got the version before the shown one; null if that is its first. */
export function findChangedSince(
  held: readonly GivenVersion[],
  { filename, version }: HeldVersion,
): Date | null {
  const before = held.filter((one) => one.filename === filename && one.version !== version);
  return (
    before.sort((one, other) => other.created_at.getTime() - one.created_at.getTime())[0]
      ?.created_at ?? null
  );
}

/** A link of a client that works. */
export interface OpenLink {
  id: string;
  label: string | null;
  client_name: string | null;
  documents: LinkDocuments;
  may_decide: boolean;
  sees_others: boolean;
  /** The version of the newest release of each file to it; null if there are none. */
  released: (HeldVersion & AskingDocument)[] | null;
}

/** Selects the links of an engagement that work, without previews. */
export function selectOpenLinks(tenantId: string, engagementId: string): Statement<OpenLink> {
  return {
    name: 'select_open_links',
    text: `select p.id, p.label, p.client_name, p.documents, 'approve' = any(p.permissions) as may_decide, p.sees_others, (
        select json_agg(given) from (
          select distinct on (d.filename) d.filename, d.version, d.asks_decision
          from platform.release_links l
          join platform.releases r on r.tenant_id = l.tenant_id and r.id = l.release_id
          join platform.release_documents d on d.tenant_id = r.tenant_id and d.release_id = r.id
          where l.tenant_id = p.tenant_id and l.token_id = p.id
          order by d.filename, r.created_at desc, r.id desc
        ) given
      ) as released
      from platform.portal_tokens p
      where p.tenant_id = $1 and p.engagement_id = $2 and p.preview_of is null and p.revoked_at is null
        and (p.expires_at is null or p.expires_at > now())`,
    values: [tenantId, engagementId],
  };
}

/** Tells whether a link shows a version. `latest` are the latest versions of all files. */
export function showsVersion(
  { documents, released }: OpenLink,
  { filename, version }: HeldVersion,
  latest: readonly HeldVersion[],
): boolean {
  const shown = documents === 'latest' ? latest : released;
  return shown?.some((one) => one.filename === filename && one.version === version) ?? false;
}

/** A version as a client gets it. */
export interface ClientDocument extends ShownText {
  file: LatestDeliverable;
  title: string;
}

/**
 * Turns versions into clients' documents, in order, naming others by title, for a link of
 * `released` without an unseen heading. Errors: `text_too_complex`, `service_unavailable`.
 */
export async function toClientDocuments(
  services: Pick<Services, 'database' | 'texts'>,
  { tenantId, documents }: Pick<PortalVisitor, 'tenantId' | 'documents'>,
  { id: engagementId, tasks }: { id: string; tasks: EngagementRow['tasks'] },
  files: readonly LatestDeliverable[],
): Promise<ClientDocument[]> {
  const { database } = services;
  const ids = files.map(({ id }) => id);
  const [citationsOf, [openings]] = await Promise.all([
    readCitations(database, tenantId, ids),
    database.batchTenant(tenantId, [selectDocumentOpenings(tenantId, engagementId)]),
  ]);
  const others =
    documents === 'latest' ? openings : openings.map((file) => ({ ...file, content: '' }));
  const titles = documentTitles([...others, ...files], tasks);
  const whole = files.map(({ id, content }) => ({ content, citations: citationsOf.get(id) ?? [] }));
  const page = { filenames: files.map(({ filename }) => filename) };
  const texts = await toClientTexts(
    services,
    { tenantId, engagementId, tasks, titles, page },
    whole,
  );
  return files.flatMap((file, index) => {
    const text = texts[index];
    return text ? [{ file, title: titles.get(file.filename) ?? '', ...text }] : [];
  });
}

/** Returns how a figure follows without the labels of footnotes that the client's text lacks. */
export function showDerivation(
  derivation: Derivation,
  { cutFootnotes }: Pick<ShownText, 'cutFootnotes'>,
): Derivation {
  const isCut = (label: string | null) => label !== null && cutFootnotes.has(label.toLowerCase());
  const inputs = derivation.inputs.map((input) =>
    isCut(input.citation) ? { ...input, citation: null } : input,
  );
  return { ...derivation, inputs };
}
