import type { Schedule, SchedulePeriod } from '@ecp/contract/work/recurring';
import type { Statement } from '@ecp/database/statement';

/** A row of platform.engagement_schedules with the name of its maker. */
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

/** Turns a row into the wire form. */
export function toSchedule({ every, starts_at, next_at, maker, created_at }: ScheduleRow): Schedule {
  return {
    every,
    start: starts_at.toISOString(),
    nextAt: next_at.toISOString(),
    createdBy: maker,
    createdAt: created_at.toISOString(),
  };
}

/** Selects the schedule of an engagement. */
export function selectSchedule(tenantId: string, engagementId: string): Statement<ScheduleRow> {
  return {
    name: 'select_schedule',
    text: `select ${scheduleColumns} from platform.engagement_schedules s
      left join platform.users u on u.tenant_id = s.tenant_id and u.id = s.made_by
      where s.tenant_id = $1 and s.engagement_id = $2`,
    values: [tenantId, engagementId],
  };
}
