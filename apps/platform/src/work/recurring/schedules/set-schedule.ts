import { ApiError } from '@ecp/contract/declaring/errors';
import type { Schedule, ScheduleBody } from '@ecp/contract/work/recurring';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import { type RequestContext, responsibleUserId } from '../../../kernel/context.ts';
import { lockEngagement } from '../../engagements/engagement-rows.ts';
import { selectSchedule, toSchedule } from './schedule-rows.ts';

/**
 * Sets when the sources of an engagement are read again, in place of an earlier schedule. The caller gets the mails;
 * for a key, the member who made it does (REC-1). Errors: `not_found`, `invalid_request` for a start that is no date or
 * not in the future.
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
    if (!(await lockEngagement(tx, tenantId, engagementId))) throw new ApiError('not_found');
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
    const [row] = rows;
    if (!row) throw new Error('The upsert of a schedule left no row');
    return toSchedule(row);
  });
}

function readStart(given: string, now: Date): Date {
  const startsAt = new Date(given);
  // The parser takes 31 February for 3 March.
  const day = new Date(`${given.slice(0, 10)}T00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(given.slice(0, 10));
  const message = !isDay || Number.isNaN(startsAt.getTime()) ? 'must be a date' : 'must be in the future';
  if (isDay && startsAt > now) return startsAt;
  throw new ApiError('invalid_request', { details: [{ path: '/start', message }] });
}
