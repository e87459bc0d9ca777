import { platformOptions } from '@ecp/testing/server-programs';
import { durableSizes } from './durable/durable-workload.ts';
import { type DurableFigures, durableTurns } from './durable/measure-durable.ts';
import { manyRunsSizes } from './durable/measure-many-runs.ts';
import { renderExport } from './growth/measure-export.ts';
import { maxForeignCores, maxLoadAtStart } from './machine/foreign-load.ts';
import { type AuditFigures, auditSizes } from './measure-audit.ts';
import { type HttpResult, peersByServer, type ServerName, servers } from './measure-http.ts';
import { type SandboxFigures, sandboxSizes, type WaitFigures } from './measure-sandbox.ts';
import { type StartFigures, startRepeats } from './measure-start.ts';
import type { StoredFileFigures } from './measure-stored-files.ts';
import { renderModelCalls } from './model-calls/render-model-calls.ts';
import { renderPdf } from './pdf/render-pdf.ts';
import type { Findings } from './report/findings.ts';
import { renderGoals } from './report/goals.ts';
import { percent, renderTable, whole } from './report/render-table.ts';
import { weaknesses } from './report/weaknesses.ts';
import { seedSizes } from './seed-tenants.ts';
import { neededDescriptors } from './streams/measure-streams.ts';
import { renderFollowing } from './streams/render-streams.ts';
import { renderWebhooks } from './webhooks/render-webhooks.ts';

/** Writes the findings as the Markdown page docs/benchmarks.md. */
export function renderReport(findings: Findings): string {
  const { machine, plan, http, following, outside, exports, durable, calls, audit, start, sandbox, files } = findings;
  return [
    '# Benchmarks',
    'Written by `npm run bench`, which measures everything below in one run. Compare ratios, not absolute figures, because server, Postgres and load share the cores of one machine.',
    renderNeeds(),
    machine.map((line) => `- ${line}`).join('\n'),
    '## Goals',
    'A slash stands for the ratio of both. `npm run bench:growth` measures the goal of growth ([table](benchmarks-growth.md)). [What is weaker](#what-is-weaker-than-it-should-be-and-why) links to profiles and to what was tried.',
    renderGoals(findings),
    '## HTTP',
    httpMethod(plan),
    ...http.map(renderEndpoint),
    '## Readers of running engagements',
    renderFollowing(following),
    '## Webhooks',
    renderWebhooks(outside.webhooks),
    '## PDF',
    renderPdf(outside.pdf),
    '## Export of an account',
    renderExport(exports),
    '## Durable steps',
    durableMethod(durable),
    renderDurable(durable),
    '## Many runs at once',
    manyRunsMethod(),
    renderManyRuns(durable),
    '## Model calls',
    renderModelCalls(calls),
    '## Audit log',
    renderAudit(audit),
    '## Start to ready',
    `The time from the start of the process until the whole product (Postgres, engine, platform) prints that it is ready. A cold start has no data and creates the database; a warm start uses that database. Figures are medians of ${startRepeats} starts of each in turn.`,
    renderStart(start),
    '## Beside hostile tenants',
    sandboxMethod(),
    renderSandbox(sandbox),
    '## Stored files',
    storedFilesMethod(files),
    renderStoredFiles(files),
    '## What is weaker than it should be, and why',
    weaknesses.map((line) => `- ${line}`).join('\n'),
    '',
  ].join('\n\n');
}

/** Says what a machine needs for the benchmark. */
function renderNeeds(): string {
  const needs = [
    'the registry of npm, and 1.5 GB, for the servers that the product is compared with; for one that cannot be installed the tables name the reason',
    `\`ulimit -Hn\` of ${whole(neededDescriptors())} or more for the open streams; otherwise they are not measured`,
    'Chromium for the PDF files (`apt-get install chromium-headless-shell`); otherwise they are not measured',
    `a machine that does nothing else: figures are printed but not kept if the load average of one minute is above ${maxLoadAtStart} at the start, or if other programs use more than ${maxForeignCores} cores in any ten seconds`,
  ];
  return `A run takes about 45 minutes on two cores, on Linux. It needs:\n\n${needs.map((line) => `- ${line}`).join('\n')}`;
}

/** Renders the cost of the chain; the numbers of the method come from the sizes. */
export function renderAudit({ appends, verify }: AuditFigures): string {
  const { writers, rounds, roundSeconds, entries } = auditSizes;
  const head = ['Audit appends', 'appends/s', 'spread', 'p50 ms', 'p99 ms'];
  const rows = appends.map(({ title, perSecond, spread, p50Ms, p99Ms }) => [
    title,
    whole(perSecond),
    percent(spread),
    whole(p50Ms),
    whole(p99Ms),
  ]);
  return [
    `${writers} writers append one entry per transaction, with the chain and with its trigger switched off, ${rounds} rounds of ${roundSeconds} s in turn; figures are medians. Appends of one tenant wait for each other until the commit of the one before is on disk.`,
    renderTable([head, ...rows]),
    `Checking a chain of ${entries.toLocaleString('en')} entries took ${verify.seconds.toFixed(1)} s. The longest delay of the event loop meanwhile was ${whole(verify.longestDelayMs)} ms.`,
  ].join('\n\n');
}

function storedFilesMethod({ segmentUs }: StoredFileFigures): string {
  return `A file of 50 MB is written into a folder and read, and then 1 MB from its middle, plain and encrypted in turns, in one process. The delay is the longest of the event loop in any turn. Sealing one segment of 64 KiB, the longest work without a pause, takes ${whole(segmentUs)} µs.`;
}

function renderStoredFiles({ plain, encrypted }: StoredFileFigures): string {
  const rows = Object.entries({ plain, encrypted }).map(([name, { writeMs, readMs, rangeMs, delayMs }]) => [
    name,
    whole(writeMs),
    whole(readMs),
    rangeMs.toFixed(1),
    whole(delayMs),
  ]);
  return renderTable([['File', 'write 50 MB, ms', 'read 50 MB, ms', 'read 1 MB, ms', 'longest delay, ms'], ...rows]);
}

function httpMethod({ rounds, durationSeconds, connections }: Findings['plan']): string {
  return `Each server and the load generator are separate processes (autocannon, ${connections} connections): a warm-up, then ${rounds} rounds of ${durationSeconds} s in turn, so that noise affects all of them equally. Figures are medians; here and below, the spread is the difference of the highest and the lowest round as a share of the median. Postgres runs with the product's settings, including fsync. Get Engagement reads an engagement with ${seedSizes.runs} runs and ${seedSizes.deliverables} deliverables of ${seedSizes.contentBytes} bytes; the floor answers If-None-Match in full; List reads ${seedSizes.listed} engagements, by default from the encoded text that the process keeps, and not cached with \`limit\`; Create writes the engagement, the monthly count and the audit row. Requests of one key that make the same read, or none, at the same moment share the search for the key and the version; with ${seedSizes.readers} keys or ${seedSizes.creators} tenants searches share only a transaction.

The floor is \`node:http\` and \`pg\` with the same SQL: no framework, validation, roles, row-level security, rate limit, ETag or request log. In the awaited floor, each statement waits for the previous one, as in most servers. In the pipelined floor, the statements of a step are sent together, as the platform sends them. NestJS with TypeORM, Next.js with Prisma and Directus read the same rows as their manuals describe, in production mode, without request logs, and one process each, with connections that are kept: a guard or handler finds the key and queries by entities, or the key is the static token of the administrator of Directus, which then checks no permissions of fields and rows. None of them has limits, row-level security or ETags here. All have the platform's options of Node (\`${platformOptions.join(' ')}\`). The ratio is to the awaited floor. CPU is the time per request of the server's process and of Postgres, which noise affects less than requests per second.`;
}

function renderEndpoint({ name, byServer, missing }: HttpResult): string {
  const floor = byServer['floor, awaited']?.requestsPerSecond ?? Number.NaN;
  const row = (server: ServerName) => {
    const figures = byServer[server];
    const reason = missing[server];
    if (reason !== undefined) return [[server, `not measured: ${reason}`, '', '', '', '', '', '']];
    if (!figures) return [];
    const { requestsPerSecond, spread, p50Ms, p99Ms, serverCpuUs, postgresCpuUs } = figures;
    const cpu = [serverCpuUs, postgresCpuUs].map((us) => (Number.isNaN(us) ? 'not known' : whole(us)));
    const rate = [whole(requestsPerSecond), ratio(requestsPerSecond, floor), percent(spread)];
    return [[server, ...rate, whole(p50Ms), whole(p99Ms), ...cpu]];
  };
  const head = [name, 'req/s', 'ratio', 'spread', 'p50 ms', 'p99 ms', 'server CPU µs', 'Postgres CPU µs'];
  return [renderTable([head, ...servers.flatMap(row)]), ...renderPeers(byServer)].join('\n\n');
}

/** Says how the platform stands beside the servers of others; nothing without their figures. */
function renderPeers(byServer: HttpResult['byServer']): string[] {
  const own = byServer.platform?.requestsPerSecond ?? Number.NaN;
  const texts = Object.keys(peersByServer).flatMap((server) => {
    const rate = byServer[server as ServerName]?.requestsPerSecond;
    return rate === undefined ? [] : [`${ratio(own, rate)} times those of ${server}`];
  });
  return texts.length === 0 ? [] : [`Requests of the platform: ${texts.join(', ')}.`];
}

function durableMethod({ wholeRuns }: DurableFigures): string {
  const { steps, concurrency, rounds } = durableSizes;
  const { modelCalls, tasks, plans, models, documents, scores, ends } = wholeRuns.stepsOfRun;
  const total = modelCalls + tasks + plans + models + documents + scores + ends;
  const kinds = Object.entries({
    'model calls beside those of the plan and the scores': modelCalls,
    'and as events the ends of tasks': tasks,
    'the plan': plans,
    "choices of a task's model": models,
    documents,
    scores,
    'the end of the run': ends,
  }).map(([kind, count]) => `${kind} ${count.toFixed(1)}`);
  return `Workflows of ${steps} steps, ${concurrency} at once, with zero latency and fsync. The contenders run one after the other, ${durableTurns} times in turn, each time in a separate process on a separate database, with ${rounds} rounds after a warm-up. All but the whole runs do the same job: each step renders the engine's prompt and makes the engine's call through the AI SDK to a model that answers at once. Ours is the engine's model call: it also reserves the call's worst case against the budget and settles cost, totals, answer and a numbered event. Calls of one tenant that wait at the same moment share commits; with a tenant for each run, each call has two. Only the first call of a run is looked up before it is made. The stored answer is the record, so the queue stores no other. LangGraph has one node for each step and its Postgres checkpointer. The ratio is to our model calls of one tenant. Whole runs: ${wholeRuns.concurrent} runs of three tasks started at once over the engine's HTTP API with the offline model, which reads the brief and writes real documents on the same core. Counted are steps with a durable record, of which a run has ${total.toFixed(1)}: ${kinds.join(', ')}. Releases differ in the steps of a run, so compare their runs a second. The ratio of runs is to workflows of ${steps} of our calls.`;
}

function renderDurable({ steps, missing, wholeRuns }: DurableFigures): string {
  const { runsPerSecond, callsPerSecond } = wholeRuns;
  const base = steps.ours.perSecond;
  const runsRatio = ratio(runsPerSecond, base / durableSizes.steps);
  const more = `${runsPerSecond.toFixed(1)} runs/s (ratio ${runsRatio}), ${whole(callsPerSecond)} model calls/s`;
  const rows = Object.entries({ ...steps, 'whole runs': wholeRuns.steps });
  return renderTable([
    ['Durable steps', 'steps/s', 'ratio', 'spread', 'also'],
    ...rows.map(([name, { perSecond, spread }]) => [
      name,
      whole(perSecond),
      ratio(perSecond, base),
      percent(spread),
      name === 'whole runs' ? more : '',
    ]),
    ...Object.entries(missing).map(([name, reason]) => [name, `not measured: ${reason}`, '', '', '']),
  ]);
}

function manyRunsMethod(): string {
  const { runs, tenants, latencyMs, sourceBytes, heapMb } = manyRunsSizes;
  return `${whole(runs)} runs of three tasks, of ${tenants} tenants, each with a source of ${whole(sourceBytes)} bytes, start at once on one engine process. The model is an HTTP server in another process that answers after ${latencyMs / 1_000} s. The delay of the event loop is how late a timer of 10 ms fires, over the whole time. Memory is the highest RSS of the process. The engine's heap is limited with \`--max-old-space-size=${heapMb}\`, as in a container. Without it, V8 lets garbage grow with the memory of the machine.`;
}

function renderManyRuns({ manyRuns }: DurableFigures): string {
  const { completed, failed, seconds, calls, peakRssBytes, eventLoopP99Ms, eventLoopMaxMs, cpuMs } = manyRuns;
  const row = (name: string, value: string, limit: string) => [name, value, limit];
  return renderTable([
    ['Many runs at once', 'measured', 'limit'],
    row('completed', whole(completed), whole(manyRunsSizes.runs)),
    row('failed', whole(failed), '0'),
    row('seconds until the last was over', seconds.toFixed(0), ''),
    row('model calls a second', whole(calls / seconds), ''),
    row('memory, MB', whole(peakRssBytes / 1_048_576), '1,024'),
    row('event loop delay p99, ms', whole(eventLoopP99Ms), '100'),
    row('event loop delay, longest, ms', whole(eventLoopMaxMs), ''),
    row('CPU of the engine, s', (cpuMs / 1_000).toFixed(0), ''),
  ]);
}

function renderStart({ cold, warm }: Findings['start']): string {
  const row = (name: string, { readyMs, healthMs, slowestReadyMs, spread }: StartFigures) => {
    const seconds = [readyMs, healthMs, slowestReadyMs].map((ms) => (ms / 1_000).toFixed(2));
    return [name, ...seconds, percent(spread), ratio(readyMs, 5_000)];
  };
  return renderTable([
    ['Start', 'ready line, s', 'health answers, s', 'slowest, s', 'spread', 'of the limit of 5 s'],
    row('cold', cold),
    row('warm', warm),
  ]);
}

function sandboxMethod(): string {
  const { hostileTenants, jobsAtOnce, requests, pauseMs, pages } = sandboxSizes;
  return `${hostileTenants} tenants keep the sandbox of one process busy, each with ${jobsAtOnce} at once of three kinds: documents whose links never end, with 600 KB and with 125 KB, and PDF files that repeat a page ${whole(pages)} times. They try again 0.2 s after each answer, whatever it says. Another tenant prints a document of one page and reads a file of 12 bytes, one after the other, ${requests} times with pauses of ${pauseMs / 1_000} s. The first requests include the start of the first children. The aim is a 95th percentile of 5 s.`;
}

/** Writes the table of a tenant's times in the sandbox. */
export function renderSandbox({ alone, beside, failed }: SandboxFigures): string {
  const row = (name: string, { p50Ms, p95Ms, slowestMs }: WaitFigures) => [
    name,
    ...[p50Ms, p95Ms, slowestMs].map((ms) => (ms / 1_000).toFixed(2)),
  ];
  const table = renderTable([
    ['A small request', 'median, s', 'p95, s', 'slowest, s'],
    row('document, nobody else', alone.document),
    row('document, beside hostile tenants', beside.document),
    row('text, nobody else', alone.text),
    row('text, beside hostile tenants', beside.text),
  ]);
  return `${table}\n\nFailed or refused: ${failed}.`;
}

const ratio = (value: number, base: number) => (value / base).toFixed(2);
