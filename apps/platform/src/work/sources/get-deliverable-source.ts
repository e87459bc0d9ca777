import { ApiError } from '@ecp/contract/declaring/errors';
import type { DeliverableSource } from '@ecp/contract/work/sources';
import type { RequestContext } from '../../kernel/context.ts';
import { readCitations } from '../deliverables/citations/read-citations.ts';
import { selectDeliverable } from '../deliverables/deliverable-rows.ts';
import { documentTitle } from '../deliverables/document-title.ts';
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
export async function getDeliverableSource(
  { services, tenantId }: RequestContext,
  { engagementId, filename, footnote, version }: CitedIn,
): Promise<DeliverableSource> {
  const { database } = services;
  const [[row]] = await database.batchTenant(tenantId, [selectDeliverable(tenantId, engagementId, filename, version)]);
  if (!row) throw new ApiError('not_found');
  const citationsOf = await readCitations(database, tenantId, [row.id]);
  const citation = findCitation(citationsOf.get(row.id) ?? [], footnote);
  if (!citation) throw new ApiError('not_found');
  const titleOf = async (cited: string) => {
    const [[other]] = await database.batchTenant(tenantId, [selectDeliverable(tenantId, engagementId, cited)]);
    return other ? documentTitle(other, undefined) : null;
  };
  return { footnote, ...(await readCitedSource({ services, tenantId, engagementId, titleOf }, citation)) };
}
