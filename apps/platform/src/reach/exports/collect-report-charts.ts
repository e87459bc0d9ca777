import { maxCharts, readChartBlocks } from '@ecp/charts/reading/read-chart-blocks';
import type { ReportChart, ReportChartProblem } from '@ecp/documents/reports/report-types';
import type { RequestContext } from '../../kernel/context.ts';
import { languageOfDocument } from '../../work/charts/document-language.ts';
import { type ChartOutcome, drawCharts } from '../../work/charts/draw-charts.ts';

/** Most charts of a report, all documents together. */
const maxReportCharts = 2 * maxCharts;

/**
 * Draws the charts of the documents of a report, in their order (CHA-3). A chart that cannot be drawn has the reason.
 * Errors: those of drawCharts.
 */
export async function collectReportCharts(
  { services, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  engagementId: string,
  markdowns: readonly string[],
  signal: AbortSignal,
): Promise<ReportChart[][]> {
  const blocks = markdowns.flatMap((markdown, document) => {
    const found = readChartBlocks(markdown);
    const locale = found.length > 0 ? languageOfDocument(markdown) : 'en';
    return found.map((block) => ({ block, document, locale }));
  });
  const drawable = blocks.flatMap(({ block, locale }) =>
    'spec' in block ? [{ spec: block.spec, look: { theme: 'print', locale, withTitle: false } as const }] : [],
  );
  const charts = drawable.slice(0, maxReportCharts);
  const outcomes = (await drawCharts(services, { tenantId, engagementId, charts, signal })).values();
  const drawn = blocks.map(({ block, document }) => {
    const chart: ReportChart =
      'spec' in block
        ? { source: block.source, title: block.spec.title, outcome: toOutcome(outcomes.next().value) }
        : { source: block.source, title: null, outcome: { problem: 'unreadable' } };
    return { chart, document };
  });
  return markdowns.map((_, index) => drawn.flatMap(({ chart, document }) => (document === index ? [chart] : [])));
}

/** A chart without an outcome exceeds the limit of a report. */
function toOutcome(outcome: ChartOutcome | undefined): ReportChart['outcome'] {
  if (outcome === undefined) return { problem: 'too_many' };
  if ('svg' in outcome) return { picture: outcome };
  const problem: ReportChartProblem = outcome.problem.code === 'no_query' ? 'no_query' : 'no_data';
  return { problem };
}
