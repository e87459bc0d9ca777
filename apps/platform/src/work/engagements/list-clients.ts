import type { Transaction } from '@ecp/database/database';

/** Most clients that are listed. */
const maxClients = 500;

/** Newest engagements whose clients are looked at. */
const newestEngagements = 10_000;

/** Lists the names of the clients of the tenant's newest engagements, each once, the newest first. */
export async function listClients(tx: Transaction, tenantId: string): Promise<string[]> {
  const { rows } = await tx.query<{ client: string }>({
    name: 'list_clients',
    text: `select client from (
        select client, created_at from platform.engagements where tenant_id = $1
        order by created_at desc, id desc limit ${newestEngagements}
      ) newest group by client order by max(created_at) desc limit ${maxClients}`,
    values: [tenantId],
  });
  return rows.map(({ client }) => client);
}
