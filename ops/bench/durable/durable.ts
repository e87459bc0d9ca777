import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { createEngineClient } from '../../../apps/server/testing/engine/engine-client.ts';
import { startPricedProvider } from '../../../apps/server/testing/engine/priced-provider.ts';
import { atLeast, atMost, median, percent, type Section, spreadOf, whole } from '../report.ts';
import { type Bench, query, runProgram } from '../servers.ts';
import type { EngineLoad } from './observed-engine.ts';
import { type DurableResult, durableSizes, runConcurrently } from './workload.ts';

/** The contenders for the six-step job, with their programs and arguments after the database. */
const contenders = {
  'no record': ['ops/bench/durable/bare-calls.ts'],
  ours: ['ops/bench/durable/call-steps.ts'],
  'ours, a tenant for each run': ['ops/bench/durable/call-steps.ts', 'tenants'],
};
type Contender = keyof typeof contenders;

/** Times that each program runs in turn. Each measures some rounds after a warm-up. */
const turns = 3;

/** Runs workflows of six steps by each contender in turn, each time on a separate database. */
export async function measureSteps({ database, report }: Bench): Promise<Section> {
  const rates: Record<Contender, number[]> = {
    'no record': [],
    ours: [],
    'ours, a tenant for each run': [],
  };
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const [index, name] of (Object.keys(contenders) as Contender[]).entries()) {
      const url = await database.create(`bench_steps_${turn}_${index}`);
      const [path = '', ...args] = contenders[name];
      const { stepsPerSecond } = await runProgram<DurableResult>({ path, args: [url, ...args] });
      report(`${name}, ${turn}: ${stepsPerSecond.map(Math.round)} steps/s`);
      rates[name].push(...stepsPerSecond);
    }
  }
  const { steps, concurrency, rounds } = durableSizes;
  const ratio = (name: Contender) => median(rates[name]) / median(rates['no record']);
  return {
    title: 'Durable steps',
    content: [
      `Workflows of ${steps} steps, ${concurrency} at once, with zero latency and fsync. The contenders run one after the other, ${turns} times in turn, each time in a separate process on a separate database, with ${rounds} rounds after a warm-up. Each step renders the engine's prompt and makes the engine's call through the AI SDK to a model that answers at once. The floor keeps no record. Ours is the engine's model call: it also reserves the call's worst case against the budget and settles cost, totals, answer and a numbered event. Calls of one tenant that wait at the same moment share commits; with a tenant for each run, each call has two.`,
      [
        ['Durable steps', 'steps/s', 'ratio', 'spread'],
        ...(Object.keys(contenders) as Contender[]).map((name) => [
          name,
          whole(median(rates[name])),
          ratio(name).toFixed(2),
          percent(spreadOf(rates[name])),
        ]),
      ],
    ],
    goals: [],
  };
}

const tenants = 20;
const latencyMs = 2_000;
const sourceBytes = 20_000;
/** Without a limit of the heap, V8 lets garbage grow with the memory of the machine. */
const heapMb = 512;
/** Runs that are not over by then count as not completed. */
const limitMs = 900_000;

/**
 * Starts many runs at once on one engine process, with a slow model server in this process, and
 * waits for their ends.
 */
export async function measureRuns({ database, plan: { runs }, report }: Bench): Promise<Section> {
  const url = await database.create('bench_many_runs');
  const provider = await startPricedProvider();
  provider.latencyMs = latencyMs;
  const program = fileURLToPath(new URL('observed-engine.ts', import.meta.url));
  const execArgv = [`--max-old-space-size=${heapMb}`];
  const engine = fork(program, [url, JSON.stringify(provider.settings)], { execArgv });
  const exited = once(engine, 'exit');
  const message = () =>
    Promise.race([
      once(engine, 'message'),
      exited.then(([code]) => Promise.reject(new Error(`The engine ended with exit code ${code}`))),
    ]);
  let close = async () => {};
  try {
    await message();
    const { startRun, closeCalls } = await createEngineClient(url);
    close = closeCalls;
    const startedMs = performance.now();
    await runConcurrently(0, runs, async (number) => {
      await startRun(benchRequest(String(number)), `tenant-${number % tenants}`);
    });
    const over = await waitForEnd(url, runs);
    const seconds = (performance.now() - startedMs) / 1_000;
    engine.send('end');
    const [load] = (await message()) as [EngineLoad];
    report(
      `Many runs: ${over.completed} of ${runs} completed in ${Math.round(seconds)} s, ${JSON.stringify(load)}`,
    );
    await exited;
    return renderRuns(runs, seconds, over, load);
  } finally {
    await close();
    engine.kill('SIGKILL');
    await provider.close();
  }
}

interface Over {
  completed: number;
  failed: number;
  calls: number;
}

function renderRuns(
  runs: number,
  seconds: number,
  { completed, failed, calls }: Over,
  load: EngineLoad,
): Section {
  return {
    title: 'Many runs at once',
    content: [
      `${whole(runs)} runs of three tasks, of ${tenants} tenants, each with a source of ${whole(sourceBytes)} bytes, start at once on one engine process. The model is an HTTP server in another process that answers after ${latencyMs / 1_000} s. The delay of the event loop is how late a timer of 10 ms fires, over the whole time. Memory is the highest RSS of the process. The engine's heap is limited with \`--max-old-space-size=${heapMb}\`, as in a container.`,
      [
        ['Many runs at once', 'measured'],
        ['completed; failed', `${whole(completed)}; ${whole(failed)}`],
        ['seconds until the last was over', seconds.toFixed(0)],
        ['model calls a second', whole(calls / seconds)],
        ['event loop delay, longest, ms', whole(load.eventLoopMaxMs)],
        ['CPU of the engine, s', (load.cpuMs / 1_000).toFixed(0)],
      ],
    ],
    goals: [
      atLeast('Runs completed / started', 1, completed / runs),
      atMost('Memory of the engine', 1_024, 'MB', load.peakRssBytes / 1_048_576),
      atMost('Event loop delay, p99', 100, 'ms', load.eventLoopP99Ms),
    ],
  };
}

async function waitForEnd(url: string, runs: number): Promise<Over> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const [totals] = await query<Over>(
      url,
      `select count(*) filter (where status = 'completed')::integer as completed,
         count(*) filter (where status = 'failed')::integer as failed,
         (select count(*)::integer from engine.model_calls) as calls from engine.runs`,
    );
    if (!totals) throw new Error('Postgres returned no totals');
    if (totals.completed + totals.failed >= runs || performance.now() > endMs) return totals;
    await wait(500);
  }
}

/**
 * Makes a run of three tasks, of which the third depends on the others. Its sources have
 * `sourceBytes` in total.
 */
function benchRequest(name: string): StartRunRequest {
  const text = brief.repeat(Math.ceil(sourceBytes / brief.length)).slice(0, sourceBytes);
  return {
    runId: `run-${name}`,
    engagement: {
      id: `engagement-${name}`,
      name: 'Growth plan',
      client: 'Northwind Roasters',
      brief,
      budgetUsd: 5,
    },
    tasks: [
      {
        id: 'market',
        name: 'Market research',
        description: 'Size the regional speciality coffee market.',
      },
      {
        id: 'costs',
        name: 'Cost analysis',
        description: 'Analyse roasting and delivery cost per kilogram.',
      },
      {
        id: 'plan',
        name: 'Growth plan',
        description: 'Bring both together.',
        dependsOn: ['market', 'costs'],
      },
    ],
    sources: [{ id: 'notes', title: 'Notes of the owners', location: null, text }],
    previous: [],
    rerunTaskId: null,
  };
}

const brief = `Northwind Roasters sells 42 tonnes of coffee a year to 310 cafés in the north-east. Revenue was $1.9 million
in 2025, up 6 % on 2024, while green coffee prices rose 31 %. The owners want to know whether to open a subscription
business for households, what it would cost, and which cafés are worth keeping. Goals: raise gross margin from 34 % to
40 % within two years, and win 2,000 household subscribers. Constraints: no new debt above $150,000.`;
