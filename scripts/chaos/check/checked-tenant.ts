import type { BalancedClient } from '../load/client.ts';

/** A tenant as its owner sees it through the API. */
export interface CheckedTenant {
  client: Pick<BalancedClient, 'send'>;
  engagementIds: string[];
}
