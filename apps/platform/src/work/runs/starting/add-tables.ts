import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { runQueryPath } from '@ecp/contract/engine/tool-access';
import type { Transaction } from '@ecp/database/database';
import { signRunToken } from '../../../kernel/keys/tokens.ts';
import type { Services } from '../../../kernel/services.ts';
import { listRunQueries } from '../../tables/reading/list-run-queries.ts';
import { listRunTables } from '../../tables/reading/list-run-tables.ts';
import { selectWithoutTable } from '../../tables/records/table-rows.ts';

/** A run learns of at most this many sheets and files that give no table. */
const maxWithoutTable = 200;

/**
 * Adds the tables of the engagement, what gives none, its newest queries, and the run's access to the tables to the
 * request (TAB-12). A run without tables and queries has no access. A plan is made and priced without all this.
 */
export async function addTables(
  tx: Transaction,
  { config, keys }: Pick<Services, 'config' | 'keys'>,
  tenantId: string,
  request: StartRunRequest,
): Promise<StartRunRequest> {
  const engagementId = request.engagement.id;
  const tables = await listRunTables(tx, tenantId, engagementId);
  const queries = await listRunQueries(tx, tenantId, engagementId);
  const { rows: withoutTable } = await tx.query(selectWithoutTable(tenantId, engagementId, maxWithoutTable));
  if (tables.length + queries.length === 0) return { ...request, tables, withoutTable, queries };
  const token = signRunToken(keys, 'query access', { tenantId, engagementId, runId: request.runId });
  const queryAccess = { url: `${config.engineCallbackUrl}${runQueryPath}`, token };
  return { ...request, tables, withoutTable, queries, queryAccess };
}
