import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@ecp/sdk/api-error';
import { pollUntil } from '@ecp/testing/poll-until';
import type { SupervisedProcess } from '@ecp/testing/supervised-process';
import pg from 'pg';
import { renderTable, whole } from '../bench/report.ts';
import {
  type Attempt,
  attached,
  type Clients,
  type FailedCall,
  isTolerated,
  type Job,
  readAttachment,
  reviewed,
  type Tolerance,
} from './clients.ts';
import { isPlatform, type Stack, type StackPart } from './stack.ts';

/** A time in which something happens to the services. */
interface Phase {
  name: string;
  tolerance: Tolerance;
  /**
   * Seconds from the beginning of the stop until the process serves again; null if nothing was
   * stopped.
   */
  awaySeconds: number | null;
  /** Clients that had no answer in it, though it lasted two minutes for them. */
  silentClients: number;
}

/** The stack of a rehearsal while clients work. Acts add their phases. */
export interface Rehearsal {
  folder: string;
  stack: Stack;
  clients: Clients;
  phases: Phase[];
}

/** A part is away for this time beside those of its own stop and start. */
const pauseMs = 1_000;
const partPauseMs = 3_000;
/** The time in which the work of a killed process is taken over. */
const takeoverMs = 15_000;

/** Parts whose absence clients notice, see docs/operations.md. */
const tolerances: Record<string, Tolerance> = {
  nginx: 'interruption',
  pgbouncer: 'interruption',
  postgres: 'interruption',
  s3: 'files',
};

type NamedPhase = Pick<Phase, 'name' | 'tolerance'>;

/** Begins a phase and does what happens in it. It lasts until each client has had an answer. */
async function enter(
  { clients, phases }: Rehearsal,
  phase: NamedPhase,
  act: () => Promise<void>,
): Promise<void> {
  await clients.enter(phase.name);
  const startedMs = performance.now();
  await act();
  const awaySeconds = (performance.now() - startedMs) / 1_000;
  phases.push({ ...phase, awaySeconds, silentClients: await clients.awaitAnswers() });
}

/**
 * Lets clients work while nothing happens, for the given time, and until each has had an answer.
 */
export async function workFor(
  { clients, phases }: Rehearsal,
  name: string,
  ms: number,
): Promise<void> {
  await clients.enter(name);
  await wait(ms);
  phases.push({
    name,
    tolerance: 'nothing',
    awaySeconds: null,
    silentClients: await clients.awaitAnswers(),
  });
}

/**
 * Stops and starts each platform and engine, kills one of each, then stops and starts each part
 * that all of them use.
 */
export async function stopEachInTurn(rehearsal: Rehearsal): Promise<Problem[]> {
  const { services, parts, stopSignal, waitUntilReady } = rehearsal.stack;
  const stop = async (one: StackPart, signal: NodeJS.Signals, ms: number) => {
    await one.stop(signal);
    await wait(ms);
    await one.start();
  };
  for (const one of services) {
    const signal = stopSignal(one.name);
    const phase = { name: `${one.name}: ${signal}`, tolerance: 'nothing' } as const;
    await enter(rehearsal, phase, () => stop(one, signal, pauseMs));
  }
  const { platforms, engines } = group(services);
  for (const one of [...platforms.slice(0, 1), ...engines.slice(0, 1)]) {
    const phase = { name: `${one.name}: kill -9`, tolerance: 'unkeyed' } as const;
    await enter(rehearsal, phase, () => stop(one, 'SIGKILL', pauseMs));
    await wait(takeoverMs);
  }
  for (const one of parts) {
    const signal = stopSignal(one.name);
    const phase = { name: `${one.name}: ${signal}`, tolerance: tolerances[one.name] ?? 'nothing' };
    await enter(rehearsal, phase, () => stop(one, signal, partPauseMs));
    await waitUntilReady();
    await workFor(rehearsal, `after ${one.name}`, pauseMs);
  }
  return endWork(rehearsal);
}

const group = (services: readonly SupervisedProcess[]) => ({
  platforms: services.filter(({ name }) => isPlatform(name)),
  engines: services.filter(({ name }) => !isPlatform(name)),
});

/**
 * Takes a backup while runs are active, lets the old processes end, and starts all again on an
 * empty database with the backup in it. The files stay in their bucket.
 */
export async function backUpAndRestore(rehearsal: Rehearsal): Promise<Problem[]> {
  const { clients, stack, folder } = rehearsal;
  const backup = join(folder, 'backup');
  const release = await holdActiveRun(stack);
  const takenMs = performance.now();
  await enter(rehearsal, { name: 'backup', tolerance: 'nothing' }, async () => {
    await stack.runScript('backup', 'scripts/backup.ts', [backup]);
  }).finally(release);
  const problems = await endWork(rehearsal);
  for (const service of stack.services) await service.stop('SIGKILL');
  await stack.postgres.replaceDatabase();
  // The clients have ended; the phase has the reads of the check.
  await clients.enter('restore');
  const startedMs = performance.now();
  await stack.runScript('backup', 'scripts/restore.ts', [backup]);
  const awaySeconds = (performance.now() - startedMs) / 1_000;
  rehearsal.phases.push({ name: 'restore', tolerance: 'nothing', awaySeconds, silentClients: 0 });
  // An engine may complete them before all services have started.
  const active = await countActiveRuns(stack);
  await Promise.all(stack.services.map((service) => service.start()));
  const saved = clients.jobs.filter(({ createdMs }) => createdMs < takenMs);
  return [...problems, ...(await findUnrestoredWork(stack, saved, { takenMs, active }))];
}

/** Lets the clients end their jobs and checks what they were promised. */
async function endWork(rehearsal: Rehearsal): Promise<Problem[]> {
  await workFor(rehearsal, 'the end', 0);
  await rehearsal.clients.stop();
  return findLostWork(rehearsal.stack, rehearsal.clients);
}

/** A promise that was not kept, for people. */
export type Problem = string;

/** A run of the database. */
interface StoredRun {
  id: string;
  status: string;
  /** Name and version of each document, in order; null if there is none. */
  documents: string[] | null;
}

/** An engagement of the database. */
export interface StoredEngagement {
  id: string;
  runs: StoredRun[];
}

/**
 * Each run of the clients has four documents, two of its tasks and two of the engine, in one
 * version.
 */
const documents = JSON.stringify([
  '_operations_review.md 1',
  '_run_report.md 1',
  'demand-analysis.md 1',
  'subscription-offer.md 1',
]);

/** Returns whether a run has completed with each document once. */
const isWhole = ({ status, documents: made }: StoredRun): boolean =>
  status === 'completed' && JSON.stringify(made) === documents;

/**
 * Returns the engagements with several runs: each job starts one run, under one Idempotency-Key.
 */
const findDoubledRuns = (stored: readonly StoredEngagement[]): Problem[] =>
  stored
    .filter(({ runs }) => runs.length > 1)
    .map(({ id, runs }) => `engagement ${id} has ${runs.length} runs of one start`);

/**
 * Compares what the database has with what the clients were told: each acknowledged engagement and
 * run is there once, and each run is whole. There are as many others at most as calls that failed
 * and may have been done.
 */
export function judgeWork(
  stored: readonly StoredEngagement[],
  jobs: readonly Pick<Job, 'engagementId' | 'runId'>[],
  failures: readonly Pick<FailedCall, 'call' | 'mayBeDone'>[],
): Problem[] {
  const runs = stored.flatMap((engagement) => engagement.runs);
  const findWrong = (
    kind: string,
    call: string,
    acknowledged: string[],
    found: string[],
  ): Problem[] => {
    const allowed = failures.filter((failure) => failure.call === call && failure.mayBeDone).length;
    const unknown = found.filter((id) => !acknowledged.includes(id));
    return [
      ...acknowledged.filter((id) => !found.includes(id)).map((id) => `${kind} ${id} is not there`),
      ...(unknown.length > allowed
        ? [`${kind}s that no client knows: ${unknown.length}, allowed: ${allowed}`]
        : []),
    ];
  };
  return [
    ...findWrong(
      'engagement',
      'createEngagement',
      jobs.map(({ engagementId }) => engagementId),
      idsOf(stored),
    ),
    ...findWrong(
      'run',
      'startRun',
      jobs.flatMap(({ runId = [] }) => runId),
      idsOf(runs),
    ),
    ...findDoubledRuns(stored),
    ...runs
      .filter((run) => !isWhole(run))
      .map(
        ({ id, status, documents: made }) =>
          `run ${id} is ${status} with ${made?.join(', ') ?? 'nothing'}`,
      ),
  ];
}

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);

const endings = ['completed', 'failed', 'stopped'];
const activeLimitMs = 60_000;
const restoredLimitMs = 240_000;

/**
 * Checks that the database has what the clients were told, and that every acknowledged write is
 * there.
 */
export async function findLostWork(stack: Stack, { jobs, failures }: Clients): Promise<Problem[]> {
  const unread = await Promise.all(jobs.map(findLostWrites));
  return [...judgeWork(await readWork(stack), jobs, failures), ...unread.flat()];
}

/** Counts the runs of the database that have not ended. */
const countActiveRuns = async (stack: Stack): Promise<number> =>
  runsOf(await readWork(stack)).filter(({ status }) => !endings.includes(status)).length;

/**
 * Waits until the runs of a restored database, of which `active` had not ended in the backup, have
 * ended, and checks that all that was acknowledged before the backup began, at `takenMs`, is there.
 */
async function findUnrestoredWork(
  stack: Stack,
  jobs: readonly Job[],
  { takenMs, active }: { takenMs: number; active: number },
): Promise<Problem[]> {
  const ended = await pollUntil(
    () => readWork(stack),
    (read) => runsOf(read).every(({ status }) => endings.includes(status)),
    restoredLimitMs,
  );
  console.log(`  restored ${runsOf(ended).length} runs, ${active} of them active`);
  const started = jobs.filter(({ startedMs = Number.POSITIVE_INFINITY }) => startedMs < takenMs);
  const whole = new Set(
    runsOf(ended)
      .filter(isWhole)
      .map(({ id }) => id),
  );
  const wrong = started.filter(({ runId = '' }) => !whole.has(runId));
  const unread = await Promise.all(
    jobs.map(({ client, engagementId: id }) => isMissing(client.getEngagement({ id }))),
  );
  return [
    ...(active > 0 ? [] : ['the backup holds no active run']),
    ...wrong.map(({ runId }) => `run ${runId} was not restored and completed`),
    ...findDoubledRuns(ended),
    ...jobs.flatMap(({ engagementId }, place) =>
      unread[place] ? [`engagement ${engagementId} was not restored`] : [],
    ),
  ];
}

/**
 * Waits until a run is active, and keeps it so until the returned function is called: the engine
 * records nothing of a run whose row is locked. Without that, the run that was seen could end
 * before a backup begins.
 */
async function holdActiveRun({ postgres }: Stack): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: postgres.adminUrl });
  await client.connect();
  try {
    await client.query('begin');
    await pollUntil(
      () =>
        client.query(`select from engine.runs e where status = 'running'
          and exists (select from platform.runs p where p.id = e.id) limit 1 for update of e`),
      ({ rowCount }) => rowCount === 1,
      activeLimitMs,
    );
  } catch (error) {
    await client.end();
    throw error;
  }
  return () => client.end();
}

/** Returns whether what is read is not there. Throws when it cannot be read. */
const isMissing = (read: Promise<unknown>): Promise<boolean> =>
  read.then(
    () => false,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return true;
      throw error;
    },
  );

async function findLostWrites(job: Job): Promise<Problem[]> {
  const { client, engagementId: id } = job;
  const problems: Problem[] = [];
  if (job.approved) {
    const { approvalStatus } = await client.getDeliverable({ id, filename: reviewed });
    if (approvalStatus !== 'approved') problems.push(`the review of engagement ${id} is lost`);
  }
  if (job.attachmentId && (await readAttachment(job)) !== attached)
    problems.push(`the file of ${id} has changed`);
  return problems;
}

const runsOf = (stored: readonly StoredEngagement[]) => stored.flatMap(({ runs }) => runs);

async function readWork({ postgres }: Stack): Promise<StoredEngagement[]> {
  const client = new pg.Client({ connectionString: postgres.adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<StoredEngagement>(
      `select e.id, coalesce(json_agg(json_build_object('id', r.id, 'status', r.status, 'documents', (
          select json_agg(filename || ' ' || version order by filename) from platform.deliverables where run_id = r.id
        ))) filter (where r.id is not null), '[]') as runs
        from platform.engagements e left join platform.runs r on r.engagement_id = e.id group by e.id`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** The result of one scenario. */
export interface ScenarioResult {
  title: string;
  phases: Phase[];
  clients: Pick<Clients, 'attempts' | 'failures' | 'jobs'>;
  problems: Problem[];
}

/** Attempts of a phase that are shown one by one. */
const shownOfPhase = 10;

/** Returns the attempts of a phase that clients may not see in it. */
function findFailures({ clients }: ScenarioResult, { name, tolerance }: Phase): Attempt[] {
  const ended = clients.attempts.filter(({ phase, failure }) => phase === name && failure !== null);
  return ended.filter((attempt) => !isTolerated(attempt, tolerance));
}

/**
 * Returns whether no request failed, each client had an answer in each phase, and no promise was
 * broken.
 */
export function isClean(result: ScenarioResult): boolean {
  const failed = result.phases.some(
    (phase) => phase.silentClients > 0 || findFailures(result, phase).length > 0,
  );
  return !failed && result.clients.failures.length === 0 && result.problems.length === 0;
}

/** Renders one scenario as a Markdown section, with each failure below its table. */
export function renderScenario(result: ScenarioResult): string {
  const { title, phases, clients, problems } = result;
  const rows = phases.map((phase) => {
    const attempts = clients.attempts.filter((attempt) => attempt.phase === phase.name);
    const failed = findFailures(result, phase).length;
    const repeated = attempts.filter(({ failure }) => failure !== null).length - failed;
    const calls = clients.failures.filter((call) => call.phase === phase.name).length;
    const slowestMs = Math.max(0, ...attempts.map(({ durationMs }) => durationMs));
    const away = phase.awaySeconds === null ? '' : phase.awaySeconds.toFixed(1);
    return [phase.name, away, ...[attempts.length, repeated, failed + calls, slowestMs].map(whole)];
  });
  const details = [
    ...phases.flatMap((phase) =>
      findFailures(result, phase).slice(0, shownOfPhase).map(describeAttempt),
    ),
    ...clients.failures
      .slice(0, shownOfPhase)
      .map(({ phase, call, failure }) => `- ${phase}: ${call}: ${failure}`),
    ...phases.filter(({ silentClients }) => silentClients > 0).map(describeSilence),
    ...problems.slice(0, shownOfPhase).map((problem) => `- ${problem}`),
  ];
  const runs = clients.jobs.filter(({ runId }) => runId !== undefined).length;
  return [
    `## ${title}`,
    '',
    renderTable([
      ['what happens', 'seconds', 'requests', 'repeated', 'failed', 'slowest ms'],
      ...rows,
    ]),
    '',
    `${whole(clients.attempts.length)} requests, ${whole(clients.failures.length)} calls failed; ${runs} runs, ${problems.length} promises broken.`,
    ...(details.length > 0 ? ['', ...details] : []),
    '',
  ].join('\n');
}

const describeSilence = ({ name, silentClients }: Phase): string =>
  `- ${name}: ${silentClients} clients had no answer`;

const describeAttempt = ({ phase, request, failure }: Attempt): string =>
  `- ${phase}: ${request}: ${failure?.slice(0, 200)}`;
