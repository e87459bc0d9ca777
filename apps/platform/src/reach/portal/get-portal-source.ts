import { ApiError } from '@ecp/contract/declaring/errors';
import type { PortalSource } from '@ecp/contract/reach/portal-files';
import type { Citation } from '@ecp/contract/values/citations';
import type { PortalContext } from '../../kernel/context.ts';
import { documentTitle } from '../../work/deliverables/document-title.ts';
import { type EngagementRow, selectEngagement } from '../../work/engagements/engagement-rows.ts';
import { type CitedPdf, openCitedPdf } from '../../work/sources/open-cited-pdf.ts';
import { findCitation, readCitedSource } from '../../work/sources/read-cited-source.ts';
import { toClientDocuments } from './client-documents.ts';
import { readShownDocuments, requireShown } from './shown-documents.ts';

/** A footnote of a shown document. */
interface ShownFootnote {
  filename: string;
  footnote: string;
}

/**
 * Reads what a footnote of a shown document cites, as far as a client may: the passage with the text of its page, sheet
 * or section (REL-13). Errors: `not_found` for a document that the link does not show, and for a footnote that its text
 * for clients does not have or that was not checked; `service_unavailable`.
 */
export async function getPortalSource(context: PortalContext, cited: ShownFootnote): Promise<PortalSource> {
  const { services, tenantId, visitor } = context;
  const { database } = services;
  const { engagementId } = visitor;
  const { engagement, citation } = await requireShownCitation(context, cited);
  const titleOf = async (filename: string) => {
    const shown = await readShownDocuments(database, visitor, filename);
    const [document] = await toClientDocuments(database, visitor, engagement, shown);
    return document?.title ?? null;
  };
  const source = await readCitedSource({ services, tenantId, engagementId, titleOf }, citation);
  // The ids and the SQL are for the team, which gets a source whole by them.
  const { attachmentId: _file, tableId: _table, pageId: _page, queryId: _query, sql: _sql, ...read } = source;
  const isHidden = citation.source.kind === 'deliverable' && read.document === null;
  const hidden = { problem: null, title: documentTitle({ content: '', filename: read.title }, undefined) };
  return { footnote: cited.footnote, ...read, ...(isHidden && hidden) };
}

/**
 * Opens the PDF that a footnote of a shown document cites (SRC-2). Errors: those of getPortalSource, and `not_found` for
 * a source that is no PDF.
 */
export async function getPortalSourceFile(context: PortalContext, cited: ShownFootnote): Promise<CitedPdf> {
  const { services, tenantId, visitor } = context;
  const { citation } = await requireShownCitation(context, cited);
  return openCitedPdf(services, tenantId, { engagementId: visitor.engagementId, citation });
}

async function requireShownCitation(
  { services: { database }, tenantId, visitor }: PortalContext,
  { filename, footnote }: ShownFootnote,
): Promise<{ engagement: EngagementRow; citation: Citation }> {
  const file = await requireShown(database, visitor, filename);
  const [[engagement]] = await database.batchTenant(tenantId, [selectEngagement(tenantId, visitor.engagementId)]);
  if (!engagement) throw new ApiError('not_found');
  const [document] = await toClientDocuments(database, visitor, engagement, [file]);
  const isCut = document?.cutFootnotes.has(footnote.toLowerCase()) ?? true;
  const citation = isCut ? undefined : findCitation(document?.citations ?? [], footnote);
  if (!citation) throw new ApiError('not_found');
  return { engagement, citation };
}
