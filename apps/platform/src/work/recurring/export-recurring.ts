import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { type ScheduleRow, scheduleColumns, toSchedule } from './schedules/schedule-rows.ts';
import { toUpdate, type UpdateRow, updateColumns } from './updates/update-rows.ts';

/** Exports the schedules (REC-12). */
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

/** Exports the checks with their findings and proposals (REC-12). */
export const exportedUpdates: ExportPart<UpdateRow> = {
  name: 'updates',
  page: pageOf('platform.engagement_updates u', updateColumns),
  pageRows: 100,
  toRecord: (row) => ({ ...toUpdate(row), engagementId: row.engagement_id }),
};
