import type { Transaction } from '@ecp/database/database';
import type { DocumentFigures } from '@ecp/evidence/ledger/figure';
import { selectLatestFigures } from './select-latest-figures.ts';

/** Most documents whose figures a run is given. */
const maxDocuments = 200;

/** Reads the figures of an engagement's latest documents, for a run that starts (contract 10). */
export async function readLatestFigures(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<DocumentFigures[]> {
  const { rows } = await tx.query(selectLatestFigures(tenantId, engagementId));
  return rows.slice(0, maxDocuments).map(({ filename, version, figures }) => ({ filename, version, figures }));
}
