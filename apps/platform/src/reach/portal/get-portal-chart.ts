import type { ChartTheme } from '@ecp/contract/work/charts';
import type { PortalContext } from '../../kernel/context.ts';
import { drawDocumentChart } from '../../work/charts/draw-document-chart.ts';
import { clientText } from '../../work/deliverables/client-text.ts';
import { requireShown } from './shown-documents.ts';

/**
 * Draws a chart of the shown version of a deliverable for a client (CHA-4, REL-4). Its number is that of the client's
 * text. Errors: `not_found`, also for files that the link does not show; those of drawDocumentChart.
 */
export async function getPortalChart(
  { services, tenantId, visitor }: PortalContext,
  { filename, number, theme }: { filename: string; number: number; theme: ChartTheme },
  signal: AbortSignal,
): Promise<string> {
  const { engagementId } = visitor;
  const { content } = await requireShown(services.database, visitor, filename);
  const markdown = clientText(content, { citations: [], titles: new Map() }).content;
  return drawDocumentChart(services, { tenantId, engagementId, markdown, number, theme, signal });
}
