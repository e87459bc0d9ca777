import type { EventPage, RunSnapshot } from '@ecp/contract/engine/engine-api';
import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../../kernel/services.ts';
import type { EngagementState } from '../../engagements/engagement-rows.ts';
import { answerTooLarge, type EngineClient, EngineUnavailableError } from '../../engine-client/engine-client.ts';
import { findRun, isActive, lockRun, type RunState, type RunStatus } from '../records/lock-run.ts';
import { confirmRunStarted } from '../transitions/confirm-run-started.ts';
import { finishRun } from '../transitions/finish-run.ts';
import { applyEngineEvent } from './apply-engine-event.ts';
import { changeFollower } from './change-follower.ts';
import { confirmRunLost } from './confirm-run-lost.ts';

/** Most events of a page. The engine returns fewer when their texts are long. */
const pageSize = 200;

export interface SyncOptions {
  /** How long the engine may wait for an event when there is none, in milliseconds; 0 by default. */
  waitMs?: number;
  signal?: AbortSignal;
  /** Number of the follower that calls; absent for others. */
  follower?: number;
}

/**
 * Applies the engine's events of a run, each page in one transaction with the cursor. Whoever calls it, and however
 * many at once, each deliverable, score and state change is applied exactly once (RUN-18). Returns the run's state
 * afterwards, or null when it is deleted. Throws EngineUnavailableError; the events applied before stay.
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

/** Tells whether the engine has nothing of the run but the request to stop it, which it got before any start. */
const isTombstone = ({ status, lastEvent }: EventPage): boolean => status === 'failed' && lastEvent === 0;

/** Requests fewer events while the response is too large, because the same page would fail forever. */
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
    if (waitedUntil && follower !== locked.run.follower) await resumeFollowing(tx, services, locked, waitedUntil);
    return locked.run;
  });
}

/** Follows a run that waited at once, if somebody else than its follower has applied events after the waiting. */
async function resumeFollowing(
  tx: Transaction,
  services: Services,
  { run, engagement }: { run: RunState; engagement: EngagementState },
  waitedUntil: Date,
): Promise<void> {
  if (!isActive(run.status) || run.waiting_until?.getTime() === waitedUntil.getTime()) return;
  await changeFollower(tx, services, { tenantId: engagement.tenant_id, run });
}

/** Reads the snapshot when the page pauses the run. */
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

/** Fails a run that the engine accepted and no longer knows, because nothing executes it any more. */
async function giveUp(services: Services, tenantId: string, run: RunState): Promise<RunState | undefined> {
  const failure = { reason: 'engine_lost', message: 'The engine has lost the run' } as const;
  return services.database.withTenant(tenantId, async (tx) => {
    const locked = await lockRun(tx, tenantId, { runId: run.id, engagementId: run.engagement_id });
    if (locked) await finishRun(tx, services, locked, { failure, notify: true });
    return locked?.run;
  });
}
