import { createHash } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { LedgerFigure } from '@ecp/contract/work/figures';
import type { FigureGroup } from '@ecp/evidence/ledger/figure';
import { foldLabel } from '@ecp/evidence/ledger/fold-label';
import { groupFigures } from '@ecp/evidence/ledger/group-figures';
import type { RequestContext } from '../../../kernel/context.ts';
import { selectEngagementExists } from '../../engagements/engagement-rows.ts';
import { selectLatestFigures } from './select-latest-figures.ts';

/**
 * Lists the figures of an engagement's latest documents, those that conflict first (contract 10). Error: `not_found`.
 */
export async function listFigures(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ figures: LedgerFigure[] }> {
  const [engagements, documents] = await services.database.batchTenant(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    selectLatestFigures(tenantId, engagementId),
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  const groups = groupFigures(documents).toSorted((a, b) => Number(b.conflict) - Number(a.conflict));
  return { figures: groups.map((group) => ({ id: identify(group), ...group })) };
}

/** Returns an id that stays the same while label, unit and period do. */
function identify({ label, unit, period }: FigureGroup): string {
  const key = JSON.stringify([foldLabel(label), unit, period]);
  return createHash('sha256').update(key).digest('hex').slice(0, 24);
}
