import type { ChartTheme } from '@ecp/contract/work/tables';
import { readBrand } from '../../identity/branding/branding.ts';
import type { PortalContext } from '../../kernel/context.ts';
import { drawDocumentChart } from '../../work/charts/draw-document-chart.ts';
import { readClientText } from '../../work/deliverables/client-text.ts';
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
  const facts = { citations: [], titles: new Map<string, string>(), queries: new Map<string, string | null>() };
  const { content: markdown } = await readClientText(services.texts, tenantId, content, facts);
  const { primaryColor: color } = await readBrand(services.database, tenantId);
  const chart = { markdown, number, theme, look: { color, audience: 'client' } } as const;
  return drawDocumentChart(services, { tenantId, engagementId, ...chart, signal });
}
