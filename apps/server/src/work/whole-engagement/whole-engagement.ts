import { ApiError } from '@ecp/contract/declaring/errors';
import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { type Timeline, timelineColumn } from '../../kernel/sql.ts';
import {
  lockEngagement,
  ownerVersion,
  selectEngagement,
  toEngagement,
} from '../../material/engagements/engagement-rows.ts';
import { deleteCardsOf } from '../../material/library/cards.ts';
import { runVersionsOf, selectRunsOf, toRun } from '../../material/run-records/run-rows.ts';
import { engagementPrefix } from '../../material/stored-files/stored-files.ts';
import { deliverableVersionsOf, selectDeliverablesOf } from '../documents/deliverable-rows.ts';
import { readDeliverables } from '../documents/deliverables.ts';
import {
  ofEngagement,
  selectWaitingOf,
  waitingCommentsIn,
  waitingQuestionsIn,
} from '../queue/queue.ts';

/**
 * Reads an engagement with newest runs, deliverables if they are wanted, and what waits, in one
 * round trip unless there are many versions; those beyond a bound are left out, with `complete`
 * false. Error: `not_found`.
 */
export async function getEngagement(
  { services, tenantId }: RequestContext,
  engagementId: string,
  {
    questions,
    comments,
    withDeliverables,
  }: Pick<DetailVersion, 'questions' | 'comments'> & { withDeliverables: boolean },
): Promise<{ detail: EngagementDetail; complete: boolean }> {
  const [[engagement], runs, [counts], first = []] = await services.database.batchTenant(tenantId, [
    selectEngagement(tenantId, engagementId),
    selectRunsOf(tenantId, engagementId),
    selectWaitingOf(tenantId, engagementId, null),
    ...(withDeliverables ? [selectDeliverablesOf(tenantId, engagementId)] : []),
  ]);
  if (!engagement || !counts) throw new ApiError('not_found');
  const { deliverables, complete } = await readDeliverables(
    services,
    tenantId,
    engagementId,
    first,
  );
  const waiting = { ...counts, questions, comments };
  return {
    detail: { ...toEngagement(engagement), runs: runs.map(toRun), deliverables, waiting },
    complete,
  };
}

/** The state of what an engagement's detail shows; `xmin` is unique to each version of a row. */
interface DetailVersion extends Timeline {
  engagement: string;
  owner: string | null;
  /** The versions of the runs and of the deliverables; null without any. */
  runs: string | null;
  deliverables: string | null;
  /**
   * Questions and comments that wait. Their rows go, so the body shows these counts and none that
   * are read later.
   */
  questions: number;
  comments: number;
}

/**
 * Selects the version of an engagement's detail in the current tenant; no row if the tenant has no
 * such engagement.
 */
export function selectDetailVersion(engagementId: string): Statement<DetailVersion> {
  return { name: 'select_detail_version', text: detailVersionText, values: [engagementId] };
}

const countIn = (rowsIn: typeof waitingCommentsIn) =>
  `(select count(*) from (${rowsIn(ofEngagement('platform.current_tenant_id()', '$1'))}) w where not e.sample)`;

const detailVersionText = `
  select e.xmin::text as engagement, ${ownerVersion} as owner, ${runVersionsOf('$1')} as runs,
    ${deliverableVersionsOf('$1')} as deliverables,
    ${countIn(waitingQuestionsIn)} as questions, ${countIn(waitingCommentsIn)} as comments,
    ${timelineColumn}
  from platform.engagements e where e.tenant_id = platform.current_tenant_id() and e.id = $1`;

/**
 * Deletes an engagement permanently, with the engine's data of it; durable work deletes its files,
 * while released cards and the month's count stay. Errors: `not_found`; `engagement_running` while a run
 * is active or paused.
 */
export async function deleteEngagement(
  context: RequestContext,
  engagementId: string,
): Promise<{ success: true }> {
  const { tenantId, services } = context;
  await context.transaction(async (tx) => {
    const engagement = await lockEngagement(tx, tenantId, engagementId);
    if (engagement.status === 'running' || engagement.status === 'paused')
      throw new ApiError('engagement_running');
    await deleteCardsOf(tx, tenantId, engagementId);
    await tx.query({
      name: 'delete_engagement',
      text: 'delete from platform.engagements where tenant_id = $1 and id = $2',
      values: [tenantId, engagementId],
    });
    await recordAudit(tx, context, {
      action: 'engagement.delete',
      resourceType: 'engagement',
      resourceId: engagementId,
      metadata: { name: engagement.name },
    });
    const prefix = engagementPrefix(tenantId, engagementId);
    await services.durable.enqueue(tx, 'deleteStoredFiles', `engagement-${engagementId}`, {
      tenantId,
      prefix,
    });
  });
  return { success: true };
}
