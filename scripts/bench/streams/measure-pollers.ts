import { openDatabase } from '@ecp/database/database';
import { eventStatement } from '../../../apps/engine/src/kernel/events.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { readCpuMs, readTreeCpuMs } from '../cpu-time.ts';
import type { LoadJob, LoadResult } from '../load.ts';
import { median } from '../median.ts';
import { runProgram, startOnFreePort } from '../programs.ts';
import { spreadOf } from '../report/spread.ts';
import { type RunningEngagement, startRunningEngagements } from './start-running-engagements.ts';

/** Pollers of one engagement, each of which asks for status and logs in turn; its run has `lines` log lines. */
export const pollerSizes = { pollers: 500, lines: 100, rounds: 5, seconds: 4 } as const;

/** Medians of the rounds of a server. */
export interface PolledFigures {
  requestsPerSecond: number;
  /** The spread of the requests per second, as a share. */
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
  const floor = await startOnFreePort((port) => ({
    path: 'scripts/bench/floor-server.ts',
    args: [product.databaseUrl, port, 'awaited'],
  }));
  const targets: Record<PolledServer, Target> = {
    'platform and engine': { baseUrl: product.baseUrl, pids: [product.platformPid, product.enginePid] },
    'floor, awaited': { baseUrl: floor.baseUrl, pids: [floor.process.pid ?? 0] },
  };
  const taken: Record<PolledServer, RoundFigures[]> = { 'platform and engine': [], 'floor, awaited': [] };
  try {
    await writeLines(product.databaseUrl, engagement, lines);
    const job = { requests: requestsOf(engagement), connections: pollers, durationSeconds: seconds };
    // Round 0 warms up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const server of servers) {
        const figures = await poll(targets[server], job, database.pid);
        report(`Pollers, round ${round}, ${server}: ${Math.round(figures.requestsPerSecond)}/s`);
        if (round > 0) taken[server].push(figures);
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

/** A server with the processes whose CPU time counts. */
interface Target {
  baseUrl: string;
  pids: number[];
}

/** Polls a server once. Throws when a request fails. */
async function poll(
  { baseUrl, pids }: Target,
  job: Omit<LoadJob, 'baseUrl'>,
  postgresPid: number,
): Promise<RoundFigures> {
  const readCpu = async () => ({
    serverMs: sum(await Promise.all(pids.map(readCpuMs))),
    postgresMs: (await readTreeCpuMs(postgresPid)) ?? Number.NaN,
  });
  const before = await readCpu();
  const result = await runProgram<LoadResult>({
    path: 'scripts/bench/load.ts',
    args: [JSON.stringify({ ...job, baseUrl } satisfies LoadJob)],
  });
  if (result.failed > 0) throw new Error(`Pollers: ${result.failed} requests to ${baseUrl} failed`);
  const after = await readCpu();
  const perRequestUs = (ms: number) => (ms * 1_000) / (result.requestsPerSecond * job.durationSeconds);
  return {
    ...result,
    serverCpuUs: perRequestUs(after.serverMs - before.serverMs),
    postgresCpuUs: perRequestUs(after.postgresMs - before.postgresMs),
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
