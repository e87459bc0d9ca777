import { ApiError } from '@ecp/contract/declaring/errors';
import type { ChartTheme } from '@ecp/contract/work/charts';
import type { PortalContext } from '../../kernel/context.ts';
import { drawDocumentChart } from '../../work/charts/draw-document-chart.ts';
import { isInternal, selectDeliverable } from '../../work/deliverables/deliverable-rows.ts';

/**
 * Draws a chart of the latest version of a deliverable for a client (CHA-4). Errors: `not_found`, also for internal
 * files; those of drawDocumentChart.
 */
export async function getPortalChart(
  { services, tenantId, visitor }: PortalContext,
  { filename, number, theme }: { filename: string; number: number; theme: ChartTheme },
  signal: AbortSignal,
): Promise<string> {
  const { engagementId } = visitor;
  const [[row]] = await services.database.batchTenant(tenantId, [selectDeliverable(tenantId, engagementId, filename)]);
  if (!row || isInternal(filename)) throw new ApiError('not_found');
  return drawDocumentChart(services, { tenantId, engagementId, markdown: row.content, number, theme, signal });
}
