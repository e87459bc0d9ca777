import type { DrawingProblem } from '@ecp/charts/drawing/chart-data';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { PreviewChartBody } from '@ecp/contract/work/tables';
import type { RequestContext } from '../../kernel/context.ts';
import { drawCharts } from './draw-charts.ts';

/**
 * Draws a chart of a recorded query that no document has yet (CHA-5). Errors: `not_found` for a missing query,
 * `chart_not_drawn` with the reason, those of drawCharts.
 */
export async function previewChart(
  { services, tenantId }: RequestContext,
  { engagementId, queryId, body }: { engagementId: string; queryId: string; body: PreviewChartBody },
  signal: AbortSignal,
): Promise<string> {
  const { theme = 'auto', unit = null, ...fields } = body;
  const spec = { ...fields, query: queryId, unit };
  const charts = [{ spec, look: { theme, locale: 'en', withTitle: true } }];
  const [outcome] = await drawCharts(services, { tenantId, engagementId, charts, signal });
  if (outcome && 'svg' in outcome) return outcome.svg;
  if (!outcome || outcome.problem.code === 'no_query') throw new ApiError('not_found');
  throw new ApiError('chart_not_drawn', { values: { reason: reasonOf(outcome.problem) } });
}

function reasonOf(problem: DrawingProblem): string {
  switch (problem.code) {
    case 'no_column':
      return `the query has no column ${problem.column}`;
    case 'not_a_number':
      return `the column ${problem.column} has no numbers`;
    case 'repeated_place':
      return 'a line or an area has one value at each place, and the query has several rows for one';
    case 'no_values':
      return 'the query has no values to show';
    case 'too_many_values':
      return 'the query has too many values; a chart shows 1,000';
  }
}
