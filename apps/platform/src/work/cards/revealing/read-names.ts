import type { Transaction } from '@ecp/database/database';
import { selectEngagement } from '../../engagements/engagement-rows.ts';
import { listClients } from '../../engagements/list-clients.ts';
import type { NamesToFind } from './client-names.ts';

/** Reads the names that a card must not reveal. `engagementId` is null if the card's engagement has been deleted. */
export async function readNames(tx: Transaction, tenantId: string, engagementId: string | null): Promise<NamesToFind> {
  const otherClients = await listClients(tx, tenantId);
  if (engagementId === null) return { own: null, otherClients };
  const { rows } = await tx.query(selectEngagement(tenantId, engagementId));
  const [engagement] = rows;
  return { own: engagement ? { client: engagement.client, name: engagement.name } : null, otherClients };
}
