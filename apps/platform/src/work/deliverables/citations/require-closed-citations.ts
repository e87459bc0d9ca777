import { ApiError } from '@ecp/contract/declaring/errors';
import { countOpen } from '@ecp/contract/values/citation-counts';
import type { ReviewBody } from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import { requiresVerifiedCitations } from '../../../identity/tenants/policies.ts';
import { type CitationCountColumns, toCitationCounts } from './citation-counts.ts';

/** Returns the number of a version's open citations; 0 when they were never checked. */
export function openCitationsOf(version: CitationCountColumns): number {
  const counts = toCitationCounts(version);
  return counts ? countOpen(counts) : 0;
}

/**
 * Refuses to approve a version with open citations where the tenant requires verified ones, unless an admin overrides
 * with a reason (contract 9). A client is not told how many are open. Errors: `citations_open`,
 * `override_reason_required`, `admin_access_required`.
 * @returns the reason of the override; null where none was needed
 */
export async function requireClosedCitations(
  tx: Transaction,
  tenantId: string,
  version: CitationCountColumns,
  {
    override,
    isAdmin,
    isClient,
  }: { override: ReviewBody['override'] | undefined; isAdmin: boolean; isClient: boolean },
): Promise<string | null> {
  const count = openCitationsOf(version);
  if (count === 0 || !(await requiresVerifiedCitations(tx, tenantId))) return null;
  if (isClient) throw new ApiError('client_citations_open');
  if (!override) throw new ApiError('citations_open', { values: { count } });
  if (!isAdmin) throw new ApiError('admin_access_required');
  const reason = override.reason?.trim();
  if (!reason) throw new ApiError('override_reason_required');
  return reason;
}
