import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { MeteredCall } from '@ecp/testing/fake-llm/fake-llm-meter';
import { writeVaried } from '@ecp/testing/fake-llm/fake-llm-varied';
import { createEngineClient, isOver } from '../../../apps/engine/testing/engine-client.ts';
import { type PricedProvider, purposeOf, startPricedProvider } from '../../../apps/engine/testing/priced-provider.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { eightTasks, eightTasksSizes } from './eight-tasks.ts';

/** Time of each model call in the measurement of the wall time. */
export const callLatencyMs = 2_000;

/** Tokens of the calls for one purpose, all tasks together. */
export interface PurposeTokens {
  calls: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
}

/** What the model calls of a run of eight tasks took. */
export interface ModelCallFigures {
  byPurpose: Record<string, PurposeTokens>;
  /** Time from the start request to the final event, and the longest chain of model calls in it, in milliseconds. */
  wallMs: number;
  criticalPathMs: number;
}

const thisEngine = fileURLToPath(new URL('../../../apps/engine/src/main.ts', import.meta.url));

/**
 * Runs eight tasks on a model server that answers after two seconds and has a prompt cache. Counts tokens by purpose and
 * compares the wall time with the critical path of the calls. `engine` is the program of the engine, by default this one.
 */
export async function measureModelCalls(database: BenchDatabase, engine = thisEngine): Promise<ModelCallFigures> {
  const provider = await startPricedProvider();
  provider.respondWith(writeVaried());
  provider.latencyMs = callLatencyMs;
  const child = fork(engine, {
    env: { ...process.env, ...(await environment(database, provider)) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const exited = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The engine ended with ${code}`)));
    const [message] = await Promise.race([once(child, 'message'), exited]);
    exited.catch(() => undefined);
    const client = createEngineClient(String((message as { url: string }).url), token);
    const request = eightTasks('eight-tasks');
    const startedMs = performance.now();
    await client.startRun(request);
    const events = await client.eventsUntil(request.runId, isOver, { deadlineMs: 300_000 });
    const wallMs = performance.now() - startedMs;
    const last = events.at(-1);
    if (last?.type !== 'status' || last.status !== 'completed')
      throw new Error(`The run ended: ${JSON.stringify(last)}`);
    const { calls } = provider.meter;
    return { byPurpose: tokensByPurpose(calls), wallMs, criticalPathMs: criticalPath(calls, request.tasks) };
  } finally {
    if (child.kill('SIGTERM')) await once(child, 'exit');
    await provider.close();
  }
}

const token = randomBytes(16).toString('hex');

async function environment(database: BenchDatabase, provider: PricedProvider): Promise<Record<string, string>> {
  const url = await database.create(`model_calls_${randomBytes(4).toString('hex')}`, 'empty');
  const engine = { DATABASE_URL: url, ENGINE_TOKEN: token, ENGINE_PORT: '0', ENGINE_HOST: '127.0.0.1' };
  return { ...engine, LOG_LEVEL: 'warn', ...provider.environment };
}

function tokensByPurpose(calls: readonly MeteredCall[]): Record<string, PurposeTokens> {
  const sums: Record<string, PurposeTokens> = {};
  for (const call of calls) {
    const purpose = purposeOf(call);
    const sum = sums[purpose] ?? { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
    sums[purpose] = {
      calls: sum.calls + 1,
      inputTokens: sum.inputTokens + call.inputTokens,
      cachedInputTokens: sum.cachedInputTokens + call.cachedInputTokens,
      outputTokens: sum.outputTokens + call.outputTokens,
    };
  }
  return sums;
}

/** Returns the longest chain of calls: those of a task one after another, behind those of the tasks that it builds on. */
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
