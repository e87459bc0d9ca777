import { ApiError } from '@ecp/contract/declaring/errors';
import type { Citation } from '@ecp/contract/values/citations';
import type { Review } from '@ecp/contract/work/deliverables';
import type { Static } from 'typebox';
import type { RequestContext } from '../../kernel/context.ts';
import { readCitations } from '../../work/deliverables/citations/read-citations.ts';
import {
  selectApprovedDeliverables,
  selectReviewsOfVersions,
  toVersionReview,
} from '../../work/deliverables/reviewing/approved-versions.ts';
import type { LatestDeliverable } from '../../work/deliverables/select-latest-deliverables.ts';
import type { EngagementRow } from '../../work/engagements/engagement-rows.ts';
import { ownerOf, readReportContent } from '../exports/read-report-content.ts';
import { renderPdf } from '../exports/render-pdf.ts';

type VersionReview = Static<typeof Review>;

/** An approved version with everything that a dossier holds about it. */
export interface ApprovedDocument {
  row: LatestDeliverable;
  pdf: Buffer;
  citations: Citation[];
  reviews: VersionReview[];
  /** The last review that approved it. */
  approval: VersionReview;
}

/**
 * Reads the newest approved version of each document and prints it. Errors: `engagement_not_found`,
 * `no_approved_deliverables`, those of renderPdf.
 */
export async function readApprovedDocuments(
  context: RequestContext,
  engagementId: string,
  signal: AbortSignal,
): Promise<{ engagement: EngagementRow; documents: ApprovedDocument[] }> {
  const { services, tenantId } = context;
  const selected = selectApprovedDeliverables(tenantId, engagementId);
  const order = { engagementId, selected, audience: 'team' } as const;
  const { engagement, branding, files } = await readReportContent(ownerOf(context), order, signal);
  if (files.length === 0) throw new ApiError('no_approved_deliverables');
  const ids = files.map(({ deliverable }) => deliverable.id);
  const date = services.clock.now().toISOString();
  const print = ({ chapter, provenance }: (typeof files)[number]) => {
    const about = { engagementName: engagement.name, client: engagement.client, branding, date, provenance };
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
