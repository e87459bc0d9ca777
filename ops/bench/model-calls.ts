import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CallTotals, MeteredCall } from '@ecp/testing/fake-llm/fake-llm-meter';
import { writeVaried } from '@ecp/testing/fake-llm/fake-llm-varied';
import { serverPrograms } from '@ecp/testing/server-programs';
import { eightTasks, eightTasksSizes } from '../../apps/server/testing/engine/eight-tasks.ts';
import {
  createEngineClient,
  type EngineClient,
  isOver,
  testSecret,
} from '../../apps/server/testing/engine/engine-client.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
} from '../../apps/server/testing/engine/priced-provider.ts';
import { atMost, percent, type Section, whole } from './report.ts';
import type { Bench } from './servers.ts';

/** Time of each model call in the measurement of the wall time. */
const callLatencyMs = 2_000;
/**
 * The number of runs whose tokens are counted. Their calls take 0.3 to 3.3 s, as real calls differ.
 */
const countedRuns = 3;
const variedLatencyMs = { least: 300, span: 3_000 };

const engineProgram = fileURLToPath(new URL(`../../${serverPrograms.engine}`, import.meta.url));

/**
 * Runs eight tasks on a model server with a prompt cache: several times with calls of different
 * lengths, to count tokens by purpose, and once with two seconds a call, to compare the wall time
 * with the critical path of the calls.
 */
export async function measureModelCalls({ database }: Bench): Promise<Section> {
  const provider = await startPricedProvider();
  provider.respondWith(writeVaried());
  const url = await database.create(`model_calls_${randomBytes(4).toString('hex')}`, 'empty');
  let client: EngineClient | undefined;
  const child = fork(engineProgram, {
    env: { ...process.env, ...environmentOf(url, provider) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const exited = once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`The engine ended with ${code}`)),
    );
    await Promise.race([once(child, 'message'), exited]);
    exited.catch(() => undefined);
    client = await createEngineClient(url);
    provider.failWhen((request) => ({ latencyMs: latencyOf(JSON.stringify(request.messages)) }));
    for (let run = 1; run <= countedRuns; run += 1) await timeRun(client, `counted-${run}`);
    const counted = provider.meter.calls.length;
    const byPurpose = provider.meter.totals(purposeOf);
    // The engine is warm now, as it is for all runs but the first after its start.
    provider.failWhen(() => null);
    provider.latencyMs = callLatencyMs;
    const wallMs = await timeRun(client, 'timed');
    const criticalPathMs = criticalPath(
      provider.meter.calls.slice(counted),
      eightTasks('timed').tasks,
    );
    return renderCalls(byPurpose, wallMs, criticalPathMs);
  } finally {
    await client?.closeCalls();
    if (child.kill('SIGTERM')) await once(child, 'exit');
    await provider.close();
  }
}

function renderCalls(
  byPurpose: ReadonlyMap<string, CallTotals>,
  wallMs: number,
  criticalPathMs: number,
): Section {
  const documents = countedRuns * eightTasksSizes.tasks;
  const sum = (of: 'calls' | 'inputTokens' | 'cachedInputTokens' | 'outputTokens') =>
    [...byPurpose.values()].reduce((total, one) => total + one[of], 0);
  const row = (name: string, calls: number, input: number, cached: number, output: number) => [
    name,
    (calls / documents).toFixed(1),
    whole(input / documents),
    input === 0 ? '–' : percent(cached / input),
    whole(output / documents),
  ];
  const rows = [...byPurpose]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, one]) =>
      row(name, one.calls, one.inputTokens, one.cachedInputTokens, one.outputTokens),
    );
  const { tasks, sources, sourcesBytes } = eightTasksSizes;
  return {
    title: 'Model calls',
    content: [
      `Runs of ${tasks} tasks with ${sources} sources of ${sourcesBytes / 1_000} kB together, on a fake model server: one with ${callLatencyMs / 1_000} s a call for the wall time, and ${countedRuns} with calls of 0.3 to 3.3 s for the tokens. What the fake writes varies like a model's texts. The server counts four bytes a token and has a prompt cache: a beginning of at least 1,024 tokens, in blocks of 128, that an earlier call with the same model has begun to answer.`,
      [
        ['Purpose, for each document', 'calls', 'input tokens', 'of them cached', 'output tokens'],
        ...rows,
        row(
          '**all**',
          sum('calls'),
          sum('inputTokens'),
          sum('cachedInputTokens'),
          sum('outputTokens'),
        ),
      ],
      `Wall time ${(wallMs / 1_000).toFixed(1)} s; critical path of the calls ${(criticalPathMs / 1_000).toFixed(1)} s.`,
    ],
    goals: [
      atMost(
        'Run of 8 tasks, wall time / critical path of its calls',
        1.05,
        '',
        wallMs / criticalPathMs,
      ),
    ],
  };
}

async function timeRun(client: EngineClient, runId: string): Promise<number> {
  const startedMs = performance.now();
  await client.startRun(eightTasks(runId));
  const events = await client.eventsUntil(runId, isOver, { deadlineMs: 300_000 });
  const wallMs = performance.now() - startedMs;
  const last = events.at(-1);
  if (last?.type !== 'status' || last.status !== 'completed')
    throw new Error(`The run ended: ${JSON.stringify(last)}`);
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

function environmentOf(url: string, provider: PricedProvider): Record<string, string> {
  const worker = {
    ROLES: 'worker',
    DATABASE_URL: url,
    SECRET_KEY: testSecret,
    ENGINE_PORT: '0',
  };
  return { ...worker, LOG_LEVEL: 'warn', ...provider.environment };
}

/**
 * Returns the time of the longest chain of calls. A task's calls follow each other and those of its
 * upstream tasks.
 */
function criticalPath(
  calls: readonly MeteredCall[],
  tasks: ReturnType<typeof eightTasks>['tasks'],
): number {
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
  if (spent.size !== eightTasksSizes.tasks)
    throw new Error(`Calls of ${spent.size} tasks were seen`);
  return Math.max(...endsMs.values());
}
