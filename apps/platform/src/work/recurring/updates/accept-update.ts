import { ApiError } from '@ecp/contract/declaring/errors';
import type { UpdateAccepted, UpdateChange } from '@ecp/contract/work/recurring';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import { actorAuthor, type RequestContext } from '../../../kernel/context.ts';
import { reviewAs } from '../../deliverables/reviewing/review-deliverable.ts';
import { type LatestDeliverable, selectLatestDeliverables } from '../../deliverables/select-latest-deliverables.ts';
import { lockEngagement } from '../../engagements/engagement-rows.ts';
import { isActive } from '../../runs/records/lock-run.ts';
import { insertRun } from '../../runs/starting/insert-run.ts';
import { launchRun } from '../../runs/starting/launch-run.ts';
import { readTasks } from '../../tasks/read-tasks.ts';
import { decideUpdate } from './decide-update.ts';
import { requireOpenProposal } from './require-update.ts';
import { type NotedChanges, writeNote } from './write-note.ts';

const message = 'Amendment started';

interface Target {
  engagementId: string;
  updateId: string;
}

/**
 * Accepts a proposal: each document concerned gets a review that requests the revision of its sections, and one run
 * amends these documents alone (REC-9). Reviews, run, decision and audit entries are one transaction. A document that
 * has a newer version by now is left out. Errors: `not_found`, `update_decided`, `update_outdated`, `already_running`,
 * `budget_exhausted`, `engine_error`.
 */
export async function acceptUpdate(context: RequestContext, target: Target): Promise<UpdateAccepted> {
  const { tenantId } = context;
  const { engagementId, updateId } = target;
  const { run, documents } = await context.transaction(async (tx) => {
    const engagement = await lockEngagement(tx, tenantId, engagementId);
    if (!engagement) throw new ApiError('not_found');
    const { changes } = await requireOpenProposal(tx, tenantId, target);
    if (isActive(engagement.status)) throw new ApiError('already_running');
    const latest = await listConcerned(tx, tenantId, engagementId, changes);
    const taskIds = [...new Set(latest.flatMap(({ task_id: id }) => id ?? []))];
    if (taskIds.length === 0) throw new ApiError('update_outdated');
    const inserted = await insertRun(tx, context, engagement, { kind: 'rerun_update', taskIds, updateId });
    const runId = inserted.id;
    for (const { filename, version } of latest) {
      await requestRevision(tx, context, { ...target, filename, version, runId, ...writeNote(filename, changes) });
    }
    await decideUpdate(tx, context, updateId, { status: 'accepted', runId });
    const amended = latest.map(({ filename, version }) => ({ filename, version }));
    await recordAudit(tx, context, {
      action: 'update.accept',
      resourceType: 'update',
      resourceId: updateId,
      metadata: { engagementId, runId, documents: amended },
    });
    await context.storeProvisionalResponse(tx, { runId, status: 'running', message, documents: amended });
    return { run: inserted, documents: amended };
  });
  return { ...(await launchRun(context, run, message)), documents };
}

/** Lists the documents of a proposal that are still the latest and have a task, in the order of the tasks. */
async function listConcerned(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  changes: readonly UpdateChange[],
): Promise<LatestDeliverable[]> {
  const named = changes.flatMap(({ documents }) => documents);
  const { rows } = await tx.query(selectLatestDeliverables(tenantId, engagementId));
  const places = new Map((await readTasks(tx, tenantId, engagementId)).map(({ id }, index) => [id, index]));
  const placeOf = ({ task_id: id }: LatestDeliverable) => places.get(id ?? '') ?? -1;
  return rows
    .filter((row) => placeOf(row) >= 0)
    .filter(({ filename, version }) => named.some((one) => one.filename === filename && one.version === version))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Reviews the version as the caller, in the transaction of the decision. */
async function requestRevision(
  tx: Transaction,
  context: RequestContext,
  asked: Target & NotedChanges & { filename: string; version: number; runId: string },
): Promise<void> {
  const { engagementId, updateId, filename, version, notes, runId, sourceChanges } = asked;
  const { services, tenantId, principal } = context;
  await reviewAs(
    { services, tenantId, commit: (work) => work(tx) },
    { engagementId, filename, version, action: 'request_revision', notes },
    {
      author: actorAuthor(principal),
      actor: context,
      metadata: { updateId },
      amendment: { runId, sourceChanges },
      toBody: (result) => result,
    },
  );
}
