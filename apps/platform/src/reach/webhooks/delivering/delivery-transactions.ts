import type { Database } from '@ecp/database/database';
import { shareTransactions } from '@ecp/database/share-transactions';
import type { RowsOf, Statements } from '@ecp/database/statement';

/** Reads and records deliveries. Batches of a tenant that wait at the same moment share a transaction. */
export type DeliveryTransactions = Pick<Database, 'batchTenant'>;

/** Creates those of one process. */
export function createDeliveryTransactions(database: Pick<Database, 'batchTenant'>): DeliveryTransactions {
  const send = shareTransactions((tenantId, statements) => database.batchTenant(tenantId, statements));
  return {
    batchTenant: <Rows extends readonly unknown[]>(tenantId: string, statements: Statements<Rows>) =>
      send(tenantId, statements) as Promise<RowsOf<Rows>>,
  };
}

declare module '../../../kernel/services.ts' {
  interface Services {
    deliveryTransactions: DeliveryTransactions;
  }
}
