import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { actorUserId, type RequestContext } from '../../../kernel/context.ts';
import { applyEngineEvent } from '../following/apply-engine-event.ts';
import { lockRun } from '../records/lock-run.ts';
import { finishRun } from '../transitions/finish-run.ts';
import { readRecordedEvents } from './read-recording.ts';

/** The events that the platform stores; the others are read from the recording. */
const stored: EngineEvent['type'][] = ['deliverable', 'score', 'unscored', 'analytics'];

/**
 * Writes the recorded run into a new engagement as if it had been followed, and completes it. It has cost nothing, the
 * engine does not know it, and nobody is told (SMP-2). Returns the run's id.
 */
export async function importRun(
  tx: Transaction,
  { services, tenantId, principal }: RequestContext,
  engagementId: string,
  startedAt: Date,
): Promise<string> {
  const runId = createId();
  await tx.query({
    name: 'insert_recorded_run',
    text: `insert into platform.runs
        (id, tenant_id, engagement_id, kind, status, started_at, confirmed_at, started_by, recorded)
      values ($1, $2, $3, 'run', 'running', $4, $4, $5, true)`,
    values: [runId, tenantId, engagementId, startedAt, actorUserId(principal)],
  });
  const locked = await lockRun(tx, tenantId, { runId, engagementId });
  if (!locked) throw new Error('The run is missing that was just inserted');
  for (const event of readRecordedEvents(startedAt).filter(({ type }) => stored.includes(type)))
    await applyEngineEvent(tx, services, { ...locked, isRecorded: true }, event, null);
  await finishRun(tx, services, locked, { failure: null, notify: false });
  return runId;
}
