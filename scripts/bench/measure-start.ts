import '../build/bundle-servers.ts';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serverPrograms } from '@ecp/testing/server-programs';
import { median } from './median.ts';
import { findFreePort, startServer } from './programs.ts';
import { spreadOf } from './report/spread.ts';

/** Medians of milliseconds from the start of the process to its ready line and to its first successful health check. */
export interface StartFigures {
  readyMs: number;
  healthMs: number;
  slowestReadyMs: number;
  /** The spread of the time to the ready line, as a share. */
  spread: number;
}

/** Starts of each kind. */
export const startRepeats = 5;
const limitMs = 60_000;

/** Starts the whole product as `npm start` does: cold without data, warm with the data of the cold start. */
export async function measureStart(
  report: (line: string) => void,
): Promise<{ cold: StartFigures; warm: StartFigures }> {
  const cold: Timed[] = [];
  const warm: Timed[] = [];
  for (let repeat = 1; repeat <= startRepeats; repeat += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'bench-start-'));
    await chmod(dataDir, 0o711); // otherwise the database of a run as root would be in another folder and remain there
    try {
      cold.push(await startOnce(dataDir));
      warm.push(await startOnce(dataDir));
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
    report(
      `Start ${repeat}: cold ${Math.round(cold.at(-1)?.readyMs ?? 0)} ms, warm ${Math.round(warm.at(-1)?.readyMs ?? 0)} ms`,
    );
  }
  return { cold: summarize(cold), warm: summarize(warm) };
}

interface Timed {
  readyMs: number;
  healthMs: number;
}

async function startOnce(dataDir: string): Promise<Timed> {
  const port = await findFreePort();
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    ENGINE_PORT: String(await findFreePort()),
    DATABASE_URL: '',
    ENGINE_URL: '',
    LOG_LEVEL: 'warn',
  };
  const startedMs = performance.now();
  const ended = new AbortController();
  const health = untilHealthy(`http://127.0.0.1:${port}/api/health`, ended.signal);
  // If the start fails, that is the error to tell, and nobody waits for this one.
  health.catch(() => undefined);
  try {
    const product = await startServer({ path: serverPrograms.platform, env });
    try {
      return { readyMs: product.readyMs, healthMs: (await health) - startedMs };
    } finally {
      await product.stop();
    }
  } finally {
    ended.abort();
  }
}

/** Sends requests until one succeeds; returns the time of that response from `performance.now()`. */
async function untilHealthy(url: string, ended: AbortSignal): Promise<number> {
  const deadlineMs = performance.now() + limitMs;
  while (!ended.aborted && performance.now() < deadlineMs) {
    if (await answers(url)) return performance.now();
    await wait(10);
  }
  throw new Error(`${url} did not answer within ${limitMs} ms`);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false; // not listening yet
  }
}

function summarize(timed: readonly Timed[]): StartFigures {
  return {
    readyMs: median(timed.map(({ readyMs }) => readyMs)),
    healthMs: median(timed.map(({ healthMs }) => healthMs)),
    slowestReadyMs: Math.max(...timed.map(({ readyMs }) => readyMs)),
    spread: spreadOf(timed.map(({ readyMs }) => readyMs)),
  };
}
