/** The timeline of the database's log. */
export interface Timeline {
  timeline: string;
}

/**
 * The column of Timeline, for versions. A database that was restored or promoted counts on from an earlier moment, and
 * its new timeline tells its numbers from those that the lost transactions had. A standby has no current position of the
 * log; its control file names the timeline that it follows.
 */
export const timelineColumn = `
  case when pg_is_in_recovery() then (
    select lpad(upper(to_hex(greatest(timeline_id, min_recovery_end_timeline))), 8, '0')
    from pg_control_checkpoint(), pg_control_recovery()
  ) else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;
