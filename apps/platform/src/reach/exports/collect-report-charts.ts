import { maxCharts } from '@ecp/charts/reading/read-chart-blocks';
import type { ReportChart, ReportChartProblem } from '@ecp/documents/reports/report-types';
import type { RequestContext } from '../../kernel/context.ts';
import { type ChartLook, type ChartOutcome, drawCharts } from '../../work/charts/draw-charts.ts';
import { documentChartsReader } from '../../work/charts/read-document-charts.ts';

/** Most charts of a report, all documents together. */
const maxReportCharts = 2 * maxCharts;

/** The charts of some documents, and how they look. */
interface ReportCharts {
  engagementId: string;
  markdowns: readonly string[];
  look: Pick<ChartLook, 'color' | 'audience'>;
}

/**
 * Draws the charts of the documents of a report, in their order (CHA-3). A chart that cannot be drawn has the reason.
 * Errors: `text_too_complex`, those of drawCharts.
 */
export async function collectReportCharts(
  { services, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  { engagementId, markdowns, look }: ReportCharts,
  signal: AbortSignal,
): Promise<ReportChart[][]> {
  const { documents } = await services.texts.run(tenantId, documentChartsReader, { markdowns });
  const blocks = documents.flatMap(({ blocks: found, locale }, document) =>
    found.map((block) => ({ block, document, locale })),
  );
  const drawable = blocks.flatMap(({ block, locale }) =>
    'spec' in block ? [{ spec: block.spec, look: { ...look, theme: 'print', locale, withTitle: false } as const }] : [],
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
