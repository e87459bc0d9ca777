import { ApiError } from '@ecp/contract/declaring/errors';
import type { RequestContext } from '../../../kernel/context.ts';
import { selectDeliverable } from '../deliverable-rows.ts';
import { readText } from '../old-texts/read-texts.ts';
import { createUnifiedDiff } from './unified-diff.ts';

/** Compares two versions of a deliverable (DEL-9). Error: `not_found` when one of them is unknown. */
export async function diffDeliverable(
  { services, tenantId }: RequestContext,
  input: { engagementId: string; filename: string; from: number; to: number },
): Promise<{ from: number; to: number; diff: string }> {
  const { engagementId, filename, from, to } = input;
  const [[first], [second]] = await services.database.batchTenant(tenantId, [
    selectDeliverable(tenantId, engagementId, filename, from),
    selectDeliverable(tenantId, engagementId, filename, to),
  ]);
  if (!first || !second) throw new ApiError('not_found');
  const [older, newer] = await Promise.all([readText(services.storage, first), readText(services.storage, second)]);
  return { from, to, diff: createUnifiedDiff(filename, older, newer) };
}
