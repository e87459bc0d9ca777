import type { Transaction } from '@ecp/database/database';

/**
 * Deletes the cards of an engagement that is being deleted. Released ones stay, because a person has decided that they
 * belong to the firm; nothing in them leads to the engagement any more.
 */
export async function deleteCardsOf(tx: Transaction, tenantId: string, engagementId: string): Promise<void> {
  await tx.query({
    name: 'delete_unreleased_cards',
    text: `delete from platform.library_cards where tenant_id = $1 and engagement_id = $2 and status <> 'released'`,
    values: [tenantId, engagementId],
  });
  await tx.query({
    name: 'unlink_released_cards',
    text: `update platform.library_cards
      set engagement_id = null, deliverable_id = null, filename = null, version = null
      where tenant_id = $1 and engagement_id = $2`,
    values: [tenantId, engagementId],
  });
}
