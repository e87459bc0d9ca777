import { ApiError } from '@ecp/contract/declaring/errors';
import type { StaleRerunStarted } from '@ecp/contract/work/deliverables';
import type { SynthesisStarted } from '@ecp/contract/work/plans';
import type { RunStarted } from '@ecp/contract/work/runs';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import { actorUserId, type RequestContext, responsibleUserId } from '../../../kernel/context.ts';
import {
  type EngagementState,
  lockEngagement,
  selectEngagement,
  setEngagementStatus,
} from '../../../material/engagements/engagement-rows.ts';
import {
  hasTask,
  readTasks,
  storeTasks,
  withSynthesisTask,
} from '../../../material/engagements/tasks.ts';
import {
  EngineUnavailableError,
  engineErrorOf,
  startFailure,
} from '../../../material/engine-client/engine-client.ts';
import { requireModelKey } from '../../../material/model-keys/model-keys.ts';
import { requireMoney } from '../../../material/run-records/budget.ts';
import { isActive, lockRun, type RunToStart } from '../../../material/run-records/run-state.ts';
import { findLatestDeliverable } from '../../documents/deliverable-rows.ts';
import { listStaleTasks } from '../../documents/stale-versions.ts';
import { listPreviousVersions } from '../../documents/writing/material.ts';
import { finishRun } from '../run-transitions.ts';
import { commitStart } from './start-request.ts';

/** Starts a run of all tasks; of parallel calls, one succeeds. Errors: those of startChosen. */
export function startRun(context: RequestContext, engagementId: string): Promise<RunStarted> {
  return startChosen(context, engagementId, 'Run started', async () => ({
    what: { kind: 'run' },
    more: {},
  }));
}

/**
 * Reruns a deliverable's task with the reviewer's notes. Errors: those of startChosen; `not_found`,
 * also without a task.
 */
export function rerunDeliverable(
  context: RequestContext,
  { engagementId, filename }: { engagementId: string; filename: string },
): Promise<RunStarted> {
  const { tenantId } = context;
  return startChosen(context, engagementId, 'Rerun started', async (tx) => {
    const latest = await findLatestDeliverable(tx, tenantId, engagementId, filename);
    const taskId = latest?.task_id ?? null;
    if (taskId === null || !(await hasTask(tx, tenantId, engagementId, taskId)))
      throw new ApiError('not_found');
    return { what: { kind: 'rerun', taskId, filename }, more: {} };
  });
}

/**
 * Reruns the stale tasks and their downstream tasks. Errors: those of startChosen, `nothing_stale`.
 */
export function rerunStale(
  context: RequestContext,
  engagementId: string,
): Promise<StaleRerunStarted> {
  const { tenantId } = context;
  return startChosen(
    context,
    engagementId,
    'Rerun of the stale deliverables started',
    async (tx, { status }) => {
      if (isActive(status)) throw new ApiError('already_running');
      const tasks = await listStaleTasks(
        tx,
        tenantId,
        engagementId,
        await readTasks(tx, tenantId, engagementId),
      );
      if (tasks.length === 0) throw new ApiError('nothing_stale');
      return {
        what: { kind: 'rerun_stale', taskIds: tasks.map(({ taskId }) => taskId) },
        more: { tasks },
      };
    },
  );
}

/**
 * Writes the decision paper, whose task it adds if missing. Errors: those of startChosen,
 * `nothing_to_conclude` without a document of another task.
 */
export function writeSynthesis(
  context: RequestContext,
  engagementId: string,
): Promise<SynthesisStarted> {
  const { tenantId } = context;
  return startChosen(
    context,
    engagementId,
    'Writing the decision paper',
    async (tx, { status }) => {
      const [engagement] = (await tx.query(selectEngagement(tenantId, engagementId))).rows;
      if (!engagement) throw new ApiError('not_found');
      if (isActive(status)) throw new ApiError('already_running');
      const { taskId, tasks } = withSynthesisTask(engagement.brief, engagement.tasks);
      const documents = await listPreviousVersions(tx, tenantId, engagementId);
      if (documents.every((document) => document.taskId === taskId))
        throw new ApiError('nothing_to_conclude');
      await storeTasks(tx, tenantId, engagementId, tasks);
      return { what: { kind: 'synthesis', taskIds: [taskId] }, more: { taskId } };
    },
  );
}

/**
 * Inserts the run of `choose` and places its order in one transaction. Errors: `not_found`,
 * `already_running`, `model_key_required`, `engine_error`, those of requireMoney and `choose`.
 */
async function startChosen<More extends object>(
  context: RequestContext,
  engagementId: string,
  message: string,
  choose: (tx: Transaction, engagement: EngagementState) => Promise<{ what: RunKind; more: More }>,
): Promise<RunStarted & More> {
  const insertChosen = async (tx: Transaction) => {
    const engagement = await lockEngagement(tx, context.tenantId, engagementId);
    const { what, more } = await choose(tx, engagement);
    const run = await insertRun(tx, context, engagement, what);
    const answer: RunStarted & More = { runId: run.id, status: 'running', message, ...more };
    return { run, answer };
  };
  try {
    return await commitStart(context, engagementId, insertChosen);
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    await recordFailedStart(context, insertChosen, error);
    throw engineErrorOf(error);
  }
}

/** Keeps the run that could not start as a failed one. The response tells the caller why. */
async function recordFailedStart(
  context: RequestContext,
  insertChosen: (tx: Transaction) => Promise<{ run: RunToStart }>,
  error: EngineUnavailableError,
): Promise<void> {
  const { services, tenantId } = context;
  await context.transaction(async (tx) => {
    const { run } = await insertChosen(tx);
    const locked = await lockRun(tx, tenantId, { runId: run.id, engagementId: run.engagement_id });
    if (!locked) return;
    await finishRun(tx, services, locked, { failure: startFailure(error), notify: false });
  });
}

/** The tasks of a run: all, one, the stale ones, the synthesis, or those that a proposal amends. */
export type RunKind =
  | { kind: 'run' }
  | { kind: 'rerun'; taskId: string; filename: string }
  | { kind: 'rerun_stale' | 'synthesis'; taskIds: string[] }
  | { kind: 'rerun_update'; taskIds: string[]; updateId: string };

/**
 * Inserts a run of a locked engagement. The run starts later than all before it, whatever the clock
 * says, because readers take the last one. Errors: `already_running`, `model_key_required`, those of
 * requireMoney.
 */
export async function insertRun(
  tx: Transaction,
  context: RequestContext,
  engagement: EngagementState,
  what: RunKind,
): Promise<RunToStart> {
  const { tenantId, services, principal, requestKey } = context;
  if (isActive(engagement.status)) throw new ApiError('already_running');
  await requireModelKey(tx, services, tenantId);
  await requireMoney(tx, services, tenantId, engagement);
  if (requestKey) await removeFailedStarts(tx, tenantId, engagement.id, requestKey);
  const runId = createId();
  const { kind, ...about } = what;
  const taskIds = 'taskIds' in what ? what.taskIds : null;
  const taskId = what.kind === 'rerun' ? what.taskId : (taskIds?.[0] ?? null);
  const startedAt = services.clock.now();
  await tx.query({
    name: 'insert_run',
    text: `with superseded as (
        update platform.runs set superseded = true
        where tenant_id = $2 and engagement_id = $3 and status = 'failed' and not superseded
      )
      insert into platform.runs
      (id, tenant_id, engagement_id, kind, rerun_task_id, rerun_task_ids, status, started_at, started_by,
        ordered_by, request_key)
      select $1, $2, $3, $4, $5, $6, 'running', greatest($7::timestamptz, max(started_at) + interval '1 millisecond'),
        $8, $9, $10 from platform.runs where tenant_id = $2 and engagement_id = $3`,
    values: [
      runId,
      tenantId,
      engagement.id,
      kind === 'run' ? 'run' : 'rerun',
      taskId,
      taskIds,
      startedAt,
      actorUserId(principal),
      responsibleUserId(principal),
      requestKey,
    ],
  });
  await setEngagementStatus(tx, tenantId, engagement.id, 'running');
  await recordAudit(tx, context, {
    action: kind === 'run' ? 'run.start' : 'run.rerun',
    resourceType: 'engagement',
    resourceId: engagement.id,
    metadata: { runId, ...about },
  });
  return {
    id: runId,
    engagement_id: engagement.id,
    rerun_task_id: taskId,
    rerun_task_ids: taskIds,
  };
}

/** Removes failed runs of a request's earlier attempts, so that one key makes one run. */
async function removeFailedStarts(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  requestKey: string,
): Promise<void> {
  await tx.query({
    name: 'remove_failed_starts',
    text: `delete from platform.runs where tenant_id = $1 and engagement_id = $2 and request_key = $3
      and status = 'failed' and failure_reason = 'start_failed'`,
    values: [tenantId, engagementId, requestKey],
  });
}
