import { ApiError } from '@ecp/contract/declaring/errors';
import type { Citation } from '@ecp/contract/values/citations';
import type { GridCellSource } from '@ecp/contract/work/grids';
import type { RequestContext } from '../../../kernel/context.ts';
import { type GridTarget, selectGridCell } from '../../grids/grid-rows.ts';
import { type CitedPdf, openCitedPdf, readCitedSource } from './cited-sources.ts';

interface CellTarget extends GridTarget {
  attachmentId: string;
  column: string;
}

/**
 * Reads what a cell of a grid cites, with text around it. Errors: `not_found`,
 * `service_unavailable`.
 */
export async function getGridCellSource(
  context: RequestContext,
  target: CellTarget,
): Promise<GridCellSource> {
  const { services, tenantId } = context;
  const citation = await requireCell(context, target);
  const place = {
    services,
    tenantId,
    engagementId: target.engagementId,
    titleOf: async () => null,
    showsGrids: false,
  };
  return readCitedSource(place, citation);
}

/**
 * Opens the PDF that a cell cites. Errors: those of getGridCellSource; `not_found` if it is no PDF.
 */
export async function getGridCellSourceFile(
  context: RequestContext,
  target: CellTarget,
): Promise<CitedPdf> {
  const citation = await requireCell(context, target);
  return openCitedPdf(context.services, context.tenantId, {
    engagementId: target.engagementId,
    citation,
  });
}

/** Reads a cell as the citation of its file that it is. Error: `not_found`. */
async function requireCell(
  { services, tenantId }: RequestContext,
  target: CellTarget,
): Promise<Citation> {
  const [[cell]] = await services.database.batchTenant(tenantId, [
    selectGridCell(tenantId, target, target),
  ]);
  if (!cell) throw new ApiError('not_found');
  const { filename, text, quote, passage, place, reason } = cell;
  return {
    footnote: null,
    claim: text,
    quote,
    passage,
    reason,
    derivation: null,
    state: 'unjudged',
    source: { kind: 'attachment', title: filename, location: place },
  };
}
