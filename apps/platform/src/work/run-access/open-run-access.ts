import { ApiError } from '@ecp/contract/declaring/errors';
import { type RunAccessPurpose, type RunTarget, readRunToken } from '../../kernel/keys/tokens.ts';
import type { Services } from '../../kernel/services.ts';
import { findRun, isActive } from '../runs/records/lock-run.ts';

/**
 * Returns what the token of a run opens (TAB-15, RES-2). Error: `authentication_required`, the same for a wrong token
 * and for one whose run has ended.
 */
export async function openRunAccess(
  { keys, database }: Pick<Services, 'keys' | 'database'>,
  purpose: RunAccessPurpose,
  token: string,
): Promise<RunTarget> {
  const target = readRunToken(keys, purpose, token);
  const run = target && (await findRun(database, target.tenantId, target.runId));
  if (!run || run.engagement_id !== target.engagementId || !isActive(run.status)) {
    throw new ApiError('authentication_required');
  }
  return target;
}
