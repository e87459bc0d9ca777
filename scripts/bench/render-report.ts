import { durableSizes } from './durable-workload.ts';
import type { DurableFigures } from './measure-durable.ts';
import { type HttpPlan, type HttpResult, type ServerName, servers } from './measure-http.ts';
import type { StartFigures } from './measure-start.ts';
import { seedSizes } from './seed-tenants.ts';

/** All that one run of the benchmark found. */
export interface Findings {
  machine: string[];
  http: HttpResult[];
  plan: Pick<HttpPlan, 'rounds' | 'durationSeconds' | 'connections'>;
  durable: DurableFigures;
  start: { cold: StartFigures; warm: StartFigures };
}

/** Writes the findings as the Markdown page docs/benchmarks.md. */
export function renderReport(findings: Findings): string {
  const { machine, plan, http, durable, start } = findings;
  return [
    '# Benchmarks',
    'Written by `npm run bench`, which measures everything below in one run. Compare ratios, not absolute figures: server, Postgres and load share the cores of one machine.',
    machine.map((line) => `- ${line}`).join('\n'),
    '## HTTP',
    httpMethod(plan),
    ...http.map(renderEndpoint),
    '## Durable steps',
    durableMethod(durable),
    renderDurable(durable),
    '## Start to ready',
    'The whole product (Postgres, engine, platform) from the start of the process until it prints that it is ready. Cold has no data and makes the database; warm starts again on it.',
    renderStart(start),
    '## What is weaker than it should be, and why',
    weaknesses.map((line) => `- ${line}`).join('\n'),
    '',
  ].join('\n\n');
}

function httpMethod({ rounds, durationSeconds, connections }: Findings['plan']): string {
  return `Each server is its own process, and so is the load (autocannon, ${connections} connections): a warm-up, then ${rounds} rounds of ${durationSeconds} s in turn, so that noise meets all alike; medians. Postgres runs with the product's settings, fsync on. Get Engagement reads an engagement with ${seedSizes.runs} runs and ${seedSizes.deliverables} deliverables of ${seedSizes.contentBytes} bytes; List reads the first page of 200 out of ${seedSizes.engagements.toLocaleString('en')} engagements; Create writes the engagement, the monthly count and the audit row. The key is looked up for every request.

The floor is \`node:http\` and \`pg\` with the same SQL, and nothing else: no framework, validation, roles, row-level security, rate limit, ETag or request log. Awaited, each statement waits for the one before, as most servers are written; pipelined, the statements of a step travel together, as the platform sends them. The ratio is to the awaited floor. CPU is time a request of the server's process and of Postgres: it moves less with noise than requests a second.`;
}

function renderEndpoint({ name, byServer }: HttpResult): string {
  const floor = byServer['floor, awaited'].requestsPerSecond;
  const row = (server: ServerName) => {
    const { requestsPerSecond, p50Ms, p99Ms, serverCpuUs, postgresCpuUs } = byServer[server];
    const cpu = [serverCpuUs, postgresCpuUs].map((us) => (Number.isNaN(us) ? 'not known' : whole(us)));
    return [server, whole(requestsPerSecond), ratio(requestsPerSecond, floor), whole(p50Ms), whole(p99Ms), ...cpu];
  };
  const head = [name, 'req/s', 'ratio', 'p50 ms', 'p99 ms', 'server CPU µs', 'Postgres CPU µs'];
  return renderTable([head, ...servers.map(row)]);
}

function durableMethod({ wholeRuns }: DurableFigures): string {
  const { steps, concurrency } = durableSizes;
  return `Workflows of ${steps} steps, ${concurrency} at once, zero latency, fsync on. Bare: empty steps on DBOS with the engine's settings. Ours: each step is a real model call of the engine with a model that answers at once. Beyond DBOS's own record of the step, that reads what an earlier execution of the step left, renders the prompt, reserves the call's worst case against the budget (a commit), passes the AI SDK, and settles cost, totals, answer and a numbered event (another commit). Whole runs: ${wholeRuns.concurrent} runs of three tasks started at once over the engine's HTTP API with the offline model, which reads the brief and writes real documents on the same core; steps are those that DBOS recorded.`;
}

function renderDurable({ bareStepsPerSecond, callStepsPerSecond, wholeRuns }: DurableFigures): string {
  const { runsPerSecond, stepsPerSecond, callsPerSecond } = wholeRuns;
  const more = `${runsPerSecond.toFixed(1)} runs/s, ${whole(callsPerSecond)} model calls/s`;
  return renderTable([
    ['Durable steps', 'steps/s', 'ratio', 'also'],
    ['bare DBOS', whole(bareStepsPerSecond), '1.00', ''],
    ['model calls of ours', whole(callStepsPerSecond), ratio(callStepsPerSecond, bareStepsPerSecond), ''],
    ['whole runs', whole(stepsPerSecond), ratio(stepsPerSecond, bareStepsPerSecond), more],
  ]);
}

function renderStart({ cold, warm }: Findings['start']): string {
  const row = (name: string, { readyMs, healthMs, slowestReadyMs }: StartFigures) => {
    const seconds = [readyMs, healthMs, slowestReadyMs].map((ms) => (ms / 1_000).toFixed(2));
    return [name, ...seconds, ratio(readyMs, 5_000)];
  };
  return renderTable([
    ['Start', 'ready line, s', 'health answers, s', 'slowest, s', 'of the limit of 5 s'],
    row('cold', cold),
    row('warm', warm),
  ]);
}

const weaknesses = [
  'Get Engagement takes two round trips, one for the key and one for the reads, each entering its role first. One batch for both would save a wake-up of each side, at the price of reading before the request is authorised.',
  "Each GET hashes its whole answer for the ETag, and each request passes Fastify's hooks, rate limit, security headers and request log; that is most of what the server's CPU column shows above the pipelined floor.",
  "Creates of one tenant wait for each other at the row that counts the month's engagements: the lock is held until the commit is on the disk. Tenants do not wait for each other.",
  'A page of 200 engagements carries briefs and tasks of each: most of its time is text on its way through three processes.',
  'A model call commits three times where a bare step commits once. Fewer commits would mean either a call that could pass the budget or an answer that could be paid twice.',
];

function renderTable(rows: string[][]): string {
  const [head = [], ...body] = rows;
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const whole = (value: number) => Math.round(value).toLocaleString('en');
const ratio = (value: number, base: number) => (value / base).toFixed(2);
