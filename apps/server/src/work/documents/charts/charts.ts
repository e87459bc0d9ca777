import { hash } from 'node:crypto';
import type { Chart, ChartDrawer, DrawnChart } from '@ecp/charts/chart-drawer';
import type { DrawingProblem } from '@ecp/charts/drawing/chart-data';
import type { ChartSpec } from '@ecp/charts/reading/chart-spec';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { ChartTheme, PreviewChartBody, TableChartBody } from '@ecp/contract/work/tables';
import { readBrandColor } from '../../../identity/branding/branding.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { toRefusal } from '../../../kernel/limits/refusals.ts';
import type { Services } from '../../../kernel/services.ts';
import {
  type QueryHead,
  readQueryHeads,
  readQueryResults,
  type StoredResult,
} from '../../../material/tables/recorded-queries.ts';
import { plotTable } from '../../../material/tables/table-summary.ts';
import { selectDeliverable } from '../deliverable-rows.ts';
import { documentChartsReader } from './read-document-charts.ts';

/**
 * Draws a chart of one version, or of the latest. Errors: `not_found`, those of drawDocumentChart.
 */
export async function getChart(
  { services, tenantId }: RequestContext,
  input: {
    engagementId: string;
    filename: string;
    version: number | undefined;
    number: number;
    theme: ChartTheme;
  },
  signal: AbortSignal,
): Promise<string> {
  const { engagementId, filename, version, number, theme } = input;
  const [[row]] = await services.database.batchTenant(tenantId, [
    selectDeliverable(tenantId, engagementId, filename, version),
  ]);
  if (!row) throw new ApiError('not_found');
  const look = { color: await readBrandColor(services.database, tenantId) };
  return drawDocumentChart(services, {
    tenantId,
    engagementId,
    markdown: row.content,
    number,
    theme,
    look,
    signal,
  });
}

/**
 * Draws a chart of a recorded query. Errors: `not_found`, `chart_not_drawn` with the reason, those
 * of drawCharts.
 */
export async function previewChart(
  { services, tenantId }: RequestContext,
  {
    engagementId,
    queryId,
    body,
  }: { engagementId: string; queryId: string; body: PreviewChartBody },
  signal: AbortSignal,
): Promise<string> {
  const { theme = 'auto', unit = null, ...fields } = body;
  const spec = { ...fields, query: queryId, unit };
  const color = await readBrandColor(services.database, tenantId);
  const charts = [{ spec, look: { theme, locale: 'en', withTitle: true, color } }];
  const [outcome] = await drawCharts(services, { tenantId, engagementId, charts, signal });
  if (outcome && 'svg' in outcome) return outcome.svg;
  if (!outcome || outcome.problem.code === 'no_query') throw new ApiError('not_found');
  throw new ApiError('chart_not_drawn', { values: { reason: reasonOf(outcome.problem) } });
}

/**
 * Draws the chart that fits a table. Errors: those of plotTable, `chart_not_drawn` with the reason.
 */
export async function drawTableChart(
  context: RequestContext,
  { engagementId, tableId, body }: { engagementId: string; tableId: string; body: TableChartBody },
  signal: AbortSignal,
): Promise<string> {
  const { chart, resultHash, columns, rows } = await plotTable(context, { engagementId, tableId });
  const { theme = 'auto', title } = body;
  const { type, xHead, yHead, unit, sql } = chart;
  // The picture of a sheet has the heads of the file, which people know.
  const result = {
    rows,
    columns: columns.map((column, at) => ({ ...column, name: at === 0 ? xHead : yHead })),
  };
  const spec = { query: tableId, type, x: xHead, y: [yHead], title, unit };
  const query = { id: tableId, title, sql, resultHash };
  const color = await readBrandColor(context.services.database, context.tenantId);
  const look = { theme, locale: 'en', withTitle: true, color };
  const order = { tenantId: context.tenantId, signal };
  const drawn = await drawOne(context.services.charts, { spec, look, query, result }, order);
  if ('svg' in drawn) return drawn.svg;
  throw new ApiError('chart_not_drawn', { values: { reason: reasonOf(drawn.problem) } });
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

export interface DocumentChart {
  tenantId: string;
  engagementId: string;
  markdown: string;
  /** Counts from 1. */
  number: number;
  theme: ChartTheme;
  /** The firm with the brand, and the reader. */
  look?: Pick<ChartLook, 'color' | 'audience'>;
  signal: AbortSignal;
}

/**
 * Draws the chart of a number as SVG. Errors: `not_found`, `text_too_complex`, those of drawCharts.
 */
export async function drawDocumentChart(
  services: Pick<Services, 'database' | 'charts' | 'cache' | 'texts'>,
  { markdown, number, theme, look: own = {}, ...order }: DocumentChart,
): Promise<string> {
  const { documents } = await services.texts.run(order.tenantId, documentChartsReader, {
    markdowns: [markdown],
  });
  const { blocks = [], locale = 'en' } = documents[0] ?? {};
  const block = blocks[number - 1];
  if (!block || !('spec' in block)) throw new ApiError('not_found');
  const look = { ...own, theme, locale, withTitle: true };
  const [outcome] = await drawCharts(services, { ...order, charts: [{ spec: block.spec, look }] });
  if (!outcome || 'problem' in outcome) throw new ApiError('not_found');
  return outcome.svg;
}

/** How charts are drawn: for which place and reader, in which language and colour. */
export type ChartLook = Pick<Chart, 'theme' | 'locale' | 'withTitle' | 'color' | 'audience'>;

/** A drawn chart with its query, or why there is none. */
export type ChartOutcome =
  | (DrawnChart & { query: QueryHead })
  | { problem: DrawingProblem | { code: 'no_query' } };

interface ChartOrder {
  tenantId: string;
  engagementId: string;
  charts: readonly { spec: ChartSpec; look: ChartLook }[];
  signal: AbortSignal;
}

/** A change of the drawing raises it, so that no older picture is answered. */
const drawingVersion = 3;
/** Charts of one request that are drawn at the same time. */
const drawnAtOnce = 3;

/**
 * Draws charts in the order given and caches them, as neither results nor versions change. Errors:
 * `service_unavailable`, `internal_error`, `request_timeout` when the caller has disconnected.
 */
export async function drawCharts(
  services: Pick<Services, 'database' | 'charts' | 'cache'>,
  { tenantId, engagementId, charts, signal }: ChartOrder,
): Promise<ChartOutcome[]> {
  const { database, cache } = services;
  const heads = await readQueryHeads(
    database,
    tenantId,
    engagementId,
    distinct(charts.map(({ spec }) => spec.query)),
  );
  const asked = charts.map(({ spec, look }) => {
    const query = heads.get(spec.query);
    return { spec, look, query, name: query && nameInCache(spec, look, query) };
  });
  const kept = await Promise.all(
    asked.map(({ name }) => (name ? cache.get(tenantId, name) : null)),
  );
  const missing = asked
    .filter(({ query }, index) => query && kept[index] === null)
    .map(({ spec }) => spec.query);
  const results = await readQueryResults(database, tenantId, engagementId, distinct(missing));
  const draw = async (index: number): Promise<ChartOutcome> => {
    const { spec, look, query, name = '' } = asked[index] ?? {};
    if (!spec || !look || !query) return { problem: { code: 'no_query' } };
    const entry = kept[index];
    if (typeof entry === 'string') return { ...readEntry(entry), query };
    const result = results.get(spec.query);
    if (!result) return { problem: { code: 'too_many_values' } };
    const drawn = await drawOne(
      services.charts,
      { spec, look, query, result },
      { tenantId, signal },
    );
    if ('problem' in drawn) return drawn;
    await cache.set(tenantId, name, writeEntry(drawn));
    return { ...drawn, query };
  };
  const outcomes: ChartOutcome[] = [];
  for (let start = 0; start < asked.length; start += drawnAtOnce) {
    const turn = asked.slice(start, start + drawnAtOnce).map((_, offset) => draw(start + offset));
    outcomes.push(...(await Promise.all(turn)));
  }
  return outcomes;
}

const distinct = (ids: string[]) => [...new Set(ids)];

async function drawOne(
  drawer: ChartDrawer,
  {
    spec,
    look,
    query,
    result,
  }: { spec: ChartSpec; look: ChartLook; query: QueryHead; result: StoredResult },
  order: { tenantId: string; signal: AbortSignal },
): Promise<DrawnChart | { problem: DrawingProblem }> {
  try {
    return await drawer.draw({ ...look, spec, query, ...result }, order);
  } catch (error) {
    if (order.signal.aborted) throw new ApiError('request_timeout', { cause: error });
    throw toRefusal(error, (cause) => {
      return new ApiError(cause.kind === 'timeout' ? 'service_unavailable' : 'internal_error', {
        cause,
      });
    });
  }
}

function nameInCache(spec: ChartSpec, look: ChartLook, query: QueryHead): string {
  const parts = [
    drawingVersion,
    spec,
    look.theme,
    look.locale,
    look.withTitle,
    look.color,
    look.audience,
    query,
  ];
  return `chart ${hash('sha256', JSON.stringify(parts), 'base64url')}`;
}

/** An entry is the description on the first line, as JSON, and the picture after it. */
const writeEntry = ({ svg, description }: DrawnChart) => `${JSON.stringify(description)}\n${svg}`;

function readEntry(entry: string): DrawnChart {
  const end = entry.indexOf('\n');
  return { description: JSON.parse(entry.slice(0, end)), svg: entry.slice(end + 1) };
}
