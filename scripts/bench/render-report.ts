import { durableSizes } from './durable/durable-workload.ts';
import type { DurableFigures } from './durable/measure-durable.ts';
import { manyRunsSizes } from './durable/measure-many-runs.ts';
import { type ExportFigures, renderExport } from './growth/measure-export.ts';
import { type AuditFigures, auditSizes } from './measure-audit.ts';
import { type HttpPlan, type HttpResult, peerGoals, type ServerName, servers } from './measure-http.ts';
import { type SandboxFigures, sandboxSizes, type WaitFigures } from './measure-sandbox.ts';
import type { StartFigures } from './measure-start.ts';
import type { StoredFileFigures } from './measure-stored-files.ts';
import type { ModelCallFigures } from './model-calls/measure-model-calls.ts';
import { renderModelCalls } from './model-calls/render-model-calls.ts';
import type { PdfFigures } from './pdf/measure-pdf.ts';
import { renderPdf } from './pdf/render-pdf.ts';
import { renderTable, whole } from './report/render-table.ts';
import { seedSizes } from './seed-tenants.ts';
import { type FollowingFigures, renderFollowing } from './streams/render-streams.ts';
import type { WebhookFigures } from './webhooks/measure-webhooks.ts';
import { renderWebhooks } from './webhooks/render-webhooks.ts';

/** All results of one run of the benchmark. */
export interface Findings {
  machine: string[];
  http: HttpResult[];
  plan: Pick<HttpPlan, 'rounds' | 'durationSeconds' | 'connections'>;
  following: FollowingFigures;
  outside: { webhooks: WebhookFigures; pdf: PdfFigures[] | null };
  exports: ExportFigures;
  durable: DurableFigures;
  calls: ModelCallFigures;
  audit: AuditFigures;
  start: { cold: StartFigures; warm: StartFigures };
  sandbox: SandboxFigures;
  files: StoredFileFigures;
}

/** Writes the findings as the Markdown page docs/benchmarks.md. */
export function renderReport(findings: Findings): string {
  const { machine, plan, http, following, outside, exports, durable, calls, audit, start, sandbox, files } = findings;
  return [
    '# Benchmarks',
    'Written by `npm run bench`, which measures everything below in one run. Compare ratios, not absolute figures, because server, Postgres and load share the cores of one machine.',
    machine.map((line) => `- ${line}`).join('\n'),
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
    'The time from the start of the process until the whole product (Postgres, engine, platform) prints that it is ready. A cold start has no data and creates the database; a warm start uses that database.',
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

/** Renders the cost of the chain; the numbers of the method come from the sizes. */
export function renderAudit({ appends, verify }: AuditFigures): string {
  const { writers, rounds, roundSeconds, entries } = auditSizes;
  const head = ['Audit appends', 'appends/s', 'p50 ms', 'p99 ms'];
  const rows = appends.map(({ title, perSecond, p50Ms, p99Ms }) => [
    title,
    whole(perSecond),
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
  return `Each server and the load generator are separate processes (autocannon, ${connections} connections): a warm-up, then ${rounds} rounds of ${durationSeconds} s in turn, so that noise affects all of them equally. Figures are medians; the spread is the difference of the fastest and the slowest round. Postgres runs with the product's settings, including fsync. Get Engagement reads an engagement with ${seedSizes.runs} runs and ${seedSizes.deliverables} deliverables of ${seedSizes.contentBytes} bytes; the floor answers If-None-Match in full; List reads ${seedSizes.listed} engagements, by default from the encoded text that the process keeps, and not cached with \`limit\`; Create writes the engagement, the monthly count and the audit row. The key is looked up for every request.

The floor is \`node:http\` and \`pg\` with the same SQL: no framework, validation, roles, row-level security, rate limit, ETag or request log. In the awaited floor, each statement waits for the previous one, as in most servers. In the pipelined floor, the statements of a step are sent together, as the platform sends them. NestJS with TypeORM, Next.js with Prisma and Directus read the same rows as their manuals describe, in production mode and one process each, with connections that are kept: a guard or handler finds the key and queries by entities, or the key is Directus' static token of an administrator, so that it checks no permissions of fields and rows. None of them has limits, row-level security or ETags here. The ratio is to the awaited floor. CPU is the time per request of the server's process and of Postgres, which noise affects less than requests per second.`;
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
    const rate = [whole(requestsPerSecond), ratio(requestsPerSecond, floor), `${whole(spread * 100)} %`];
    return [[server, ...rate, whole(p50Ms), whole(p99Ms), ...cpu]];
  };
  const head = [name, 'req/s', 'ratio', 'spread', 'p50 ms', 'p99 ms', 'server CPU µs', 'Postgres CPU µs'];
  return [renderTable([head, ...servers.flatMap(row)]), ...renderPeers(byServer)].join('\n\n');
}

/** Says how the platform stands beside the servers of others; nothing without their figures. */
function renderPeers(byServer: HttpResult['byServer']): string[] {
  const own = byServer.platform?.requestsPerSecond ?? Number.NaN;
  const texts = Object.entries(peerGoals).flatMap(([server, goal]) => {
    const rate = byServer[server as ServerName]?.requestsPerSecond;
    return rate === undefined ? [] : [`${ratio(own, rate)} times those of ${server} (goal: ${goal})`];
  });
  return texts.length === 0 ? [] : [`Requests of the platform: ${texts.join(', ')}.`];
}

function durableMethod({ wholeRuns }: DurableFigures): string {
  const { steps, concurrency } = durableSizes;
  return `Workflows of ${steps} steps, ${concurrency} at once, with zero latency and fsync. The contenders run one after the other, each in a separate process on a separate database. All do the same job: each step renders the engine's prompt and makes the engine's call through the AI SDK to a model that answers at once. Bare DBOS stores the answer as the step's result. Ours is the engine's model call: it also reserves the call's worst case against the budget and settles cost, totals, answer and a numbered event. Calls of one tenant that wait at the same moment share commits; with a tenant for each run, each call has two. Only the first call of a run is looked up before it is made. The stored answer is the record, so the queue stores no other. LangGraph has one node for each step and its Postgres checkpointer. The ratio is to bare DBOS with the model; its empty steps are the floor. Whole runs: ${wholeRuns.concurrent} runs of three tasks started at once over the engine's HTTP API with the offline model, which reads the brief and writes real documents on the same core. Counted are steps with a durable record: model calls, steps of the queue, and what is its own record as an event (plan, start of a task with its model, document, score, end).`;
}

function renderDurable({ stepsPerSecond, wholeRuns }: DurableFigures): string {
  const { runsPerSecond, callsPerSecond } = wholeRuns;
  const more = `${runsPerSecond.toFixed(1)} runs/s, ${whole(callsPerSecond)} model calls/s`;
  const base = stepsPerSecond['bare DBOS'];
  const rows = Object.entries({ ...stepsPerSecond, 'whole runs': wholeRuns.stepsPerSecond });
  return renderTable([
    ['Durable steps', 'steps/s', 'ratio', 'also'],
    ...rows.map(([name, rate]) => [name, whole(rate), ratio(rate, base), name === 'whole runs' ? more : '']),
  ]);
}

function manyRunsMethod(): string {
  const { runs, tenants, latencyMs, sourceBytes, heapMb } = manyRunsSizes;
  return `${whole(runs)} runs of three tasks, of ${tenants} tenants, each with a source of ${whole(sourceBytes)} bytes, start at once on one engine process. The model is an HTTP server in another process that answers after ${latencyMs / 1_000} s. The delay of the event loop is how late a timer of 10 ms fires, over the whole time. Memory is the highest RSS of the process. The engine's heap is limited with \`--max-old-space-size=${heapMb}\`, as in a container. Without it, V8 lets garbage grow with the memory of the machine (1,328 MB on this one, measured once).`;
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

const weaknesses = [
  'Get Engagement reads the versions of all rows that it shows, with four index scans. One counter for each engagement would be one row, but every change of a run would lock it.',
  "Each request passes Fastify's hooks, rate limit, security headers and request log. Writing to the socket of Postgres is most of what is left of the server's time.",
  'Changes of one tenant also wait for each other at the head of its audit log, from the commit until it is on disk. Checking a chain recomputes every hash in Postgres, so a million entries take a minute or more.',
  'Callers who ask for the same engagement with one key at the same moment share a search, from which Get Engagement and If-None-Match gain here. Callers with keys of their own share nothing.',
  "Creates of a tenant with an Idempotency-Key commit with their response and share no commit, so they wait for each other at the row that counts the month's engagements.",
  'A page of 100 engagements that is not cached was answered at 0.71 to 0.79 of the rate of the awaited floor beside other work (goal: 1.3), and at 0.67 before its tasks and times passed as text. Its statement and its JSON cost 1.6 ms of the processors, those of the floor 1.9 ms; the search for the key and the version, the roles, the limits and the hooks of a request cost more than the difference. JSON that Postgres builds, with `json_build_object`, `row_to_json` or `concat`, takes 0.4 to 0.6 ms from the server and gives 0.4 to 0.8 ms to Postgres. A fifth of the time in Postgres is a new plan for each page: a plan for any tenant would be made for the average one, and may read and sort all of a large tenant.',
  'A model call of a tenant that does nothing else commits twice, before and after it is made. With one commit, either a call could exceed the budget or an answer could be paid twice.',
  "Input tokens and dollars a document have not fallen to 0.4 of the first figure. Most of what is paid in full is the first reading of the sources: four tasks start at once and find an empty cache, then their observers do. Two ways were tried beside the release, in one sitting with other work ($0.235 a document at Anthropic's prices, 0.50): showing the observer no sources cost the same ($0.239), because what it saved had been read from the cache; letting calls with the same beginning wait for the first of them cost $0.206 (0.44), but each wait lasts until the first answer begins. What this costs in wall time was not measured.",
  'Whole runs spend more than half of the time of the engine on reading and writing: markdown, sentences, numbers and periods of each document and its sources, and the texts of the offline model. Two ways brought them nearer to bare DBOS. Work whose result is stored anyway is no step of the queue: a run of three tasks had 20 of them, with seven statements each, and has 6. In a profile the database took a third of the time before and a fifth after. And the rules of the check share what they read of a sentence or a passage.',
  'Calls of one run wait for each other at the row that numbers its events, so parallel tasks of one run settle one after the other.',
  'A thousand runs start together and wait for connections of the pool, so the longest delays of the event loop are in the first seconds.',
];

const ratio = (value: number, base: number) => (value / base).toFixed(2);
