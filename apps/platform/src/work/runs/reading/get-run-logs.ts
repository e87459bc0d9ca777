import type { RunLogs } from '@ecp/contract/work/runs';
import type { RequestContext } from '../../../kernel/context.ts';
import { EngineUnavailableError } from '../../engine-client/engine-client.ts';
import { readRecordedLogs } from '../recorded/replay-run.ts';
import { findLatestRun } from '../records/find-latest-run.ts';

/**
 * Returns the engine's log lines of the latest run from `offset` on, also after the run has ended. When the engine is
 * unreachable, returns no lines and the stored status (FOL-5). Error: `not_found`.
 */
export async function getRunLogs(context: RequestContext, engagementId: string, offset: number): Promise<RunLogs> {
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
