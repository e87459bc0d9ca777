import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readCpuMs, readTreeCpuMs } from '../machine.ts';
import { renderTable } from '../report.ts';
import { checkout } from '../services.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { type Seed, seedSizes, seedTenants } from './seed-tenants.ts';
import { type Bench, type RunningServer, startFloor, startRole } from './servers.ts';

const run = promisify(execFile);
const servers = ['platform', 'floor'] as const;
type ServerName = (typeof servers)[number];
type Target = RunningServer & { name: ServerName };
type Endpoint = { name: string; requests: LoadJob['requests'] };

/**
 * One round, or the medians of all. CPU is of the server's process and of Postgres, NaN without
 * /proc.
 */
type Figures = Omit<LoadResult, 'failed'> & { serverCpuUs: number; postgresCpuUs: number };

/**
 * How many times the requests of the floor the platform answers at least, by the name of
 * the endpoint.
 */
const goals: Record<string, number> = {
  'Get Engagement': 3,
  [`Get Engagement, ${seedSizes.readers} keys`]: 1.3,
  List: 4,
  'Create, one tenant': 1.2,
  [`Create, ${seedSizes.creators} tenants`]: 1.2,
};

/**
 * Seeds a database, starts the platform and the floor, and loads them in turn, so that noise
 * affects both equally. Returns a table for each endpoint, and one of the goals.
 */
export async function measureHttp(bench: Bench): Promise<string> {
  const { database } = bench;
  const url = await database.create('bench_http');
  const seed = await seedTenants(url);
  const platform = await startRole('web', url, database.folder);
  const floor = await startFloor(url, database.folder);
  const targets: Target[] = [
    { ...platform, name: 'platform' },
    { ...floor, name: 'floor' },
  ];
  const tables: string[] = [];
  const reached = [['Goal', 'bound', 'measured', 'reached']];
  try {
    for (const endpoint of listEndpoints(seed)) {
      const rounds = await measureEndpoint(endpoint, targets, bench);
      tables.push(renderEndpoint(endpoint.name, rounds));
      const goal = goals[endpoint.name];
      if (goal === undefined) continue;
      const ratio = ratioOf(rounds, 'platform');
      const bound = `at least ${goal}`;
      const isReached = ratio >= goal ? 'yes' : 'no';
      reached.push([`${endpoint.name} / floor`, bound, ratio.toFixed(2), isReached]);
    }
    return [...tables, renderTable(reached), ''].join('\n\n');
  } finally {
    for (const { process: server } of targets) await server.stop();
  }
}

function listEndpoints({ key, readerKeys, listKey, engagementId, creatorKeys }: Seed): Endpoint[] {
  const path = '/api/engagements';
  const tasks = ['Market research', 'Cost analysis', 'Growth plan'].map((name) => ({
    name,
    description: name,
  }));
  const brief =
    'Whether a subscription business pays, and what the first year of it would cost. '.repeat(8);
  const body = JSON.stringify({
    name: 'Growth plan',
    client: 'Northwind',
    brief,
    budget: 5,
    tasks,
  });
  const create = (of: string) => ({ method: 'POST', path, key: of, body });
  const read = (of: string) => ({ method: 'GET', path: `${path}/${engagementId}`, key: of });
  return [
    { name: 'Get Engagement', requests: [read(key)] },
    {
      name: `Get Engagement, ${readerKeys.length} keys`,
      requests: readerKeys.map(read),
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

type Rounds = Map<ServerName, Figures[]>;

async function measureEndpoint(
  { name, requests }: Endpoint,
  targets: Target[],
  bench: Bench,
): Promise<Rounds> {
  const taken: Rounds = new Map(servers.map((server) => [server, []]));
  // Round 0 warms up: compiled code, prepared statements, cached pages.
  for (let round = 0; round <= bench.plan.rounds; round += 1) {
    for (const target of targets) {
      const figures = await loadTarget(target, name, requests, bench);
      const rate = Math.round(figures.requestsPerSecond);
      bench.report(
        `${name}, ${round === 0 ? 'warm-up' : `round ${round}`}, ${target.name}: ${rate}/s`,
      );
      if (round > 0) taken.get(target.name)?.push(figures);
    }
  }
  return taken;
}

async function loadTarget(
  { name, baseUrl, process: { pid = 0 } }: Target,
  endpoint: string,
  requests: LoadJob['requests'],
  { plan: { connections, seconds }, database }: Bench,
): Promise<Figures> {
  const job = JSON.stringify({
    baseUrl,
    requests,
    connections,
    durationSeconds: seconds,
  } satisfies LoadJob);
  const cpuTimes = async () => [await readCpuMs(pid), await readTreeCpuMs(database.pid)];
  const before = await cpuTimes();
  const { stdout } = await run(process.execPath, ['ops/http/load.ts', job], { cwd: checkout });
  const result = JSON.parse(stdout) as LoadResult;
  const after = await cpuTimes();
  if (result.failed > 0)
    throw new Error(`${endpoint}: ${result.failed} requests to ${name} failed`);
  const answered = result.requestsPerSecond * seconds;
  const usOf = (at: number) =>
    (((after[at] ?? Number.NaN) - (before[at] ?? Number.NaN)) * 1_000) / answered;
  return { ...result, serverCpuUs: usOf(0), postgresCpuUs: usOf(1) };
}

const medianOf = (rounds: readonly Figures[] = [], figure: keyof Figures) =>
  median(rounds.map((round) => round[figure]));

function ratioOf(rounds: Rounds, server: ServerName): number {
  const rate = (of: ServerName) => medianOf(rounds.get(of), 'requestsPerSecond');
  return rate(server) / rate('floor');
}

function renderEndpoint(name: string, rounds: Rounds): string {
  const rows = [...rounds].map(([server, taken]) => {
    const rates = taken.map(({ requestsPerSecond }) => requestsPerSecond);
    const spread = (Math.max(...rates) - Math.min(...rates)) / median(rates);
    return [
      server,
      whole(median(rates)),
      ratioOf(rounds, server).toFixed(2),
      `${whole(spread * 100)} %`,
      ...(['p50Ms', 'p99Ms', 'serverCpuUs', 'postgresCpuUs'] as const).map((figure) =>
        whole(medianOf(taken, figure)),
      ),
    ];
  });
  const figures = ['req/s', 'ratio', 'spread', 'p50 ms', 'p99 ms'];
  return renderTable([[name, ...figures, 'server CPU µs', 'Postgres CPU µs'], ...rows]);
}

/** Renders a figure without decimals. */
const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** Returns the middle value, or the mean of the two middle values; NaN for an empty list. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}
