/** The timeline of the database's log. */
export interface Timeline {
  timeline: string;
}

/**
 * The column of Timeline, for versions. A database that was restored or promoted counts on from an earlier moment, and
 * its new timeline tells its numbers from those that the lost transactions had.
 */
export const timelineColumn = 'left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline';
