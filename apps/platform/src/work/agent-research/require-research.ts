import { ApiError } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';
import type { RunTarget } from '../../kernel/keys/tokens.ts';
import type { Services } from '../../kernel/services.ts';
import { type EngagementRow, selectEngagement } from '../engagements/engagement-rows.ts';
import { ResearchRefused } from '../research/research-refused.ts';

/**
 * Returns the engagement of a run. Throws ResearchRefused `not_enabled` where it or the installation does no research.
 * Error: `not_found`.
 */
export async function requireResearch(
  tx: Transaction,
  { research }: Services,
  { tenantId, engagementId }: RunTarget,
): Promise<EngagementRow> {
  const { rows } = await tx.query(selectEngagement(tenantId, engagementId));
  const [engagement] = rows;
  if (!engagement) throw new ApiError('not_found');
  if (!engagement.research_enabled || research.search === null) throw new ResearchRefused('not_enabled');
  return engagement;
}
