import { ApiError } from '@ecp/contract/declaring/errors';
import type { RequestContext } from '../../../kernel/context.ts';
import type { TextReader } from '../../../kernel/text-work.ts';
import { selectDeliverable } from '../deliverable-rows.ts';
import { readText } from '../old-texts/read-texts.ts';
import { createUnifiedDiff, type DiffSide } from './unified-diff.ts';

const sideOf = ({ version, content }: DiffSide): DiffSide => ({ version, content });

/** Compares texts; long ones in a child. */
export const diffReader: TextReader<{ filename: string; older: DiffSide; newer: DiffSide }, string> = {
  name: 'diff',
  shortWeight: 60_000,
  read: ({ filename, older, newer }) => createUnifiedDiff(filename, older, newer),
};

/**
 * Compares two versions of a deliverable (DEL-9). Errors: `not_found` when one of them is unknown, `text_too_complex`,
 * `service_unavailable`.
 */
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
  const sides = { filename, older: sideOf(older), newer: sideOf(newer) };
  return { from, to, diff: await services.texts.run(tenantId, diffReader, sides) };
}
