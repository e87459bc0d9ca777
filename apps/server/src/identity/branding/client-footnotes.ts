import type { FootnoteChoice } from '@ecp/contract/values/footnotes';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

/** Who reads a text, and what the request says about its footnotes. */
export interface FootnoteOrder {
  audience: 'team' | 'client';
  footnotes?: FootnoteChoice | undefined;
}

/**
 * Decides on the footnotes of a text: as the request says, else all for the team, and for a client
 * as the branding says.
 */
export async function chooseFootnotes(
  database: Database,
  tenantId: string,
  { audience, footnotes }: FootnoteOrder,
): Promise<FootnoteChoice> {
  if (footnotes !== undefined) return footnotes;
  if (audience === 'team') return 'all';
  const [[row]] = await database.batchTenant(tenantId, [selectClientFootnotes(tenantId)]);
  return row?.client_footnotes ?? 'all';
}

function selectClientFootnotes(tenantId: string): Statement<{ client_footnotes: FootnoteChoice }> {
  return {
    name: 'select_client_footnotes',
    text: 'select client_footnotes from platform.branding where tenant_id = $1',
    values: [tenantId],
  };
}
