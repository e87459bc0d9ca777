import { readChartBlocks } from '@ecp/charts/reading/read-chart-blocks';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { ChartTheme } from '@ecp/contract/work/charts';
import type { Services } from '../../kernel/services.ts';
import { languageOfDocument } from './document-language.ts';
import { drawCharts } from './draw-charts.ts';

/** A chart of a document. */
export interface DocumentChart {
  tenantId: string;
  engagementId: string;
  markdown: string;
  /** Counts from 1 (contract 10). */
  number: number;
  theme: ChartTheme;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * Draws one chart of a document as SVG. Errors: `not_found` when there is no chart of that number, when its block is no
 * chart, or when it cannot be drawn (contract 10); those of drawCharts.
 */
export async function drawDocumentChart(
  services: Pick<Services, 'database' | 'charts' | 'cache'>,
  { markdown, number, theme, ...order }: DocumentChart,
): Promise<string> {
  const block = readChartBlocks(markdown)[number - 1];
  if (!block || !('spec' in block)) throw new ApiError('not_found');
  const look = { theme, locale: languageOfDocument(markdown), withTitle: true };
  const [outcome] = await drawCharts(services, { ...order, charts: [{ spec: block.spec, look }] });
  if (!outcome || 'problem' in outcome) throw new ApiError('not_found');
  return outcome.svg;
}
