import { readCpuMs, readTreeCpuMs } from './cpu-time.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { median } from './median.ts';
import { describe, type MissingPeers, type Peer } from './peers/install-peers.ts';
import { findFreePort, platformProgram, type RunningProgram, runProgram, startServer } from './programs.ts';
import { spreadOf } from './report/spread.ts';
import { type Seed, seedSizes, seedTenants } from './seed-tenants.ts';

export const servers = [
  'platform',
  'platform with request log',
  'floor, awaited',
  'floor, pipelined',
  'NestJS + TypeORM',
  'Next.js + Prisma',
  'Directus',
] as const;
export type ServerName = (typeof servers)[number];

/** The folders of the servers of others. */
export const peersByServer: Partial<Record<ServerName, Peer>> = {
  'NestJS + TypeORM': 'nest-typeorm',
  'Next.js + Prisma': 'next-prisma',
  Directus: 'directus',
};

/** Medians of the rounds. */
export interface HttpFigures {
  requestsPerSecond: number;
  /** The difference of the fastest and the slowest round, as a share of the median. */
  spread: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time per request of the server's process and of Postgres, in microseconds; NaN if it cannot be measured. */
  serverCpuUs: number;
  postgresCpuUs: number;
}

type RoundFigures = Omit<HttpFigures, 'spread'>;

export interface HttpResult {
  name: string;
  /** Peers answer some of the endpoints only. */
  byServer: Partial<Record<ServerName, HttpFigures>>;
  /** Why there are no figures of a peer that answers the endpoint, if it could not be installed or started. */
  missing: Partial<Record<ServerName, string>>;
}

export interface HttpPlan {
  url: string;
  missing: MissingPeers;
  postgresPid: number;
  rounds: number;
  durationSeconds: number;
  connections: number;
  report: (line: string) => void;
}

interface Target {
  name: ServerName;
  baseUrl: string;
  server: RunningProgram;
}
/** Peers answer an endpoint with `peers` too, except those that have a reason there. */
type Endpoint = { name: string; requests: LoadJob['requests']; peers?: HttpResult['missing'] };

/** Seeds the database, starts the servers and loads them in turn, so that noise affects all of them equally. */
export async function measureHttp(plan: HttpPlan): Promise<HttpResult[]> {
  const seed = await seedTenants(plan.url);
  const targets: Target[] = [];
  const missing: HttpResult['missing'] = {};
  try {
    for (const name of servers) {
      const port = await findFreePort();
      const started = await startNamed(name, plan, seed, port);
      if (typeof started === 'string') missing[name] = started;
      else targets.push({ name, baseUrl: `http://127.0.0.1:${port}`, server: started });
    }
    const results: HttpResult[] = [];
    for (const endpoint of listEndpoints(seed)) {
      const byServer = await measureEndpoint(endpoint, targets, plan);
      results.push({ name: endpoint.name, byServer, missing: endpoint.peers ? { ...missing, ...endpoint.peers } : {} });
    }
    return results;
  } finally {
    for (const { server } of targets) await server.stop();
  }
}

/** Starts a server. Returns the reason if it is one of others and cannot be installed or started. */
async function startNamed(
  name: ServerName,
  { url, missing }: HttpPlan,
  { key }: Seed,
  port: number,
): Promise<RunningProgram | string> {
  const peer = peersByServer[name];
  if (!peer) return await startOwn(name, url, port);
  const path = `scripts/bench/peers/${peer}/start.js`;
  return missing.get(peer) ?? (await startServer({ path, args: [url, String(port), key] }).catch(describe));
}

function startOwn(name: ServerName, url: string, port: number): Promise<RunningProgram> {
  if (name.startsWith('floor')) {
    const way = name === 'floor, awaited' ? 'awaited' : 'pipelined';
    return startServer({ path: 'scripts/bench/floor-server.ts', args: [url, String(port), way] });
  }
  return startServer({
    ...platformProgram,
    env: {
      DATABASE_URL: url,
      PORT: String(port),
      // No request in the benchmark needs the engine.
      ENGINE_URL: 'http://127.0.0.1:1',
      ENGINE_TOKEN: 'not-used-by-the-benchmark',
      RATE_LIMIT_API: '1000000',
      LOG_LEVEL: name === 'platform' ? 'warn' : 'info',
    },
  });
}

/** Lists what is measured, by the keys and ids of the seeded data. */
export function listEndpoints({ key, readerKeys, listKey, engagementId, creatorKeys }: Seed): Endpoint[] {
  const path = '/api/engagements';
  const tasks = ['Market research', 'Cost analysis', 'Growth plan'].map((name) => ({ name, description: name }));
  const brief = 'Whether a subscription business pays, and what the first year of it would cost. '.repeat(8);
  const body = JSON.stringify({ name: 'Growth plan', client: 'Northwind', brief, budget: 5, tasks });
  const create = (of: string) => ({ method: 'POST', path, key: of, body });
  return [
    { name: 'Get Engagement', requests: [{ method: 'GET', path: `${path}/${engagementId}`, key }], peers: {} },
    {
      name: 'Get Engagement, If-None-Match',
      requests: [{ method: 'GET', path: `${path}/${engagementId}`, key, conditional: true }],
    },
    {
      name: `Get Engagement, ${readerKeys.length} keys`,
      requests: readerKeys.map((each) => ({ method: 'GET', path: `${path}/${engagementId}`, key: each })),
      peers: { Directus: 'its licence allows too few users' },
    },
    { name: 'List', requests: [{ method: 'GET', path, key: listKey }] },
    {
      name: 'List, not cached',
      requests: [{ method: 'GET', path: `${path}?limit=${seedSizes.listed}`, key: listKey }],
    },
    { name: 'Create, one tenant', requests: creatorKeys.slice(0, 1).map(create) },
    { name: `Create, ${creatorKeys.length} tenants`, requests: creatorKeys.map(create) },
  ];
}

async function measureEndpoint(
  { name, requests, peers }: Endpoint,
  all: Target[],
  plan: HttpPlan,
): Promise<HttpResult['byServer']> {
  const targets = all.filter((target) => !(target.name in peersByServer) || (peers && !(target.name in peers)));
  const samples = new Map<ServerName, RoundFigures[]>(targets.map((target) => [target.name, []]));
  // Round 0 warms up: compiled code, prepared statements, cached pages.
  for (let round = 0; round <= plan.rounds; round += 1) {
    for (const target of targets) {
      const figures = await loadTarget(target, name, requests, plan);
      const rate = Math.round(figures.requestsPerSecond);
      plan.report(`${name}, ${round === 0 ? 'warm-up' : `round ${round}`}, ${target.name}: ${rate}/s`);
      if (round > 0) samples.get(target.name)?.push(figures);
    }
  }
  return Object.fromEntries([...samples].map(([server, taken]) => [server, mediansOf(taken)]));
}

async function loadTarget(
  { name, baseUrl, server }: Target,
  endpoint: string,
  requests: LoadJob['requests'],
  { connections, durationSeconds, postgresPid }: HttpPlan,
): Promise<RoundFigures> {
  const job = JSON.stringify({ baseUrl, requests, connections, durationSeconds } satisfies LoadJob);
  const cpuTimes = async () => [await readCpuMs(server.process.pid ?? 0), await readTreeCpuMs(postgresPid)];
  const before = await cpuTimes();
  const result = await runProgram<LoadResult>({ path: 'scripts/bench/load.ts', args: [job] });
  const after = await cpuTimes();
  if (result.failed > 0) throw new Error(`${endpoint}: ${result.failed} requests to ${name} failed`);
  const answered = result.requestsPerSecond * durationSeconds;
  const perRequestUs = (index: number) =>
    (((after[index] ?? Number.NaN) - (before[index] ?? Number.NaN)) * 1_000) / answered;
  return { ...result, serverCpuUs: perRequestUs(0), postgresCpuUs: perRequestUs(1) };
}

function mediansOf(taken: readonly RoundFigures[]): HttpFigures {
  const of = (figure: keyof RoundFigures) => median(taken.map((figures) => figures[figure]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    spread: spreadOf(taken.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    serverCpuUs: of('serverCpuUs'),
    postgresCpuUs: of('postgresCpuUs'),
  };
}
