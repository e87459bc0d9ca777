import { ApiError } from '@ecp/contract/declaring/errors';
import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { FailureReason } from '@ecp/contract/values/run-facts';
import type { RunLogs, RunProgress } from '@ecp/contract/work/runs';
import type { RequestContext } from '../../kernel/context.ts';
import {
  type EngagementState,
  selectEngagementState,
} from '../../material/engagements/engagement-rows.ts';
import { EngineUnavailableError } from '../../material/engine-client/engine-client.ts';
import { findLatestRun } from '../../material/run-records/run-state.ts';
import { readRecordedLogs } from './recorded/recorded-run.ts';

interface ProgressRow {
  id: string;
  cost_nano_usd: number;
  steps: number;
  error: string | null;
  failure_reason: FailureReason | null;
}

/** Returns the status of the latest run. Error: `not_found`. */
export async function getRunStatus(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<RunProgress> {
  const [[engagement], [run]] = await services.database.batchTenant<[EngagementState, ProgressRow]>(
    tenantId,
    [
      selectEngagementState(tenantId, engagementId),
      {
        name: 'select_run_progress',
        text: `select id, cost_nano_usd, steps, error, failure_reason from platform.runs
        where tenant_id = $1 and engagement_id = $2 order by started_at desc, id desc limit 1`,
        values: [tenantId, engagementId],
      },
    ],
  );
  if (!engagement) throw new ApiError('not_found');
  return {
    engagementId,
    runId: run?.id ?? null,
    status: engagement.status,
    estimated_cost: nanoToUsd(run?.cost_nano_usd ?? 0),
    steps: run?.steps ?? 0,
    error: run?.error ?? null,
    budget: nanoToUsd(engagement.budget_nano_usd),
    failureReason: run?.failure_reason ?? null,
  };
}

/**
 * Returns the latest run's log lines from `offset`; none if the engine is unreachable. Error:
 * `not_found`.
 */
export async function getRunLogs(
  context: RequestContext,
  engagementId: string,
  offset: number,
): Promise<RunLogs> {
  const { services, tenantId } = context;
  const { status, run } = await findLatestRun(services.database, tenantId, engagementId);
  const none = { logs: [], entries: [], total: 0, status };
  if (!run) return none;
  if (run.recorded) return withLines({ ...readRecordedLogs(run, offset), status });
  try {
    const read = await services.engine.getLogs(tenantId, run.id, offset);
    return withLines(read);
  } catch (error) {
    if (error instanceof EngineUnavailableError) return none;
    throw error;
  }
}

function withLines(read: Omit<RunLogs, 'logs'>): RunLogs {
  return { ...read, logs: read.entries.map(({ timestamp, message }) => `${timestamp} ${message}`) };
}
