import type { RunSnapshot } from '@ecp/contract/engine/engine-api';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { RunPattern } from '@ecp/contract/values/run-facts';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Redact } from '@ecp/tracing/redact-secrets';
import { cleanValue } from '../../kernel/clean-value.ts';
import { recordEvent } from '../../kernel/outbox.ts';
import type { RunEffects } from '../../kernel/ports.ts';
import type { Services } from '../../kernel/services.ts';
import {
  type EngagementState,
  setEngagementStatus,
} from '../../material/engagements/engagement-rows.ts';
import { readTasks, storePlannedTasks } from '../../material/engagements/tasks.ts';
import { recordCitations } from '../../material/evidence/citations.ts';
import { recordConflict, recordFigures } from '../../material/evidence/conflicts.ts';
import { recordCardUses } from '../../material/library/card-uses.ts';
import {
  concernOf,
  isActive,
  lockRun,
  type RunState,
} from '../../material/run-records/run-state.ts';
import {
  clearUnscoredTask,
  insertQualityScore,
  recordUnscoredTask,
} from '../../material/run-records/scores.ts';
import { announceQuestion } from '../conversations/questions/questions.ts';
import { isInternal } from '../documents/deliverable-rows.ts';
import {
  insertDeliverable,
  type NewDeliverable,
  recordAssumptions,
  recordUpstreams,
} from '../documents/writing/new-versions.ts';
import { awaitFindings } from '../documents/writing/rechecks.ts';
import { joinDelivered } from '../documents/writing/run-documents.ts';
import { finishRun } from './run-transitions.ts';

type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>;
interface LockedRun {
  run: RunState;
  engagement: EngagementState;
  /** True for a recorded run, of which no subscriber is told. */
  isRecorded?: boolean;
}

/**
 * Makes the effects of events, which begin once the services are open. Events of what is no run of
 * an engagement, as a plan, have none, and neither has one of a deleted engagement. `redact` removes
 * the secrets of the process; by default those of the services.
 */
export function createRunEffects(opened: Promise<Services>, redact?: Redact): RunEffects {
  return {
    async apply(tx, { tenantId, runId }, event, snapshot) {
      const { rows } = await tx.query<{ engagementId: string }>({
        name: 'engagement_of_run',
        text: 'select engagement_id as "engagementId" from platform.runs where tenant_id = $1 and id = $2',
        values: [tenantId, runId],
      });
      const [run] = rows;
      if (!run) return;
      const locked = await lockRun(tx, tenantId, { runId, ...run });
      if (!locked || !isActive(locked.run.status)) return;
      const services = await opened;
      const clean = cleanValue(event, redact ?? services.redact);
      await applyEngineEvent(tx, services, locked, clean, snapshot ?? null);
    },
  };
}

/**
 * Applies one event with its outbound event and mail, under the locks of lockRun; a pause stores
 * `snapshot`.
 */
export async function applyEngineEvent(
  tx: Transaction,
  services: Services,
  locked: LockedRun,
  event: EngineEvent,
  snapshot: RunSnapshot | null,
): Promise<void> {
  const { id: engagementId, tenant_id: tenantId } = locked.engagement;
  switch (event.type) {
    case 'status':
      return applyStatus(tx, services, locked, event, snapshot);
    case 'cost':
      return applyCost(tx, tenantId, locked.run.id, event);
    case 'plan':
      return event.planned ? storePlannedTasks(tx, tenantId, engagementId, event.tasks) : undefined;
    case 'deliverable':
      return applyDeliverable(tx, services, locked, event);
    case 'score':
      return applyScore(tx, services, locked, event);
    case 'unscored':
      return recordUnscoredTask(tx, { tenantId, engagementId, runId: locked.run.id, event });
    case 'question': {
      const questionContext = {
        tenantId,
        engagementName: locked.engagement.name,
        runId: locked.run.id,
      };
      return announceQuestion(
        tx,
        services,
        { ...questionContext, ...concernOf(locked.run) },
        event,
      );
    }
    case 'conflict':
      return recordConflict(tx, { tenantId, engagementId, runId: locked.run.id }, event);
    case 'analytics':
      await tx.query({
        name: 'set_run_analytics',
        text: 'update platform.runs set analytics = $3 where tenant_id = $1 and id = $2',
        values: [tenantId, locked.run.id, JSON.stringify(event.analytics)],
      });
      return;
    case 'library_entry': {
      // The sample is no experience of the firm.
      if (locked.engagement.sample) return;
      const { title, jsonData, timestamp } = event;
      return insertLibraryEntry(tx, {
        tenantId,
        engagementId,
        title,
        jsonData,
        createdAt: new Date(timestamp),
      });
    }
    // Logs, lists and the stream show these from the records of the engine.
    case 'question_assumed':
    case 'log':
    case 'task_started':
    case 'task_complete':
    case 'delegation':
    case 'waiting':
      return;
  }
}

async function applyStatus(
  tx: Transaction,
  services: Services,
  locked: LockedRun,
  { status, error, failureReason }: EventOf<'status'>,
  snapshot: RunSnapshot | null,
): Promise<void> {
  if (status === 'completed' || status === 'failed') {
    const failure = status === 'failed' ? { reason: failureReason, message: error } : null;
    await finishRun(tx, services, locked, { failure, notify: true });
    return;
  }
  const { run, engagement } = locked;
  if (run.status === status) return;
  await tx.query({
    name: 'set_run_status',
    text: 'update platform.runs set status = $3, pause_snapshot = $4 where tenant_id = $1 and id = $2',
    values: [
      engagement.tenant_id,
      run.id,
      status,
      status === 'paused' ? JSON.stringify(snapshot) : null,
    ],
  });
  run.status = status;
  await setEngagementStatus(tx, engagement.tenant_id, engagement.id, status);
}

async function applyCost(
  tx: Transaction,
  tenantId: string,
  runId: string,
  event: EventOf<'cost'>,
): Promise<void> {
  const costNanoUsd = Math.round(event.estimated_cost * 1e9);
  await tx.query({
    name: 'set_run_cost',
    text: `update platform.runs set cost_nano_usd = $3, input_tokens = $4, output_tokens = $5, steps = $6
      where tenant_id = $1 and id = $2`,
    values: [tenantId, runId, costNanoUsd, event.input_tokens, event.output_tokens, event.steps],
  });
}

async function applyDeliverable(
  tx: Transaction,
  services: Services,
  { run, engagement, isRecorded }: LockedRun,
  event: EventOf<'deliverable'>,
): Promise<void> {
  const { id: engagementId, tenant_id: tenantId } = engagement;
  const {
    taskId,
    filename,
    content = '',
    noteAnswers = [],
    objections = [],
    assumptions = [],
    timestamp,
  } = event;
  const taken = await joinDelivered(tx, services, tenantId, { ...event, engagementId, content });
  const about = { engagementId, runId: run.id, taskId, filename };
  const createdAt = new Date(timestamp);
  const byAgent = {
    origin: 'agent',
    editedBy: null,
    note: null,
    authorId: run.ordered_by,
  } as const;
  const newDeliverable = { tenantId, ...about, createdAt, ...byAgent };
  if (taken.asMade)
    await insertAsMade(
      tx,
      services,
      { ...newDeliverable, runId: null, content, sections: taken.asMade },
      event,
    );
  const { citations, figures, lacksJudge = false, ...text } = taken;
  const { id: deliverableId, version } = await insertDeliverable(tx, services, {
    ...newDeliverable,
    ...text,
    noteAnswers,
    objections,
  });
  if (citations) {
    await recordCitations(tx, tenantId, deliverableId, citations);
    await recordCardUses(tx, { tenantId, engagementId, deliverableId }, citations);
  }
  await recordAssumptions(tx, tenantId, { engagementId, deliverableId, questionIds: assumptions });
  if (figures) await recordFigures(tx, { tenantId, engagementId, deliverableId, figures });
  await awaitFindings(tx, services, tenantId, { deliverableId, lacksCheck: false, lacksJudge });
  // Internal files are reports of the engine that no subscriber waits for.
  if (isInternal(filename)) return;
  const task = (await readTasks(tx, tenantId, engagementId)).find(({ id }) => id === taskId);
  const dependsOn = task?.dependsOn ?? [];
  await recordUpstreams(tx, tenantId, {
    engagementId,
    deliverableId,
    dependsOn,
    runStartedAt: run.started_at,
  });
  if (isRecorded) return;
  await recordEvent(tx, services, tenantId, 'deliverable.ready', {
    ...about,
    deliverableId,
    version,
  });
}

/**
 * Keeps the document as the run made it as a version, before the one that has the words of people
 * in it.
 */
async function insertAsMade(
  tx: Transaction,
  services: Services,
  newDeliverable: Omit<NewDeliverable, 'wordCount' | 'noteAnswers' | 'objections'>,
  { wordCount, citations }: EventOf<'deliverable'>,
): Promise<void> {
  const { id } = await insertDeliverable(tx, services, {
    ...newDeliverable,
    wordCount,
    noteAnswers: [],
    objections: [],
  });
  if (citations) await recordCitations(tx, newDeliverable.tenantId, id, citations);
}

async function applyScore(
  tx: Transaction,
  services: Services,
  { run, engagement, isRecorded }: LockedRun,
  event: EventOf<'score'>,
): Promise<void> {
  const { id: engagementId, tenant_id: tenantId } = engagement;
  const isNew = await insertQualityScore(tx, { tenantId, engagementId, runId: run.id, event });
  if (!isNew || isRecorded) return;
  const { taskId, taskName, score, rubricType } = event;
  await clearUnscoredTask(tx, { tenantId, runId: run.id, taskId });
  const about = { engagementId, runId: run.id, taskId, taskName, score, rubricType };
  await recordEvent(tx, services, tenantId, 'quality.scored', about);
}

/** Stores the library entry of a run. */
export async function insertLibraryEntry(
  tx: Transaction,
  entry: {
    tenantId: string;
    engagementId: string;
    title: string;
    jsonData: RunPattern;
    createdAt: Date;
  },
): Promise<void> {
  await tx.query({
    name: 'insert_library_entry',
    text: `insert into platform.library_entries (id, tenant_id, engagement_id, title, json_data, created_at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [
      createId(),
      entry.tenantId,
      entry.engagementId,
      entry.title,
      JSON.stringify(entry.jsonData),
      entry.createdAt,
    ],
  });
}
