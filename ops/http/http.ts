import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readCpuMs, readTreeCpuMs } from '../machine.ts';
import { checkout } from '../services.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { type Goal, median, percent, type Section, spreadOf, whole } from './report.ts';
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
  'Get Engagement, If-None-Match': 4,
  List: 4,
  'Create, one tenant': 1.2,
  [`Create, ${seedSizes.creators} tenants`]: 1.2,
};

/**
 * Seeds a database, starts the platform and the floor, and loads them in turn, so that noise
 * affects all equally.
 */
export async function measureHttp(bench: Bench): Promise<Section> {
  const url = await bench.database.create('bench_http');
  const seed = await seedTenants(url);
  const targets: Target[] = [];
  const section: Section = { title: 'HTTP', content: [describeMethod(bench)], goals: [] };
  try {
    const { folder } = bench.database;
    targets.push({ ...(await startRole('web', url, folder)), name: 'platform' });
    targets.push({ ...(await startFloor(url, folder)), name: 'floor' });
    for (const endpoint of listEndpoints(seed)) {
      const rounds = await measureEndpoint(endpoint, targets, bench);
      section.content.push(renderEndpoint(endpoint.name, rounds));
      section.goals.push(...goalOf(endpoint.name, rounds));
    }
    return section;
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
  const read = (of: string, more = {}) => ({
    method: 'GET',
    path: `${path}/${engagementId}`,
    key: of,
    ...more,
  });
  return [
    { name: 'Get Engagement', requests: [read(key)] },
    { name: 'Get Engagement, If-None-Match', requests: [read(key, { conditional: true })] },
    {
      name: `Get Engagement, ${readerKeys.length} keys`,
      requests: readerKeys.map((each) => read(each)),
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
  median(rounds.map((one) => one[figure]));

function ratioOf(rounds: Rounds, server: ServerName): number {
  const rate = (of: ServerName) => medianOf(rounds.get(of), 'requestsPerSecond');
  return rate(server) / rate('floor');
}

const goalOf = (name: string, rounds: Rounds): Goal[] =>
  goals[name] === undefined
    ? []
    : [{ row: `${name} / floor`, goal: goals[name], measured: ratioOf(rounds, 'platform') }];

function renderEndpoint(name: string, rounds: Rounds): string[][] {
  const rows = [...rounds].map(([server, taken]) => [
    server,
    whole(medianOf(taken, 'requestsPerSecond')),
    ratioOf(rounds, server).toFixed(2),
    percent(spreadOf(taken.map(({ requestsPerSecond }) => requestsPerSecond))),
    ...(['p50Ms', 'p99Ms', 'serverCpuUs', 'postgresCpuUs'] as const).map((figure) =>
      whole(medianOf(taken, figure)),
    ),
  ]);
  return [
    [name, 'req/s', 'ratio', 'spread', 'p50 ms', 'p99 ms', 'server CPU µs', 'Postgres CPU µs'],
    ...rows,
  ];
}

function describeMethod({ plan: { rounds, seconds, connections } }: Bench): string {
  const { runs, deliverables, contentBytes, listed } = seedSizes;
  return `Each server and the load generator are separate processes (autocannon, ${connections} connections): a warm-up, then ${rounds} rounds of ${seconds} s in turn. Figures are medians; the spread is the difference of the highest and the lowest round as a share of the median. Get Engagement reads an engagement with ${runs} runs and ${deliverables} deliverables of ${contentBytes} bytes; the floor answers If-None-Match in full; List reads ${listed} engagements, by default from the encoded text that the process keeps, and not cached with \`limit\`; Create writes the engagement, the monthly count and the audit row.

The floor is \`node:http\` and \`pg\` with the same SQL: no framework, validation, roles, row-level security, rate limit, ETag or request log. Each statement waits for the previous one, as in most servers. CPU is the time per request of the server's process and of Postgres, which noise affects less than requests per second.`;
}
