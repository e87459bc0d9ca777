import { ApiError } from '@ecp/contract/errors';
import type { RequestContext } from '../../kernel/context.ts';
import { type DeliverableRow, selectDeliverable } from './deliverable-rows.ts';
import { createUnifiedDiff } from './unified-diff.ts';

/** Compares two versions of a deliverable (DEL-9). Error: `not_found` when either is unknown. */
export async function diffDeliverable(
  { services, tenantId }: RequestContext,
  input: { engagementId: string; filename: string; from: number; to: number },
): Promise<{ from: number; to: number; diff: string }> {
  const { engagementId, filename, from, to } = input;
  const found = await services.database.batchTenant(
    tenantId,
    [from, to].map((version) => selectDeliverable(tenantId, engagementId, filename, version)),
  );
  const [older, newer] = found.map(([row]) => row as DeliverableRow | undefined);
  if (!older || !newer) throw new ApiError('not_found');
  return { from, to, diff: createUnifiedDiff(filename, older, newer) };
}
