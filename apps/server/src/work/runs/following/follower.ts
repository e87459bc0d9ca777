import type { EventPage, RunSnapshot } from '@ecp/contract/engine/engine-api';
import type { Transaction } from '@ecp/database/database';
import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import { waitUnlessAborted } from '../../../kernel/durable-work/in-process-work.ts';
import type { EngineClient } from '../../../kernel/ports.ts';
import type { Services } from '../../../kernel/services.ts';
import type { EngagementState } from '../../../material/engagements/engagement-rows.ts';
import {
  answerTooLarge,
  EngineUnavailableError,
  startFailure,
} from '../../../material/engine-client/engine-client.ts';
import {
  findRun,
  isActive,
  lockRun,
  type RunState,
  type RunStatus,
} from '../../../material/run-records/run-state.ts';
import { selectQuestion, toQuestionFields } from '../../conversations/questions/question-rows.ts';
import { confirmRunStarted, finishRun } from '../run-transitions.ts';
import { startOnEngine } from '../starting/start-request.ts';
import { applyEngineEvent } from './engine-events.ts';

/** How long one call may wait for the engine's next event. */
const longPollMs = 25_000;
const firstWaitMs = 250;
/** Time that the engine has to go on after a wait, before the run is followed again. */
const wakeMarginMs = 1_000;
const longestWaitMs = 15_000;

/**
 * Follows a run to its end: starts it if needed, applies its events, retries while the engine is
 * unreachable, and stops the runs that it replaces. Returns early on `signal`, for another
 * follower, or when the run waits for people.
 */
export async function followRun(
  services: Services,
  { tenantId, runId, follower = 0, wokenAt = 0, replaces = [] }: DurableInputs['followRun'],
  signal: AbortSignal,
): Promise<void> {
  let waitMs = firstWaitMs;
  let hasSynced = false;
  const toStop = new Set(replaces);
  while (!signal.aborted) {
    try {
      for (const id of toStop) {
        await services.engine.stopRun(tenantId, id);
        toStop.delete(id);
      }
      const run = await findRun(services.database, tenantId, runId);
      if (!run || run.follower !== follower) return;
      if (hasSynced && run.event_cursor > wokenAt && (await handOver(services, tenantId, run)))
        return;
      if (!(await bringForward(services, tenantId, run, signal))) return;
      hasSynced = true;
      waitMs = firstWaitMs;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof EngineUnavailableError)) throw error;
      services.log.warn(
        { err: error, runId, waitMs },
        'The engine does not answer; following the run later',
      );
      await waitUnlessAborted(waitMs, signal);
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    }
  }
}

/**
 * Leaves a waiting run to a later follower. False if it no longer waits, or has changed since `run`
 * was read.
 */
async function handOver(services: Services, tenantId: string, run: RunState): Promise<boolean> {
  const leftMs = (run.waiting_until?.getTime() ?? 0) - services.clock.now().getTime();
  if (leftMs <= 0 || !isActive(run.status)) return false;
  return services.database.withTenant(tenantId, async (tx) => {
    const locked = await lockRun(tx, tenantId, { runId: run.id, engagementId: run.engagement_id });
    if (
      !locked ||
      locked.run.follower !== run.follower ||
      locked.run.event_cursor !== run.event_cursor
    )
      return false;
    await changeFollower(tx, services, {
      tenantId,
      run: locked.run,
      waitMs: leftMs + wakeMarginMs,
    });
    return true;
  });
}

/** Does one step of following; returns false when nothing is left to do. */
async function bringForward(
  services: Services,
  tenantId: string,
  run: RunState,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isActive(run.status)) {
    if (!run.confirmed_at) await services.engine.stopRun(tenantId, run.id);
    return false;
  }
  const reference = { tenantId, runId: run.id };
  const following = { waitMs: longPollMs, signal, follower: run.follower };
  if (run.confirmed_at) await syncRun(services, reference, following);
  else await startUnlessRefused(services, tenantId, run);
  return true;
}

/**
 * Starts the run. A permanent refusal (4xx) fails it, because no caller waits for the response any
 * more.
 */
async function startUnlessRefused(
  services: Services,
  tenantId: string,
  run: RunState,
): Promise<void> {
  try {
    await startOnEngine(services, tenantId, run);
  } catch (error) {
    const refused =
      error instanceof EngineUnavailableError && error.status !== null && error.status < 500;
    if (!refused) throw error;
    await services.database.withTenant(tenantId, async (tx) => {
      const locked = await lockRun(tx, tenantId, {
        runId: run.id,
        engagementId: run.engagement_id,
      });
      if (!locked || locked.run.confirmed_at) return;
      await finishRun(tx, services, locked, { failure: startFailure(error), notify: true });
    });
  }
}

/** Limits the events of a page. The engine returns fewer when their texts are long. */
const pageSize = 200;

interface SyncOptions {
  /**
   * How long the engine may wait for an event when there is none, in milliseconds; 0 by default.
   */
  waitMs?: number;
  signal?: AbortSignal;
  /** Number of the follower that calls; absent for others. */
  follower?: number;
}

/**
 * Applies the engine's events, each page with its cursor in one transaction, exactly once for any
 * number of callers. Returns the run's state, null if deleted. Throws EngineUnavailableError;
 * events applied before stay.
 */
export async function syncRun(
  services: Services,
  { tenantId, runId }: { tenantId: string; runId: string },
  { waitMs = 0, signal, follower }: SyncOptions = {},
): Promise<RunStatus | null> {
  const { database, engine } = services;
  let run = await findRun(database, tenantId, runId);
  for (let mayWaitMs = waitMs; run && isActive(run.status); mayWaitMs = 0) {
    const after = run.event_cursor;
    const page = await readPage(engine, { tenantId, runId }, { after, waitMs: mayWaitMs }, signal);
    const unknown = !page || isTombstone(page);
    if (!unknown && page.events.length === 0) break;
    // A run unknown to the engine and not confirmed here has not started yet.
    if (unknown && !run.confirmed_at) break;
    if (!page) await confirmRunLost(services, tenantId, runId);
    run = unknown
      ? await giveUp(services, tenantId, run)
      : await applyPage(services, tenantId, run, { page, follower });
    if (page && run && run.event_cursor >= page.lastEvent) break;
  }
  return run?.status ?? null;
}

/**
 * Tells whether the engine has nothing of the run but the request to stop it, which it got before
 * any start.
 */
const isTombstone = ({ status, lastEvent }: EventPage): boolean =>
  status === 'failed' && lastEvent === 0;

/**
 * Requests fewer events while the response is too large, because the same page would fail forever.
 */
async function readPage(
  engine: EngineClient,
  { tenantId, runId }: { tenantId: string; runId: string },
  from: { after: number; waitMs: number },
  signal: AbortSignal | undefined,
): Promise<EventPage | null> {
  for (let limit = pageSize; ; limit = Math.ceil(limit / 8)) {
    try {
      return await engine.listEvents(tenantId, runId, { ...from, limit }, signal);
    } catch (error) {
      const tooLarge = error instanceof EngineUnavailableError && error.code === answerTooLarge;
      if (!tooLarge || limit === 1) throw error;
    }
  }
}

async function applyPage(
  services: Services,
  tenantId: string,
  run: RunState,
  { page, follower }: { page: EventPage; follower: number | undefined },
): Promise<RunState | undefined> {
  const snapshot = await readSnapshot(services, tenantId, run.id, page);
  return services.database.withTenant(tenantId, async (tx) => {
    const locked = await lockRun(tx, tenantId, { runId: run.id, engagementId: run.engagement_id });
    if (!locked || !isActive(locked.run.status)) return locked?.run;
    // An event proves that the engine accepted the run, even if its response was lost.
    await confirmRunStarted(tx, services, locked);
    const waitedUntil = locked.run.waiting_until;
    for (const event of page.events.filter(({ seq }) => seq > locked.run.event_cursor)) {
      await applyEngineEvent(tx, services, locked, event, snapshot);
      locked.run.event_cursor = event.seq;
      locked.run.waiting_until = event.type === 'waiting' ? new Date(event.until) : null;
      if (!isActive(locked.run.status)) break;
    }
    await tx.query({
      name: 'advance_cursor',
      text: 'update platform.runs set event_cursor = $3, waiting_until = $4 where tenant_id = $1 and id = $2',
      values: [tenantId, run.id, locked.run.event_cursor, locked.run.waiting_until],
    });
    if (waitedUntil && follower !== locked.run.follower)
      await resumeFollowing(tx, services, locked, waitedUntil);
    return locked.run;
  });
}

/**
 * Follows a run that waited at once, if somebody else than its follower has applied events after
 * the waiting.
 */
async function resumeFollowing(
  tx: Transaction,
  services: Services,
  { run, engagement }: { run: RunState; engagement: EngagementState },
  waitedUntil: Date,
): Promise<void> {
  if (!isActive(run.status) || run.waiting_until?.getTime() === waitedUntil.getTime()) return;
  await changeFollower(tx, services, { tenantId: engagement.tenant_id, run });
}

async function readSnapshot(
  { engine }: Services,
  tenantId: string,
  runId: string,
  page: EventPage,
): Promise<RunSnapshot | null> {
  const pauses = page.events.some((event) => event.type === 'status' && event.status === 'paused');
  if (!pauses) return null;
  const run = await engine.getRun(tenantId, runId);
  return run?.snapshot ?? null;
}

/**
 * Fails a run that the engine accepted and no longer knows, because nothing executes it any more.
 */
async function giveUp(
  services: Services,
  tenantId: string,
  run: RunState,
): Promise<RunState | undefined> {
  const failure = { reason: 'engine_lost', message: 'The engine has lost the run' } as const;
  return services.database.withTenant(tenantId, async (tx) => {
    const locked = await lockRun(tx, tenantId, { runId: run.id, engagementId: run.engagement_id });
    if (locked) await finishRun(tx, services, locked, { failure, notify: true });
    return locked?.run;
  });
}

/** The run to follow anew, and the time. */
interface FollowerChange {
  tenantId: string;
  run: RunState;
  waitMs?: number;
  /**
   * The engine's last event when the run was woken. A wait of this event or an earlier one is over.
   */
  wokenAt?: number;
}

/** Puts a new follower in charge with `tx`, under the locks of lockRun; the one before it ends. */
export async function changeFollower(
  tx: Transaction,
  services: Services,
  { tenantId, run, waitMs = 0, wokenAt }: FollowerChange,
): Promise<void> {
  const { id: runId } = run;
  run.follower += 1;
  const { follower } = run;
  await tx.query({
    name: 'change_follower',
    text: 'update platform.runs set follower = $3 where tenant_id = $1 and id = $2',
    values: [tenantId, runId, follower],
  });
  const input = { tenantId, runId, follower, ...(wokenAt === undefined ? {} : { wokenAt }) };
  await services.durable.enqueue(tx, 'followRun', `${runId}:${follower}`, input, { waitMs });
}

/**
 * Statuses by which the engine says that it does not know the run, that the run is over, or that
 * the answer is bad.
 */
const refusals = new Set<number | null>([400, 404, 409]);

/**
 * Does the work `tellEngineAnswer`: sends the answer to an active run and follows it at once. Ends
 * if the engine refuses. Throws EngineUnavailableError, so that the queue tries again.
 */
export async function tellEngineAnswer(
  services: Services,
  { tenantId, engagementId, questionId }: DurableInputs['tellEngineAnswer'],
): Promise<void> {
  const { database } = services;
  const [[row]] = await database.batchTenant(tenantId, [
    selectQuestion(tenantId, engagementId, questionId),
  ]);
  if (!row) return;
  const { answer, answeredBy } = toQuestionFields(row);
  const run = await findRun(database, tenantId, row.run_id);
  if (answer === null || answeredBy === null || !run || !isActive(run.status)) return;
  const question = { runId: run.id, questionId };
  if (!(await giveAnswer(services, tenantId, question, { answer, answeredBy }))) return;
  await followAgain(services, tenantId, run);
}

/** Returns false if the engine refuses for good, as for a run that it does not know. */
async function giveAnswer(
  { engine, log }: Services,
  tenantId: string,
  question: { runId: string; questionId: string },
  given: { answer: string; answeredBy: string },
): Promise<boolean> {
  try {
    await engine.answerQuestion(tenantId, question, given);
    return true;
  } catch (error) {
    if (!(error instanceof EngineUnavailableError && refusals.has(error.status))) throw error;
    log.warn({ err: error, ...question }, 'The engine refused the answer to a question');
    return false;
  }
}

/**
 * Follows anew with the engine's last event: a wait announced before the answer is over, even if
 * applied later.
 */
async function followAgain(services: Services, tenantId: string, run: RunState): Promise<void> {
  const wokenAt = (await services.engine.getRun(tenantId, run.id))?.lastEvent ?? 0;
  await services.database.withTenant(tenantId, async (tx) => {
    const locked = await lockRun(tx, tenantId, { runId: run.id, engagementId: run.engagement_id });
    if (locked && isActive(locked.run.status)) {
      await changeFollower(tx, services, { tenantId, run: locked.run, wokenAt });
    }
  });
}

/**
 * Confirms that a run is lost: no engine on this database has it, and the engine refuses it from
 * now on, so it spends nothing. Throws EngineUnavailableError if an engine has it, or does not
 * confirm the stop.
 */
async function confirmRunLost(
  { database, engine }: Pick<Services, 'database' | 'engine'>,
  tenantId: string,
  runId: string,
): Promise<void> {
  const [[row]] = await database.batchTenant<[{ has_run: boolean }]>(tenantId, [
    { name: 'engine_has_run', text: 'select engine.has_run($1) as has_run', values: [runId] },
  ]);
  if (row?.has_run)
    throw new EngineUnavailableError('The engine does not find a run that the database has', null);
  await engine.stopRun(tenantId, runId);
}
