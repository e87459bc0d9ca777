import { ApiError } from '@ecp/contract/declaring/errors';
import type { DeliverableDetail } from '@ecp/contract/work/deliverables';
import { actorAuthor, type RequestContext } from '../../../kernel/context.ts';
import { selectDeliverable, selectLatestDeliverable } from '../deliverable-rows.ts';
import { readDetail } from '../get-deliverable.ts';
import { readText } from '../old-texts/read-texts.ts';
import { prepareVersion, writeVersion } from './write-version.ts';

/**
 * Makes the text of an earlier version the next version, as the caller (WRI-3). Sections keep the authors that they had
 * there. Errors: `not_found`, `nothing_changed`; `not_latest_version` when somebody writes at the same time, or has
 * written since `baseVersion`.
 */
export async function restoreDeliverable(
  context: RequestContext,
  input: { engagementId: string; filename: string; version: number; baseVersion?: number | undefined },
): Promise<DeliverableDetail> {
  const { services, tenantId, principal } = context;
  const { engagementId, filename, version } = input;
  const [[stored], [latest]] = await services.database.batchTenant(tenantId, [
    selectDeliverable(tenantId, engagementId, filename, version),
    selectLatestDeliverable(tenantId, engagementId, filename),
  ]);
  if (!stored || !latest) throw new ApiError('not_found');
  const restored = await readText(services.storage, stored);
  const text = { engagementId, filename, content: restored.content, baseVersion: input.baseVersion ?? latest.version };
  const prepared = await prepareVersion(context, text, restored);
  return context.commit(async (tx) => {
    const written = await writeVersion(tx, context, prepared, {
      ...{ origin: 'human', author: actorAuthor(principal), note: null },
      metadata: { restoredVersion: version },
    });
    return readDetail(tx, tenantId, written);
  });
}
