import { ApiError } from '@ecp/contract/declaring/errors';
import type { Services } from '../../kernel/services.ts';
import { findRun, isActive } from '../runs/records/lock-run.ts';
import { type QueryTarget, readQueryToken } from '../tables/query-tokens.ts';

/**
 * Returns what the token of a run opens (TAB-15). Error: `authentication_required`, the same for a wrong token and for
 * one whose run has ended.
 */
export async function openQueryAccess(
  { keys, database }: Pick<Services, 'keys' | 'database'>,
  token: string,
): Promise<QueryTarget> {
  const target = readQueryToken(keys, token);
  const run = target && (await findRun(database, target.tenantId, target.runId));
  if (!run || run.engagement_id !== target.engagementId || !isActive(run.status)) {
    throw new ApiError('authentication_required');
  }
  return target;
}
