import '../../build/bundle-servers.ts';
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CallTotals, MeteredCall } from '@ecp/testing/fake-llm/fake-llm-meter';
import { writeVaried } from '@ecp/testing/fake-llm/fake-llm-varied';
import { serverPrograms } from '@ecp/testing/server-programs';
import { eightTasks, eightTasksSizes } from '../../../apps/engine/testing/eight-tasks.ts';
import { createEngineClient, type EngineClient, isOver } from '../../../apps/engine/testing/engine-client.ts';
import { type PricedProvider, purposeOf, startPricedProvider } from '../../../apps/engine/testing/priced-provider.ts';
import type { BenchDatabase } from '../bench-database.ts';

/** Time of each model call in the measurement of the wall time. */
export const callLatencyMs = 2_000;

/** Tokens of the calls for one purpose, all tasks together. */
export type PurposeTokens = Pick<CallTotals, 'calls' | 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>;

/** The number of runs whose tokens are counted. Their calls take 0.3 to 3.3 s, as real calls differ. */
const countedRuns = 3;
const variedLatencyMs = { least: 300, span: 3_000 };

/** The tokens and times of the model calls of runs of eight tasks. */
export interface ModelCallFigures {
  /** Sums over `countedRuns` runs. */
  byPurpose: Record<string, PurposeTokens>;
  documents: number;
  /** Time from the start request to the final event, and the longest chain of model calls in it, in milliseconds. */
  wallMs: number;
  criticalPathMs: number;
}

const thisEngine = fileURLToPath(new URL(`../../../${serverPrograms.engine}`, import.meta.url));

/**
 * Runs eight tasks on a model server with a prompt cache: once with two seconds a call, to compare the wall time with
 * the critical path of the calls, and several times with calls of different lengths, to count tokens by purpose.
 * `engine` is the program of the engine, by default this one.
 */
export async function measureModelCalls(database: BenchDatabase, engine = thisEngine): Promise<ModelCallFigures> {
  const provider = await startPricedProvider();
  provider.respondWith(writeVaried());
  const child = fork(engine, {
    env: { ...process.env, ...(await environment(database, provider)) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const exited = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The engine ended with ${code}`)));
    const [message] = await Promise.race([once(child, 'message'), exited]);
    exited.catch(() => undefined);
    const client = createEngineClient(String((message as { url: string }).url), token);
    provider.failWhen((request) => ({ latencyMs: latencyOf(JSON.stringify(request.messages)) }));
    for (let run = 1; run <= countedRuns; run += 1) await timeRun(client, `counted-${run}`);
    const counted = provider.meter.calls.length;
    const byPurpose = Object.fromEntries(provider.meter.totals(purposeOf));
    // The engine is warm now, as it is for all runs but the first after its start.
    provider.failWhen(() => null);
    provider.latencyMs = callLatencyMs;
    const wallMs = await timeRun(client, 'timed');
    const criticalPathMs = criticalPath(provider.meter.calls.slice(counted), eightTasks('timed').tasks);
    return { byPurpose, documents: countedRuns * eightTasksSizes.tasks, wallMs, criticalPathMs };
  } finally {
    if (child.kill('SIGTERM')) await once(child, 'exit');
    await provider.close();
  }
}

async function timeRun(client: EngineClient, runId: string): Promise<number> {
  const startedMs = performance.now();
  await client.startRun(eightTasks(runId));
  const events = await client.eventsUntil(runId, isOver, { deadlineMs: 300_000 });
  const wallMs = performance.now() - startedMs;
  const last = events.at(-1);
  if (last?.type !== 'status' || last.status !== 'completed') throw new Error(`The run ended: ${JSON.stringify(last)}`);
  return wallMs;
}

function latencyOf(prompt: string): number {
  const share =
    createHash('sha256')
      .update(prompt.replace(/[0-9a-f]{32}/g, ''))
      .digest()
      .readUInt16BE(0) / 65_536;
  return variedLatencyMs.least + Math.round(share * variedLatencyMs.span);
}

const token = randomBytes(16).toString('hex');

async function environment(database: BenchDatabase, provider: PricedProvider): Promise<Record<string, string>> {
  const url = await database.create(`model_calls_${randomBytes(4).toString('hex')}`, 'empty');
  const engine = { DATABASE_URL: url, ENGINE_TOKEN: token, ENGINE_PORT: '0', ENGINE_HOST: '127.0.0.1' };
  return { ...engine, LOG_LEVEL: 'warn', ...provider.environment };
}

/** Returns the time of the longest chain of calls. A task's calls follow each other and those of its upstream tasks. */
function criticalPath(calls: readonly MeteredCall[], tasks: ReturnType<typeof eightTasks>['tasks']): number {
  const spent = new Map<string, number>();
  for (const call of calls) {
    const name = /Task: ([^\\"]+)/.exec(JSON.stringify(call.body.messages))?.[1] ?? '';
    const tookMs = (call.finishedAtMs ?? call.startedAtMs) - call.startedAtMs;
    spent.set(name, (spent.get(name) ?? 0) + tookMs);
  }
  const endsMs = new Map<string, number>();
  for (const { id, name, dependsOn = [] } of tasks) {
    const startMs = Math.max(0, ...dependsOn.map((needed) => endsMs.get(needed) ?? 0));
    endsMs.set(id, startMs + (spent.get(name) ?? 0));
  }
  if (spent.size !== eightTasksSizes.tasks) throw new Error(`Calls of ${spent.size} tasks were seen`);
  return Math.max(...endsMs.values());
}
