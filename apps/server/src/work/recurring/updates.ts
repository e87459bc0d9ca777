import { ApiError } from '@ecp/contract/declaring/errors';
import {
  type CheckedSource,
  type EngagementUpdate,
  type UpdateAccepted,
  type UpdateChange,
  type UpdateStatus,
  updateListLimit,
} from '@ecp/contract/work/recurring';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { callerOf, recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorName, type RequestContext, responsibleUserId } from '../../kernel/context.ts';
import { EncodedJson, encodeArray } from '../../kernel/encoded-json.ts';
import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { requireFound } from '../../kernel/sql.ts';
import {
  type EngagementState,
  lockEngagement,
  readOfEngagement,
} from '../../material/engagements/engagement-rows.ts';
import { readTasks } from '../../material/engagements/tasks.ts';
import {
  EngineUnavailableError,
  engineErrorOf,
} from '../../material/engine-client/engine-client.ts';
import { isActive } from '../../material/run-records/run-state.ts';
import { type LatestDeliverable, selectLatestDeliverables } from '../documents/deliverable-rows.ts';
import { recordReview } from '../documents/reviewing/reviews.ts';
import { insertRun } from '../runs/starting/run-start.ts';
import { commitStart } from '../runs/starting/start-request.ts';
import type { SourceRow } from './checking/cited-sources.ts';
import { type NotedChanges, writeNote } from './revision-note.ts';
import { type ScheduleRow, scheduleColumns, toSchedule } from './schedules.ts';

/**
 * Lists the last checks of an engagement's sources with their proposals, newest first. Error:
 * `not_found`.
 */
export async function listUpdates(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<EncodedJson> {
  const [rows] = await readOfEngagement<[UpdateRow]>(services.database, tenantId, engagementId, [
    {
      name: 'list_updates',
      text: `select ${updateColumns} from platform.engagement_updates u
        where tenant_id = $1 and engagement_id = $2 order by due_at desc, id desc limit $3`,
      values: [tenantId, engagementId, updateListLimit],
    },
  ]);
  return new EncodedJson(`{"updates":${await encodeArray(rows.map(toUpdate))}}`);
}

const amendmentStarted = 'Amendment started';

interface Target {
  engagementId: string;
  updateId: string;
}

/**
 * Accepts a proposal: reviews request revisions, and one run amends these documents, in one
 * transaction, so that a refused start leaves the proposal open. Newer versions are left out.
 * Errors: `not_found`, `update_decided`, `update_outdated`, `already_running`, `budget_exhausted`,
 * `engine_error`.
 */
export async function acceptUpdate(
  context: RequestContext,
  target: Target,
): Promise<UpdateAccepted> {
  const { tenantId } = context;
  const { engagementId, updateId } = target;
  return commitStart(context, engagementId, async (tx) => {
    const engagement = await lockEngagement(tx, tenantId, engagementId);
    const { changes } = await requireOpenProposal(tx, tenantId, target);
    if (isActive(engagement.status)) throw new ApiError('already_running');
    const latest = await listConcerned(tx, tenantId, engagementId, changes);
    const taskIds = [...new Set(latest.flatMap(({ task_id: id }) => id ?? []))];
    if (taskIds.length === 0) throw new ApiError('update_outdated');
    const inserted = await insertRun(tx, context, engagement, {
      kind: 'rerun_update',
      taskIds,
      updateId,
    });
    const runId = inserted.id;
    for (const { filename, version } of latest) {
      await requestRevision(tx, context, engagement, {
        updateId,
        filename,
        version,
        runId,
        ...writeNote(filename, changes),
      });
    }
    await decideUpdate(tx, context, updateId, { status: 'accepted', runId });
    const amended = latest.map(({ filename, version }) => ({ filename, version }));
    await recordAudit(tx, context, {
      action: 'update.accept',
      resourceType: 'update',
      resourceId: updateId,
      metadata: { engagementId, runId, documents: amended },
    });
    const answer: UpdateAccepted = {
      runId,
      status: 'running',
      message: amendmentStarted,
      documents: amended,
    };
    return { run: inserted, answer };
  }).catch((error: unknown) => {
    throw error instanceof EngineUnavailableError ? engineErrorOf(error) : error;
  });
}

/**
 * Lists the documents of a proposal that are still the latest and have a task, in the order of the
 * tasks.
 */
async function listConcerned(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  changes: readonly UpdateChange[],
): Promise<LatestDeliverable[]> {
  const named = changes.flatMap(({ documents }) => documents);
  const { rows } = await tx.query(selectLatestDeliverables(tenantId, engagementId));
  const places = new Map(
    (await readTasks(tx, tenantId, engagementId)).map(({ id }, index) => [id, index]),
  );
  const placeOf = ({ task_id: id }: LatestDeliverable) => places.get(id ?? '') ?? -1;
  return rows
    .filter((row) => placeOf(row) >= 0)
    .filter(({ filename, version }) =>
      named.some((one) => one.filename === filename && one.version === version),
    )
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Reviews the version as the caller, in the transaction of the decision. */
async function requestRevision(
  tx: Transaction,
  context: RequestContext,
  engagement: EngagementState,
  asked: NotedChanges & { updateId: string; filename: string; version: number; runId: string },
): Promise<void> {
  const { updateId, filename, version, notes, runId, sourceChanges } = asked;
  const review = { filename, version, action: 'request_revision', notes } as const;
  const amendment = { runId, sourceChanges };
  const memberId = responsibleUserId(context.principal);
  const reviewer = { ...callerOf(context), memberId, metadata: { updateId }, amendment };
  await recordReview(tx, context.services, engagement, review, reviewer);
}

/** Dismisses a proposal: the documents stay as they are. Errors: `not_found`, `update_decided`. */
export function dismissUpdate(
  context: RequestContext,
  target: { engagementId: string; updateId: string },
): Promise<EngagementUpdate> {
  const { tenantId } = context;
  const { engagementId, updateId } = target;
  return context.commit(async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    const row = await requireOpenProposal(tx, tenantId, target);
    const decided = await decideUpdate(tx, context, updateId, { status: 'dismissed', runId: null });
    await recordAudit(tx, context, {
      action: 'update.dismiss',
      resourceType: 'update',
      resourceId: updateId,
      metadata: { engagementId },
    });
    return toUpdate({ ...row, ...decided, status: 'dismissed' });
  });
}

/** Records a person's decision about an open proposal. The caller holds the engagement's lock. */
async function decideUpdate(
  tx: Transaction,
  { tenantId, services, principal }: RequestContext,
  updateId: string,
  decision: { status: 'accepted' | 'dismissed'; runId: string | null },
): Promise<{ decided_by_name: string; decided_at: Date }> {
  const decided = { decided_by_name: actorName(principal), decided_at: services.clock.now() };
  await tx.query({
    name: 'decide_update',
    text: `update platform.engagement_updates set status = $3, run_id = $4, decided_by_name = $5, decided_at = $6
      where tenant_id = $1 and id = $2`,
    values: [
      tenantId,
      updateId,
      decision.status,
      decision.runId,
      decided.decided_by_name,
      decided.decided_at,
    ],
  });
  return decided;
}

/** Throws `not_found` unless the tenant's engagement has the check. */
export async function requireUpdate(
  database: Database,
  tenantId: string,
  { id, updateId }: { id: string; updateId: string },
): Promise<void> {
  await requireFound(database, tenantId, selectUpdate(tenantId, id, updateId));
}

/**
 * Reads an undecided proposal under the engagement's lock. Errors: `not_found`, `update_decided`.
 */
async function requireOpenProposal(
  tx: Transaction,
  tenantId: string,
  { engagementId, updateId }: { engagementId: string; updateId: string },
): Promise<UpdateRow> {
  const { rows } = await tx.query(selectUpdate(tenantId, engagementId, updateId));
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  if (row.status !== 'proposed') throw new ApiError('update_decided');
  return row;
}

/**
 * A row of platform.engagement_updates, with the sources that the check has read, in their order.
 */
interface UpdateRow {
  id: string;
  engagement_id: string;
  due_at: Date;
  status: UpdateStatus;
  checked_at: Date | null;
  changes: UpdateChange[];
  cost: EngagementUpdate['cost'];
  decided_by_name: string | null;
  decided_at: Date | null;
  run_id: string | null;
  sources: Pick<SourceRow, 'kind' | 'source_id' | 'title' | 'url' | 'outcome' | 'refusal'>[];
}

/** The columns of UpdateRow of an update `u`, for select lists. */
const updateColumns = `id, engagement_id, due_at, status, checked_at, changes, cost, decided_by_name, decided_at,
  run_id, coalesce((
    select json_agg(json_build_object('kind', s.kind, 'source_id', s.source_id, 'title', s.title, 'url', s.url,
      'outcome', s.outcome, 'refusal', s.refusal) order by s.position)
    from platform.update_sources s where s.tenant_id = u.tenant_id and s.update_id = u.id
  ), '[]') as sources`;

function selectUpdate(
  tenantId: string,
  engagementId: string,
  updateId: string,
): Statement<UpdateRow> {
  return {
    name: 'select_update',
    text: `select ${updateColumns} from platform.engagement_updates u
      where tenant_id = $1 and engagement_id = $2 and id = $3`,
    values: [tenantId, engagementId, updateId],
  };
}

function toUpdate(row: UpdateRow): EngagementUpdate {
  return {
    id: row.id,
    dueAt: row.due_at.toISOString(),
    checkedAt: row.checked_at?.toISOString() ?? null,
    status: row.status,
    sources: row.sources.map(toCheckedSource),
    changes: row.changes,
    cost: row.cost,
    decidedBy: row.decided_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    runId: row.run_id,
  };
}

function toCheckedSource({
  kind,
  source_id: id,
  title,
  url,
  outcome,
  refusal,
}: UpdateRow['sources'][number]): CheckedSource {
  const why = { reason: refusal?.reason ?? null, detail: refusal?.detail ?? null };
  return { kind, source: { id, title, url }, outcome, ...why };
}

export const exportedSchedules: ExportPart<ScheduleRow & { id: string }> = {
  name: 'schedules',
  page: {
    text: `select s.engagement_id as id, ${scheduleColumns} from platform.engagement_schedules s
      left join platform.users u on u.tenant_id = s.tenant_id and u.id = s.made_by
      where s.tenant_id = $1 and s.engagement_id > $2 order by s.engagement_id limit $3`,
  },
  pageRows: 500,
  toRecord: (row) => ({ ...toSchedule(row), engagementId: row.engagement_id }),
};

export const exportedUpdates: ExportPart<UpdateRow> = {
  name: 'updates',
  page: pageOf('platform.engagement_updates u', updateColumns),
  pageRows: 100,
  toRecord: (row) => ({ ...toUpdate(row), engagementId: row.engagement_id }),
};
