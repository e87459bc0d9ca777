import { ApiError } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';

/** Most recorded queries of an engagement, those of agents included (TAB-9). */
export const maxQueries = 500;

/** Throws `query_limit_reached` when an engagement has as many recorded queries as it may have. */
export async function requireQueryRoom(tx: Transaction, tenantId: string, engagementId: string): Promise<void> {
  const { rows } = await tx.query<{ count: number }>({
    name: 'count_queries',
    text: 'select count(*) from platform.queries where tenant_id = $1 and engagement_id = $2',
    values: [tenantId, engagementId],
  });
  if ((rows[0]?.count ?? 0) >= maxQueries) {
    throw new ApiError('query_limit_reached', { values: { limit: maxQueries } });
  }
}
