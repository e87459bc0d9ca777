import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePort } from '@ecp/database/embedded/choose-port';
import { serverPrograms } from '@ecp/testing/server-programs';
import { atMost, median, percent, type Section, spreadOf } from './report.ts';
import { type Bench, startServer } from './servers.ts';

/**
 * Starts the whole product as `npm start` does: cold without data, warm with the data of the cold
 * start.
 */
export async function measureStart({ plan, report }: Bench): Promise<Section> {
  const times: Record<'cold' | 'warm', number[]> = { cold: [], warm: [] };
  for (let round = 1; round <= plan.rounds; round += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'bench-start-'));
    await chmod(dataDir, 0o711); // otherwise the database of a run as root would be in another folder and remain there
    try {
      times.cold.push(await startOnce(dataDir));
      times.warm.push(await startOnce(dataDir));
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
    report(
      `Start ${round}: cold ${Math.round(times.cold.at(-1) ?? 0)} ms, warm ${Math.round(times.warm.at(-1) ?? 0)} ms`,
    );
  }
  const seconds = (ms: number) => (ms / 1_000).toFixed(2);
  return {
    title: 'Start to ready',
    content: [
      `The time from the start of the process until the whole product (Postgres, engine, platform) prints that it is ready and answers its health check. A cold start has no data and creates the database; a warm start uses that database. Figures are medians of ${plan.rounds} starts of each in turn.`,
      [
        ['Start', 'ready, s', 'slowest, s', 'spread'],
        ...Object.entries(times).map(([name, ms]) => [
          name,
          seconds(median(ms)),
          seconds(Math.max(...ms)),
          percent(spreadOf(ms)),
        ]),
      ],
    ],
    goals: [
      atMost('Start to ready, first start', 5, 's', median(times.cold) / 1_000),
      atMost('Start to ready, second start', 1.2, 's', median(times.warm) / 1_000),
    ],
  };
}

/**
 * Returns the milliseconds until the product answered its health check. Throws when it does not.
 */
async function startOnce(dataDir: string): Promise<number> {
  const port = String(await choosePort(undefined));
  const env = {
    DATA_DIR: dataDir,
    PORT: port,
    ENGINE_PORT: String(await choosePort(undefined)),
    LOG_LEVEL: 'warn',
  };
  const startedMs = performance.now();
  const product = await startServer({
    path: serverPrograms.platform,
    env: { ...env, DATABASE_URL: '' },
  });
  try {
    const { ok, status } = await fetch(`http://127.0.0.1:${port}/api/health`);
    if (!ok) throw new Error(`The health check answered ${status} after the ready line`);
    return performance.now() - startedMs;
  } finally {
    await product.stop();
  }
}
