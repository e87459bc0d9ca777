import { hash } from 'node:crypto';
import type { Chart, ChartDrawer, DrawnChart } from '@ecp/charts/chart-drawer';
import type { DrawingProblem } from '@ecp/charts/drawing/chart-data';
import type { ChartSpec } from '@ecp/charts/reading/chart-spec';
import { ApiError } from '@ecp/contract/declaring/errors';
import { SandboxError } from '@ecp/sandbox/child-program';
import { serviceBusy } from '../../kernel/limits/refusals.ts';
import type { Services } from '../../kernel/services.ts';
import { type QueryHead, readQueryHeads, readQueryResults, type StoredResult } from '../tables/reading/read-queries.ts';

/** How charts are drawn: for which place and reader, in which language and colour. */
export type ChartLook = Pick<Chart, 'theme' | 'locale' | 'withTitle' | 'color' | 'audience'>;

/** A drawn chart with its query, or why there is none. */
export type ChartOutcome = (DrawnChart & { query: QueryHead }) | { problem: DrawingProblem | { code: 'no_query' } };

/** Charts of one engagement. */
export interface ChartOrder {
  tenantId: string;
  engagementId: string;
  charts: readonly { spec: ChartSpec; look: ChartLook }[];
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/** A change of the drawing raises it, so that no older picture is answered. */
const drawingVersion = 3;
/** Charts of one request that are drawn at the same time. */
const drawnAtOnce = 3;

/**
 * Draws charts from the recorded queries of their engagement, in the order given. A drawn chart is cached, because
 * neither a query's result nor a version of a document changes. Errors: `service_unavailable` (with Retry-After when
 * too much waits), `internal_error`, `request_timeout` when the caller has disconnected.
 */
export async function drawCharts(
  services: Pick<Services, 'database' | 'charts' | 'cache'>,
  { tenantId, engagementId, charts, signal }: ChartOrder,
): Promise<ChartOutcome[]> {
  const { database, cache } = services;
  const heads = await readQueryHeads(database, tenantId, engagementId, distinct(charts.map(({ spec }) => spec.query)));
  const asked = charts.map(({ spec, look }) => {
    const query = heads.get(spec.query);
    return { spec, look, query, name: query && nameInCache(spec, look, query) };
  });
  const kept = await Promise.all(asked.map(({ name }) => (name ? cache.get(tenantId, name) : null)));
  const missing = asked.filter(({ query }, index) => query && kept[index] === null).map(({ spec }) => spec.query);
  const results = await readQueryResults(database, tenantId, engagementId, distinct(missing));
  const draw = async (index: number): Promise<ChartOutcome> => {
    const { spec, look, query, name = '' } = asked[index] ?? {};
    if (!spec || !look || !query) return { problem: { code: 'no_query' } };
    const entry = kept[index];
    if (typeof entry === 'string') return { ...readEntry(entry), query };
    const result = results.get(spec.query);
    if (!result) return { problem: { code: 'too_many_values' } };
    const drawn = await drawOne(services.charts, { spec, look, query, result }, { tenantId, signal });
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

/** Draws one chart and maps the failures of the sandbox. */
async function drawOne(
  drawer: ChartDrawer,
  { spec, look, query, result }: { spec: ChartSpec; look: ChartLook; query: QueryHead; result: StoredResult },
  order: { tenantId: string; signal: AbortSignal },
): Promise<DrawnChart | { problem: DrawingProblem }> {
  try {
    return await drawer.draw({ ...look, spec, query, ...result }, order);
  } catch (error) {
    if (order.signal.aborted) throw new ApiError('request_timeout', { cause: error });
    throw error instanceof SandboxError ? toApiError(error) : error;
  }
}

function toApiError(error: SandboxError): ApiError {
  const { kind, retryAfterMs } = error;
  if (kind === 'busy')
    return serviceBusy(retryAfterMs === undefined ? { cause: error } : { retryAfterMs, cause: error });
  return new ApiError(kind === 'timeout' || kind === 'closed' ? 'service_unavailable' : 'internal_error', {
    cause: error,
  });
}

function nameInCache(spec: ChartSpec, look: ChartLook, query: QueryHead): string {
  const parts = [drawingVersion, spec, look.theme, look.locale, look.withTitle, look.color, look.audience, query];
  return `chart ${hash('sha256', JSON.stringify(parts), 'base64url')}`;
}

/** An entry is the description on the first line, as JSON, and the picture after it. */
const writeEntry = ({ svg, description }: DrawnChart) => `${JSON.stringify(description)}\n${svg}`;

function readEntry(entry: string): DrawnChart {
  const end = entry.indexOf('\n');
  return { description: JSON.parse(entry.slice(0, end)), svg: entry.slice(end + 1) };
}

declare module '../../kernel/services.ts' {
  interface Services {
    charts: ChartDrawer;
  }
}
