import type { RunPattern } from '@ecp/contract/values/run-facts';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';

/** Stores the library entry of a run (INS-1). */
export async function insertLibraryEntry(
  tx: Transaction,
  entry: { tenantId: string; engagementId: string; title: string; jsonData: RunPattern; createdAt: Date },
): Promise<void> {
  await tx.query({
    name: 'insert_library_entry',
    text: `insert into platform.library_entries (id, tenant_id, engagement_id, title, json_data, created_at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [
      createId(),
      entry.tenantId,
      entry.engagementId,
      entry.title,
      JSON.stringify(entry.jsonData),
      entry.createdAt,
    ],
  });
}
