import { openDatabase } from '@ecp/database/database';
import { eventStatement } from '../../../apps/engine/src/kernel/events/emit-event.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { readCpuMs, readTreeCpuMs } from '../cpu-time.ts';
import type { LoadJob, LoadResult } from '../load.ts';
import { median } from '../median.ts';
import { findFreePort, runProgram, startServer } from '../programs.ts';
import { spreadOf } from '../report/spread.ts';
import { type RunningEngagement, startRunningEngagements } from './start-running-engagements.ts';

/** Pollers of one engagement, each of which asks for status and logs in turn; its run has `lines` log lines. */
export const pollerSizes = { pollers: 500, lines: 100, rounds: 5, seconds: 4 } as const;

/** Medians of the rounds of a server. */
export interface PolledFigures {
  requestsPerSecond: number;
  /** Of the requests per second, as a share. */
  spread: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time per request of the server's processes and of Postgres, in microseconds. */
  serverCpuUs: number;
  postgresCpuUs: number;
}

type RoundFigures = Omit<PolledFigures, 'spread'>;

export type PollerFigures = Record<PolledServer, PolledFigures>;

const servers = ['platform and engine', 'floor, awaited'] as const;
type PolledServer = (typeof servers)[number];

/** Polls the product and the floor in turn, so that noise affects both equally. */
export async function measurePollers(
  database: BenchDatabase,
  report: (line: string) => void,
  {
    pollers,
    lines,
    rounds,
    seconds,
  }: { pollers: number; lines: number; rounds: number; seconds: number } = pollerSizes,
): Promise<PollerFigures> {
  const product = await startRunningEngagements(database, { name: 'bench_pollers', tenants: 1, keys: 1 });
  const [engagement] = product.engagements;
  if (!engagement) throw new Error('No engagement runs');
  const port = await findFreePort();
  const floorArgs = [product.databaseUrl, String(port), 'awaited'];
  const floor = await startServer({ path: 'scripts/bench/floor-server.ts', args: floorArgs });
  const baseUrls = { 'platform and engine': product.baseUrl, 'floor, awaited': `http://127.0.0.1:${port}` };
  const pids = {
    'platform and engine': [product.platformPid, product.enginePid],
    'floor, awaited': [floor.process.pid],
  };
  const readCpu = async (server: PolledServer) => ({
    serverMs: sum(await Promise.all(pids[server].map((pid) => readCpuMs(pid ?? 0)))),
    postgresMs: (await readTreeCpuMs(database.pid)) ?? Number.NaN,
  });
  const taken: Record<PolledServer, RoundFigures[]> = { 'platform and engine': [], 'floor, awaited': [] };
  try {
    await writeLines(product.databaseUrl, engagement, lines);
    // Round 0 warms up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const server of servers) {
        const job = { baseUrl: baseUrls[server], requests: requestsOf(engagement) };
        const args = [JSON.stringify({ ...job, connections: pollers, durationSeconds: seconds } satisfies LoadJob)];
        const before = await readCpu(server);
        const result = await runProgram<LoadResult>({ path: 'scripts/bench/load.ts', args });
        if (result.failed > 0) throw new Error(`Pollers: ${result.failed} requests to ${server} failed`);
        report(`Pollers, round ${round}, ${server}: ${Math.round(result.requestsPerSecond)}/s`);
        const after = await readCpu(server);
        const perRequestUs = (ms: number) => (ms * 1_000) / (result.requestsPerSecond * seconds);
        const serverCpuUs = perRequestUs(after.serverMs - before.serverMs);
        const postgresCpuUs = perRequestUs(after.postgresMs - before.postgresMs);
        if (round > 0) taken[server].push({ ...result, serverCpuUs, postgresCpuUs });
      }
    }
  } finally {
    await floor.stop();
    await product.close();
  }
  return {
    'platform and engine': mediansOf(taken['platform and engine']),
    'floor, awaited': mediansOf(taken['floor, awaited']),
  };
}

const sum = (parts: (number | null)[]) => parts.reduce<number>((total, part) => total + (part ?? Number.NaN), 0);

function mediansOf(taken: readonly RoundFigures[]): PolledFigures {
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

function requestsOf({ engagementId, keys: [key = ''] }: RunningEngagement): LoadJob['requests'] {
  return ['status', 'logs'].map((part) => ({ method: 'GET', path: `/api/engagements/${engagementId}/${part}`, key }));
}

async function writeLines(url: string, { tenantId, runId }: RunningEngagement, lines: number): Promise<void> {
  const database = openDatabase({ url });
  const facts = { level: 'info', code: 'note', agent: null, taskId: null } as const;
  const statements = Array.from({ length: lines }, (_, line) => {
    const event = { type: 'log', ...facts, message: `Read source ${line} of the market` } as const;
    return eventStatement({ tenantId, runId }, `bench:${line}`, event);
  });
  await database.batchTenant(tenantId, statements);
  await database.close();
}
