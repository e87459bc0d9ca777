import { ApiError } from '@ecp/contract/declaring/errors';
import type { Schedule, ScheduleBody, SchedulePeriod } from '@ecp/contract/work/recurring';
import { createId } from '@ecp/database/create-id';
import type { Statement } from '@ecp/database/statement';
import { IsDate } from 'typebox/format';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { type RequestContext, responsibleUserId } from '../../kernel/context.ts';
import type { Services } from '../../kernel/services.ts';
import { firstRow } from '../../kernel/sql.ts';
import {
  lockEngagement,
  lockEngagementIfThere,
  readOfEngagement,
  selectEngagement,
} from '../../material/engagements/engagement-rows.ts';

/**
 * Sets or replaces a schedule; the caller, or the maker of the key, gets the mails. Errors:
 * `not_found`, `invalid_request` for a start that is no date or not in the future.
 */
export async function setSchedule(
  context: RequestContext,
  engagementId: string,
  { every, start }: ScheduleBody,
): Promise<Schedule> {
  const { services, tenantId, principal } = context;
  const now = services.clock.now();
  const startsAt = readStart(start, now);
  return context.commit(async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    await tx.query({
      name: 'set_schedule',
      text: `insert into platform.engagement_schedules
          (tenant_id, engagement_id, every, starts_at, next_at, made_by, created_at)
        values ($1, $2, $3, $4, $4, $5, $6)
        on conflict (tenant_id, engagement_id) do update
          set every = excluded.every, starts_at = excluded.starts_at, next_at = excluded.next_at,
            made_by = excluded.made_by, created_at = excluded.created_at`,
      values: [tenantId, engagementId, every, startsAt, responsibleUserId(principal), now],
    });
    await recordAudit(tx, context, {
      action: 'schedule.set',
      resourceType: 'engagement',
      resourceId: engagementId,
      metadata: { every, start: startsAt.toISOString() },
    });
    const { rows } = await tx.query(selectSchedule(tenantId, engagementId));
    const row = firstRow(rows);
    return toSchedule(row);
  });
}

function readStart(given: string, now: Date): Date {
  const startsAt = new Date(given);
  // The parser takes 31 February for 3 March.
  const isDay = IsDate(given.slice(0, 10));
  const message =
    !isDay || Number.isNaN(startsAt.getTime()) ? 'must be a date' : 'must be in the future';
  if (isDay && startsAt > now) return startsAt;
  throw new ApiError('invalid_request', { details: [{ path: '/start', message }] });
}

/** Reads the schedule of an engagement, null without one. Error: `not_found`. */
export async function getSchedule(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ schedule: Schedule | null }> {
  const [[row]] = await readOfEngagement(services.database, tenantId, engagementId, [
    selectSchedule(tenantId, engagementId),
  ]);
  return { schedule: row ? toSchedule(row) : null };
}

/**
 * Ends the schedule of an engagement. Its checks and proposals stay. Error: `not_found` without a
 * schedule.
 */
export function deleteSchedule(
  context: RequestContext,
  engagementId: string,
): Promise<{ success: boolean }> {
  const { tenantId } = context;
  return context.commit(async (tx) => {
    const { rowCount } = await tx.query({
      name: 'delete_schedule',
      text: 'delete from platform.engagement_schedules where tenant_id = $1 and engagement_id = $2',
      values: [tenantId, engagementId],
    });
    if (rowCount === 0) throw new ApiError('not_found');
    await recordAudit(tx, context, {
      action: 'schedule.delete',
      resourceType: 'engagement',
      resourceId: engagementId,
    });
    return { success: true };
  });
}

/** Schedules that one pass begins; the next pass begins the others. */
const schedulesInPass = 500;

interface DueRow {
  tenant_id: string;
  engagement_id: string;
}

interface LockedSchedule {
  every: SchedulePeriod;
  starts_at: Date;
  next_at: Date;
  made_by: string | null;
}

/**
 * Begins one check for each due schedule, however many due times have passed; not for archived
 * engagements.
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
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} due checks could not begin`);
}

function beginCheck(
  services: Services,
  { tenant_id: tenantId, engagement_id: engagementId }: DueRow,
): Promise<void> {
  const now = services.clock.now();
  return services.database.withTenant(tenantId, async (tx) => {
    // Setting a schedule takes the locks in this order too.
    if (!(await lockEngagementIfThere(tx, tenantId, engagementId))) return;
    const { rows } = await tx.query<LockedSchedule>({
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
    if (rowCount === 1)
      await services.durable.enqueue(tx, 'checkSources', updateId, { tenantId, updateId });
  });
}

const weekMs = 7 * 24 * 3_600_000;
const monthsOf = { month: 1, quarter: 3 } as const;

/**
 * Returns the first due time after a moment, with the start's day and time in UTC, or the month's
 * last day.
 */
export function nextCheckAt(
  { every, startsAt }: { every: SchedulePeriod; startsAt: Date },
  after: Date,
): Date {
  if (startsAt > after) return startsAt;
  if (every === 'week') {
    const passed = Math.floor((after.getTime() - startsAt.getTime()) / weekMs);
    return new Date(startsAt.getTime() + (passed + 1) * weekMs);
  }
  const step = monthsOf[every];
  const months =
    (after.getUTCFullYear() - startsAt.getUTCFullYear()) * 12 +
    after.getUTCMonth() -
    startsAt.getUTCMonth();
  // The due time of the present month may be over or still to come, so one of two is next.
  const count = Math.floor(months / step);
  const candidate = addMonths(startsAt, count * step);
  return candidate > after ? candidate : addMonths(startsAt, (count + 1) * step);
}

function addMonths(start: Date, months: number): Date {
  const moved = new Date(start);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(
    Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0),
  ).getUTCDate();
  moved.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return moved;
}

export interface ScheduleRow {
  engagement_id: string;
  every: SchedulePeriod;
  starts_at: Date;
  next_at: Date;
  maker: string | null;
  created_at: Date;
}

/** The columns of ScheduleRow of a schedule `s` with its maker `u`, for select lists. */
export const scheduleColumns = `s.engagement_id, s.every, s.starts_at, s.next_at, coalesce(u.name, u.email) as maker,
  s.created_at`;

export function toSchedule({
  every,
  starts_at,
  next_at,
  maker,
  created_at,
}: ScheduleRow): Schedule {
  return {
    every,
    start: starts_at.toISOString(),
    nextAt: next_at.toISOString(),
    createdBy: maker,
    createdAt: created_at.toISOString(),
  };
}

function selectSchedule(tenantId: string, engagementId: string): Statement<ScheduleRow> {
  return {
    name: 'select_schedule',
    text: `select ${scheduleColumns} from platform.engagement_schedules s
      left join platform.users u on u.tenant_id = s.tenant_id and u.id = s.made_by
      where s.tenant_id = $1 and s.engagement_id = $2`,
    values: [tenantId, engagementId],
  };
}
