import type { Transaction } from '@ecp/database/database';

/** Tells whether a dossier holds the sources themselves, besides their hashes. */
export async function includesSourcesInDossier(tx: Transaction, tenantId: string): Promise<boolean> {
  const { rows } = await tx.query<{ included: boolean }>({
    name: 'includes_sources_in_dossier',
    text: 'select include_sources_in_dossier as included from platform.tenants where id = $1',
    values: [tenantId],
  });
  return rows[0]?.included ?? false;
}
