import { ApiError } from '@ecp/contract/declaring/errors';
import type { ChartTheme } from '@ecp/contract/work/tables';
import type { Services } from '../../kernel/services.ts';
import { type ChartLook, drawCharts } from './draw-charts.ts';
import { documentChartsReader } from './read-document-charts.ts';

/** A chart of a document. */
export interface DocumentChart {
  tenantId: string;
  engagementId: string;
  markdown: string;
  /** Counts from 1 (contract 10). */
  number: number;
  theme: ChartTheme;
  /** How it differs from a picture in the team's own pages. */
  look?: Pick<ChartLook, 'color' | 'audience'>;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * Draws one chart of a document as SVG. Errors: `not_found` when there is no chart of that number, when its block is no
 * chart, or when it cannot be drawn (contract 10); `text_too_complex`; those of drawCharts.
 */
export async function drawDocumentChart(
  services: Pick<Services, 'database' | 'charts' | 'cache' | 'texts'>,
  { markdown, number, theme, look: own = {}, ...order }: DocumentChart,
): Promise<string> {
  const { documents } = await services.texts.run(order.tenantId, documentChartsReader, { markdowns: [markdown] });
  const { blocks = [], locale = 'en' } = documents[0] ?? {};
  const block = blocks[number - 1];
  if (!block || !('spec' in block)) throw new ApiError('not_found');
  const look = { ...own, theme, locale, withTitle: true };
  const [outcome] = await drawCharts(services, { ...order, charts: [{ spec: block.spec, look }] });
  if (!outcome || 'problem' in outcome) throw new ApiError('not_found');
  return outcome.svg;
}
