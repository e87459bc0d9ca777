import { ApiError } from '@ecp/contract/declaring/errors';
import type { Citation } from '@ecp/contract/values/citations';
import type { DeliverableSource } from '@ecp/contract/work/sources';
import type { RequestContext } from '../../kernel/context.ts';
import { readCitations } from '../deliverables/citations/read-citations.ts';
import { selectDeliverable, selectLatestDeliverable } from '../deliverables/deliverable-rows.ts';
import { documentTitle } from '../deliverables/document-title.ts';
import { type CitedPdf, openCitedPdf } from './open-cited-pdf.ts';
import { findCitation, readCitedSource } from './read-cited-source.ts';

interface CitedIn {
  engagementId: string;
  filename: string;
  footnote: string;
  version?: number | undefined;
}

/**
 * Reads what a footnote of a version cites, with the text around the passage; of the latest version without `version`
 * (REL-15). Errors: `not_found` for an unknown version, and for a footnote that was not checked; `service_unavailable`.
 */
export async function getDeliverableSource(context: RequestContext, cited: CitedIn): Promise<DeliverableSource> {
  const { services, tenantId } = context;
  const { engagementId, footnote } = cited;
  const citation = await requireCitation(context, cited);
  const titleOf = async (filename: string) => {
    const [[other]] = await services.database.batchTenant(tenantId, [
      selectLatestDeliverable(tenantId, engagementId, filename),
    ]);
    return other ? documentTitle(other, undefined) : null;
  };
  return { footnote, ...(await readCitedSource({ services, tenantId, engagementId, titleOf }, citation)) };
}

/**
 * Opens the PDF that a footnote of a version cites (SRC-2). Errors: those of getDeliverableSource, and `not_found` for a
 * source that is no PDF.
 */
export async function getDeliverableSourceFile(context: RequestContext, cited: CitedIn): Promise<CitedPdf> {
  const citation = await requireCitation(context, cited);
  return openCitedPdf(context.services, context.tenantId, { engagementId: cited.engagementId, citation });
}

async function requireCitation(
  { services: { database }, tenantId }: RequestContext,
  { engagementId, filename, footnote, version }: CitedIn,
): Promise<Citation> {
  const [[row]] = await database.batchTenant(tenantId, [selectDeliverable(tenantId, engagementId, filename, version)]);
  if (!row) throw new ApiError('not_found');
  const citationsOf = await readCitations(database, tenantId, [row.id]);
  const citation = findCitation(citationsOf.get(row.id) ?? [], footnote);
  if (!citation) throw new ApiError('not_found');
  return citation;
}
