import { ApiError } from '@ecp/contract/declaring/errors';
import type { ChartTheme } from '@ecp/contract/work/tables';
import type { RequestContext } from '../../kernel/context.ts';
import { selectDeliverable } from '../deliverables/deliverable-rows.ts';
import { readText } from '../deliverables/old-texts/read-texts.ts';
import { drawDocumentChart } from './draw-document-chart.ts';

/**
 * Draws a chart of one version of a deliverable, or of the latest without `version` (CHA-2). Errors: `not_found` for a
 * missing deliverable, those of drawDocumentChart.
 */
export async function getChart(
  { services, tenantId }: RequestContext,
  input: { engagementId: string; filename: string; version: number | undefined; number: number; theme: ChartTheme },
  signal: AbortSignal,
): Promise<string> {
  const { engagementId, filename, version, number, theme } = input;
  const [[row]] = await services.database.batchTenant(tenantId, [
    selectDeliverable(tenantId, engagementId, filename, version),
  ]);
  if (!row) throw new ApiError('not_found');
  const { content: markdown } = await readText(services.storage, row);
  return drawDocumentChart(services, { tenantId, engagementId, markdown, number, theme, signal });
}
