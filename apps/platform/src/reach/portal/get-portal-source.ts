import { ApiError } from '@ecp/contract/declaring/errors';
import type { PortalSource } from '@ecp/contract/reach/portal-files';
import type { PortalContext } from '../../kernel/context.ts';
import { documentTitle } from '../../work/deliverables/document-title.ts';
import { selectEngagement } from '../../work/engagements/engagement-rows.ts';
import { findCitation, readCitedSource } from '../../work/sources/read-cited-source.ts';
import { toClientDocuments } from './client-documents.ts';
import { readShownDocuments, requireShown } from './shown-documents.ts';

/**
 * Reads what a footnote of a shown document cites, as far as a client may: the passage with the text of its page, sheet
 * or section (REL-13). Errors: `not_found` for a document that the link does not show, and for a footnote that its text
 * for clients does not have or that was not checked; `service_unavailable`.
 */
export async function getPortalSource(
  { services, tenantId, visitor }: PortalContext,
  { filename, footnote }: { filename: string; footnote: string },
): Promise<PortalSource> {
  const { database } = services;
  const { engagementId } = visitor;
  const file = await requireShown(database, visitor, filename);
  const [[engagement]] = await database.batchTenant(tenantId, [selectEngagement(tenantId, engagementId)]);
  if (!engagement) throw new ApiError('not_found');
  const titleOf = async (cited: string) => {
    const shown = await readShownDocuments(database, visitor, cited);
    const [document] = await toClientDocuments(database, visitor, engagement, shown);
    return document?.title ?? null;
  };
  const [document] = await toClientDocuments(database, visitor, engagement, [file]);
  const isCut = document?.cutFootnotes.has(footnote.toLowerCase()) ?? true;
  const citation = isCut ? undefined : findCitation(document?.citations ?? [], footnote);
  if (!citation) throw new ApiError('not_found');
  const source = await readCitedSource({ services, tenantId, engagementId, titleOf }, citation);
  // The ids are for the team, which gets a source whole by them.
  const { attachmentId: _file, pageId: _page, queryId: _query, ...read } = source;
  const isHidden = citation.source.kind === 'deliverable' && read.document === null;
  const words = documentTitle({ content: '', filename: read.title }, undefined);
  return { footnote, ...read, title: isHidden ? words : read.title };
}
