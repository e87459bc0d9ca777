import type { SchedulePeriod } from '@ecp/contract/work/recurring';
import { createId } from '@ecp/database/create-id';
import type { Services } from '../../../kernel/services.ts';
import { lockEngagement, selectEngagement } from '../../engagements/engagement-rows.ts';
import { nextCheckAt } from './next-check-at.ts';

/** Schedules that one pass begins; the next pass begins the others. */
const schedulesInPass = 500;

interface DueRow {
  tenant_id: string;
  engagement_id: string;
}

interface LockedRow {
  every: SchedulePeriod;
  starts_at: Date;
  next_at: Date;
  made_by: string | null;
}

/**
 * Begins a check for each schedule that is due. Any process may call it at any time: of several, one begins the check,
 * and however many due times have passed, it begins once (REC-3). An archived engagement is not checked.
 */
export async function beginDueChecks(services: Services, signal?: AbortSignal): Promise<void> {
  const [due] = await services.database.batchSystem<[DueRow]>([
    {
      name: 'list_due_schedules',
      text: `select tenant_id, engagement_id from platform.engagement_schedules
        where next_at <= $1 order by next_at limit $2`,
      values: [services.clock.now(), schedulesInPass],
    },
  ]);
  const failures: unknown[] = [];
  for (const row of due) {
    if (signal?.aborted) break;
    await beginCheck(services, row).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} due checks could not begin`);
}

function beginCheck(services: Services, { tenant_id: tenantId, engagement_id: engagementId }: DueRow): Promise<void> {
  const now = services.clock.now();
  return services.database.withTenant(tenantId, async (tx) => {
    // Setting a schedule takes the locks in this order too.
    if (!(await lockEngagement(tx, tenantId, engagementId))) return;
    const { rows } = await tx.query<LockedRow>({
      name: 'lock_due_schedule',
      text: `select every, starts_at, next_at, made_by from platform.engagement_schedules
        where tenant_id = $1 and engagement_id = $2 and next_at <= $3 for update`,
      values: [tenantId, engagementId, now],
    });
    const [schedule] = rows;
    if (!schedule) return;
    const { every, starts_at: startsAt, next_at: dueAt, made_by: madeBy } = schedule;
    await tx.query({
      name: 'move_schedule_on',
      text: `update platform.engagement_schedules set next_at = $3 where tenant_id = $1 and engagement_id = $2`,
      values: [tenantId, engagementId, nextCheckAt({ every, startsAt }, now)],
    });
    const { rows: engagements } = await tx.query(selectEngagement(tenantId, engagementId));
    const [engagement] = engagements;
    if (!engagement || engagement.archived_at !== null) return;
    const updateId = createId();
    const { rowCount } = await tx.query({
      name: 'insert_update',
      text: `insert into platform.engagement_updates (tenant_id, id, engagement_id, made_by, due_at, status)
        select $1, $2, $3, $4, $5, 'checking' where not exists (
          select from platform.engagement_updates
          where tenant_id = $1 and engagement_id = $3 and (status = 'checking' or due_at = $5)
        )`,
      values: [tenantId, updateId, engagementId, madeBy, dueAt],
    });
    if (rowCount === 1) await services.durable.enqueue(tx, 'checkSources', updateId, { tenantId, updateId });
  });
}
