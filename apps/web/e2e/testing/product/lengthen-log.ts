import { queryProduct } from '../../../../../e2e/testing/main-job.ts';

/**
 * Inserts `count` log lines, `Line 1 of many` and so on, before the final event of an engagement's
 * ended run.
 */
export async function lengthenLog(
  dataDir: string,
  engagementId: string,
  count: number,
): Promise<void> {
  const statements = [
    `update engine.events e set seq = e.seq + $2::integer from engine.runs r
      where r.engagement_id = $1 and e.run_id = r.id and e.seq = r.last_event`,
    `insert into engine.events (tenant_id, run_id, seq, event_key, type, data)
      select tenant_id, id, last_event - 1 + n, 'bulk:' || n, 'log', json_build_object('level', 'info', 'code', 'task_started',
        'agent', null, 'taskId', null, 'message', 'Line ' || n || ' of many')
      from engine.runs, generate_series(1, $2::integer) n where engagement_id = $1`,
    'update engine.runs set last_event = last_event + $2::integer where engagement_id = $1',
  ];
  for (const statement of statements) await queryProduct(dataDir, statement, [engagementId, count]);
}
