import type pg from 'pg';

/** Work of one kind that is not done. */
export interface WorkCount {
  work: string;
  /** `waiting` to begin, or `running`. */
  state: 'waiting' | 'running';
  count: number;
}

/** Counts the durable work that is not done, of all processes, by kind; a run that is followed is one `followRun`. */
export async function measureDurableWork(pool: pg.Pool): Promise<WorkCount[]> {
  const { rows } = await pool.query<WorkCount>(
    `select name as work, case status when 'PENDING' then 'running' else 'waiting' end as state, count(*)::integer as count
      from dbos_platform.workflow_status where status in ('PENDING', 'ENQUEUED', 'DELAYED') group by 1, 2`,
  );
  return rows;
}
