import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { FailureReason } from '@ecp/contract/values/run-facts';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { Run } from '@ecp/contract/work/runs';
import type { Statement } from '@ecp/database/statement';

export interface RunRow {
  id: string;
  engagement_id: string;
  status: Exclude<EngagementStatus, 'pending'>;
  started_at: Date;
  finished_at: Date | null;
  cost_nano_usd: number;
  input_tokens: number;
  output_tokens: number;
  error: string | null;
  failure_reason: FailureReason | null;
  pause_snapshot: Record<string, unknown> | null;
}

export const runColumns =
  'id, engagement_id, status, started_at, finished_at, cost_nano_usd, input_tokens, output_tokens, error, failure_reason, pause_snapshot';

/** Limits the runs in one response. */
const maxRuns = 200;

/** Selects an engagement's newest runs, newest first. */
export function selectRunsOf(tenantId: string, engagementId: string): Statement<RunRow> {
  return {
    name: 'select_runs_of',
    text: `select ${runColumns} from platform.runs where tenant_id = $1 and engagement_id = $2
      order by started_at desc, id desc limit ${maxRuns}`,
    values: [tenantId, engagementId],
  };
}

/**
 * SQL for the row versions of the runs that selectRunsOf selects, in the current tenant.
 * `engagementId` is SQL.
 */
export const runVersionsOf = (engagementId: string): string => `(
    select string_agg(run.version, ' ' order by run.id) from (
      select id, xmin::text as version from platform.runs
      where tenant_id = platform.current_tenant_id() and engagement_id = ${engagementId}
      order by started_at desc, id desc limit ${maxRuns}
    ) run
  )`;

export function toRun(row: RunRow): Run {
  return {
    id: row.id,
    engagementId: row.engagement_id,
    status: row.status,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    estimatedCost: nanoToUsd(row.cost_nano_usd),
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    error: row.error,
    failureReason: row.failure_reason,
    pauseSnapshot: row.pause_snapshot,
  };
}

/** The latest run of an engagement, which tasks it executes, and how many runs there are. */
export interface LatestRun
  extends Pick<RunRow, 'id' | 'status' | 'started_at' | 'finished_at' | 'cost_nano_usd'> {
  failure_reason: FailureReason | null;
  /** Null for a run of all tasks. */
  task_ids: string[] | null;
  completed: number;
  total: number;
}

/** Selects the latest run of an engagement with the numbers of all its runs. */
export function selectLatestRunOf(tenantId: string, engagementId: string): Statement<LatestRun> {
  return {
    name: 'select_latest_run_of',
    text: `select id, status, started_at, finished_at, cost_nano_usd, failure_reason,
        case kind when 'rerun' then coalesce(rerun_task_ids, array[rerun_task_id]) end as task_ids,
        (count(*) filter (where status = 'completed') over everything)::integer as completed,
        (count(*) over everything)::integer as total
      from platform.runs where tenant_id = $1 and engagement_id = $2
      window everything as (rows between unbounded preceding and unbounded following)
      order by started_at desc, id desc limit 1`,
    values: [tenantId, engagementId],
  };
}

interface RunCounts {
  active: number;
  /** Number of runs that failed in the last 24 hours, without stopped runs. */
  failed: number;
}

/**
 * Counts a tenant's runs in one row, each count from an index of its few rows. `now` is the end of
 * the 24 hours.
 */
export function countRuns(tenantId: string, now: Date): Statement<RunCounts> {
  return {
    name: 'count_runs',
    text: `select (
        select count(*) from platform.runs where tenant_id = $1 and status in ('running', 'paused')
      )::integer as active, (
        select count(*) from platform.runs where tenant_id = $1 and status = 'failed'
          and failure_reason is distinct from 'stopped' and finished_at > $2::timestamptz - interval '24 hours'
      )::integer as failed`,
    values: [tenantId, now],
  };
}
