import { buffer } from 'node:stream/consumers';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { Citation } from '@ecp/contract/values/citations';
import type { Review } from '@ecp/contract/work/deliverables';
import { type ArchivedPage, researchListLimit } from '@ecp/contract/work/research';
import type { DossierFile } from '@ecp/dossier/zip';
import type { Static } from 'typebox';
import { selectTeamPeriods } from '../../identity/team/members.ts';
import { selectDepartures } from '../../kernel/audit/audit-log.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { ObjectStorage } from '../../kernel/storage/object-storage.ts';
import type { EngagementRow } from '../../material/engagements/engagement-rows.ts';
import { readCitations } from '../../material/evidence/citations.ts';
import {
  type PageRow,
  pageExtensionOf,
  selectPagesOf,
  toArchivedPage,
} from '../../material/research/page-rows.ts';
import { type AttachmentRow, selectAttachmentsOf } from '../../material/sources/attachment-rows.ts';
import {
  computeReaders,
  selectStandingWalls,
  type TeamPeriod,
  toStandingWalls,
} from '../../material/walls/access-history.ts';
import type { LatestDeliverable } from '../../work/documents/deliverable-rows.ts';
import {
  selectApprovedDeliverables,
  selectReviewsOfVersions,
  toVersionReview,
} from '../../work/documents/reviewing/reviews.ts';
import {
  ownerOf,
  type ReportOrder,
  readReportContent,
  renderPdf,
} from '../exports/report-content.ts';
import { selectLinkPeriods } from '../portal/portal-tokens.ts';

type VersionReview = Static<typeof Review>;

/** An approved version with everything that a dossier holds about it. */
export interface ApprovedDocument {
  row: LatestDeliverable;
  pdf: Buffer;
  citations: Citation[];
  reviews: VersionReview[];
  approval: VersionReview;
}

/**
 * Reads and prints each document's newest approved version. Errors: `engagement_not_found`,
 * `no_approved_deliverables`, those of renderPdf.
 */
export async function readApprovedDocuments(
  context: RequestContext,
  { engagementId, footnotes }: Pick<ReportOrder, 'engagementId' | 'footnotes'>,
  signal: AbortSignal,
): Promise<{ engagement: EngagementRow; documents: ApprovedDocument[] }> {
  const { services, tenantId } = context;
  const selected = selectApprovedDeliverables(tenantId, engagementId);
  const order = { engagementId, selected, audience: 'team', footnotes } as const;
  const { engagement, branding, files } = await readReportContent(ownerOf(context), order, signal);
  if (files.length === 0) throw new ApiError('no_approved_deliverables');
  const ids = files.map(({ deliverable }) => deliverable.id);
  const date = services.clock.now().toISOString();
  const print = ({ chapter, provenance }: (typeof files)[number]) => {
    const about = {
      engagementName: engagement.name,
      client: engagement.client,
      branding,
      date,
      provenance,
    };
    const report = { ...about, audience: 'team', document: chapter } as const;
    return renderPdf(services.documents.renderDeliverable(report, { tenantId, signal }), signal);
  };
  const [citationsOf, [reviews], pdfs] = await Promise.all([
    readCitations(services.database, tenantId, ids),
    services.database.batchTenant(tenantId, [selectReviewsOfVersions(tenantId, ids)]),
    Promise.all(files.map(print)),
  ]);
  const reviewsOf = Map.groupBy(reviews, ({ deliverable_id }) => deliverable_id);
  const documents = files.map(({ deliverable: row }, index) => {
    const own = (reviewsOf.get(row.id) ?? []).map(toVersionReview);
    const approval = own.findLast(({ action }) => action === 'approve');
    const pdf = pdfs[index];
    if (!approval || !pdf) throw new Error(`The approval of ${row.id} is not recorded`);
    return { row, pdf, citations: citationsOf.get(row.id) ?? [], reviews: own, approval };
  });
  return { engagement, documents };
}

/**
 * Reads who could read an engagement when: people of the team, the walls with who was inside, what
 * follows from both, and the links of clients. A person who left has the address as name.
 */
export async function readAccess(
  { services, tenantId }: RequestContext,
  { id, created_at: from }: EngagementRow,
  until: Date,
): Promise<object> {
  const [members, departures, standing, insiders, links] = await services.database.batchTenant(
    tenantId,
    [
      selectTeamPeriods(tenantId),
      selectDepartures(tenantId, from),
      ...selectStandingWalls(tenantId, id),
      selectLinkPeriods(tenantId, id),
    ],
  );
  const team: TeamPeriod[] = [
    ...members.map((row) => ({
      userId: row.id,
      userName: row.name,
      since: row.created_at,
      until: row.deactivated_at,
    })),
    ...departures.map(({ user_id, email, joined_at, left_at }) => ({
      userId: user_id ?? '',
      userName: email ?? '',
      since: joined_at,
      until: left_at,
    })),
  ];
  const walls = toStandingWalls(standing, insiders);
  const clients = links.map((row) => ({
    linkId: row.id,
    clientName: row.client_name,
    since: row.created_at,
    until: row.until,
  }));
  return { from, until, readers: computeReaders(team, walls, [from, until]), walls, team, clients };
}

/** A source in a dossier's list. `path` is its file, if the dossier holds it. */
interface DossierSource {
  id: string;
  filename: string;
  sizeBytes: number;
  sha256: string;
  sourceUrl: string | null;
  attachedAt: string;
  path: string | null;
}

/**
 * Lists sources with hashes, and their files if the policy says so. Error: `document_too_large`
 * over 200 MB.
 */
export async function readSources(
  { services, tenantId }: RequestContext,
  engagementId: string,
  withFiles: boolean,
): Promise<{ sources: DossierSource[]; files: DossierFile[] }> {
  const [rows] = await services.database.batchTenant(tenantId, [
    selectAttachmentsOf(tenantId, engagementId),
  ]);
  const sources = rows.map((row) => toSource(row, withFiles));
  return {
    sources,
    files: withFiles ? await readStoredFiles(services.storage, rows, sourcePath) : [],
  };
}

function toSource(row: AttachmentRow, withFiles: boolean): DossierSource {
  return {
    id: row.id,
    filename: row.filename,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    sourceUrl: row.source_url,
    attachedAt: row.created_at.toISOString(),
    path: withFiles ? sourcePath(row) : null,
  };
}

/** A path that is unique, because an engagement has a filename once. */
function sourcePath({ filename }: AttachmentRow): string {
  return `sources/${filename}`;
}

/** An archived page in a dossier's list. `path` is its file, if the dossier holds it. */
type DossierPage = ArchivedPage & { path: string | null };

/**
 * Lists archived pages with hashes, which verify one that has changed since, and their bytes if the
 * policy says so. Error: `document_too_large` for too many pages or over 200 MB.
 */
export async function readPages(
  { services, tenantId }: RequestContext,
  engagementId: string,
  withFiles: boolean,
): Promise<{ pages: DossierPage[]; files: DossierFile[] }> {
  const [rows] = await services.database.batchTenant(tenantId, [
    selectPagesOf(tenantId, engagementId),
  ]);
  // A list at its limit may lack the oldest pages.
  if (rows.length === researchListLimit) throw new ApiError('document_too_large');
  const pages = rows.map((row) => ({
    ...toArchivedPage(row),
    path: withFiles ? pagePath(row) : null,
  }));
  return { pages, files: withFiles ? await readStoredFiles(services.storage, rows, pagePath) : [] };
}

/** A path that is unique and holds nothing of the page's own words. */
function pagePath(row: PageRow): string {
  return `pages/${row.id}.${pageExtensionOf(row)}`;
}

/** Limits the bytes of all sources, or of all pages, in one dossier. */
const maxBytes = 200 * 1_048_576;

interface StoredRow {
  storage_key: string;
  size_bytes: number;
}

/**
 * Reads stored files for a dossier. Error: `document_too_large` when they have more than 200 MB
 * together.
 */
async function readStoredFiles<Row extends StoredRow>(
  storage: Pick<ObjectStorage, 'get'>,
  rows: readonly Row[],
  pathOf: (row: Row) => string,
): Promise<DossierFile[]> {
  if (rows.reduce((sum, row) => sum + row.size_bytes, 0) > maxBytes)
    throw new ApiError('document_too_large');
  const files: DossierFile[] = [];
  // One after the other: each file is read whole, and their order in the zip is that of the list.
  for (const row of rows)
    files.push({ path: pathOf(row), content: await buffer(await storage.get(row.storage_key)) });
  return files;
}
