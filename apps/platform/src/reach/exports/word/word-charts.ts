import type { ReportChart } from '@ecp/documents/reports/report-types';
import type { WordChart } from '@ecp/documents/word/word-report';
import { SandboxError } from '@ecp/sandbox/child-program';
import type { ReportOwner } from '../read-report-content.ts';

const chartWidthPx = 1_600;

/** Turns the charts of a document into pictures for Word. One that cannot be turned is named without its picture. */
export async function toWordCharts(
  owner: ReportOwner,
  charts: readonly ReportChart[],
  signal: AbortSignal,
): Promise<WordChart[]> {
  const turned: WordChart[] = [];
  for (const chart of charts) turned.push(await toWordChart(owner, chart, signal));
  return turned;
}

async function toWordChart(
  { services, tenantId }: ReportOwner,
  { source, title, outcome }: ReportChart,
  signal: AbortSignal,
): Promise<WordChart> {
  if ('problem' in outcome) return { source, title, picture: null };
  const { svg, description, query } = outcome.picture;
  try {
    const bytes = await services.charts.toPng(svg, chartWidthPx, { tenantId, signal });
    const caption = query.title ?? '';
    return { source, title, picture: { image: { bytes, mimeType: 'image/png' }, description, caption } };
  } catch (error) {
    if (!(error instanceof SandboxError) || signal.aborted) throw error;
    services.log.info({ err: error }, 'A chart was left out of a Word file');
    return { source, title, picture: null };
  }
}
