import type { ReportChart, ReportChartPicture, ReportChartProblem } from '../reports/report-types.ts';
import { breakLongRuns, cleanLine, cleanText } from './clean-text.ts';
import type { DocumentContext } from './document-context.ts';
import type { Block } from './document-tree.ts';

/** Longest text of a query below its chart, in characters. The appendix of queries has the rest. */
const maxSqlLength = 1_200;
/** Digits of a result's hash that a reader compares. */
const shownHashLength = 12;

const reasons: Record<ReportChartProblem, string> = {
  unreadable: 'its description is not complete',
  no_query: 'its query is not there',
  no_data: 'the result of its query has no values that it could show',
  too_many: 'the document has too many charts',
};

/** Returns a key of a chart's block, the same before and after the document is cleaned and parsed. */
export function chartKey(source: string): string {
  return cleanText(source).trim();
}

/** Turns the block of a chart into its picture, or into a note that says why there is none (contract 10). */
export function buildChart(source: string, { charts, images, isInternal }: DocumentContext): Block {
  const chart = charts.get(chartKey(source));
  if (chart === undefined || 'problem' in chart.outcome) {
    const problem = chart === undefined || !('problem' in chart.outcome) ? 'unreadable' : chart.outcome.problem;
    return explain(chart, isInternal ? problem : null);
  }
  const { picture } = chart.outcome;
  const image = images.add(`data:image/svg+xml;base64,${Buffer.from(picture.svg).toString('base64')}`);
  if (image === null) return explain(chart, isInternal ? 'too_many' : null);
  const title = cleanLine(chart.title ?? '');
  const alt = cleanLine(`${title}. ${picture.description}`);
  const { path, widthPt } = image;
  return { t: 'chart', title, path, alt, widthPt, ...describeQuery(picture.query, isInternal) };
}

/** Says that a chart is not shown, and why if there is a problem to tell. */
function explain(chart: ReportChart | undefined, problem: ReportChartProblem | null): Block {
  const title = cleanLine(chart?.title ?? '');
  const name = title === '' ? 'A chart' : `The chart “${title}”`;
  return { t: 'note', v: problem === null ? `${name} is not shown.` : `${name} is not shown: ${reasons[problem]}.` };
}

/** A client reads the query's title; its statement, id and result's hash are for who runs it again. */
function describeQuery(
  { id, title, sql, resultHash }: ReportChartPicture['query'],
  isInternal: boolean,
): { query: string; sql: string } {
  if (!isInternal) return { query: cleanLine(title ?? ''), sql: '' };
  const name = title === null ? `Query ${id}` : `Query ${id}, ${cleanLine(title)}`;
  const record = `${name}. Result ${resultHash.slice(0, shownHashLength)}`;
  const text = cleanText(sql).trim();
  const shown = text.length > maxSqlLength ? `${text.slice(0, maxSqlLength)}…`.toWellFormed() : text;
  return {
    query: record,
    sql: breakLongRuns(shown.replaceAll('\t', '  '), 60, 20),
  };
}
