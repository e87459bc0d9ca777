import type { Transaction } from '@ecp/database/database';

/** Most clients that are listed. */
const maxClients = 500;

/** Lists the names of the tenant's clients, each once, those of the newest engagements first. */
export async function listClients(tx: Transaction, tenantId: string): Promise<string[]> {
  const { rows } = await tx.query<{ client: string }>({
    name: 'list_clients',
    text: `select client from platform.engagements where tenant_id = $1
      group by client order by max(created_at) desc limit ${maxClients}`,
    values: [tenantId],
  });
  return rows.map(({ client }) => client);
}
