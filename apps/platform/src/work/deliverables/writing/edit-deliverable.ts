import type { DeliverableDetail, EditBody } from '@ecp/contract/work/deliverables';
import { actorAuthor, actorUserId, type RequestContext } from '../../../kernel/context.ts';
import { readDetail } from '../get-deliverable.ts';
import { endDraft } from './drafts.ts';
import { prepareVersion, writeVersion } from './write-version.ts';

/**
 * Writes the next version of a deliverable as the caller (WRI-1). The caller's draft of the file is done with. Errors:
 * `not_found`, `not_latest_version`, `nothing_changed`.
 */
export async function editDeliverable(
  context: RequestContext,
  { note, ...text }: EditBody & { engagementId: string; filename: string },
): Promise<DeliverableDetail> {
  const prepared = await prepareVersion(context, text);
  const author = actorAuthor(context.principal);
  return context.commit(async (tx) => {
    const written = { origin: 'human', author, note: note?.trim() ? note.trim() : null } as const;
    const version = await writeVersion(tx, context, prepared, written);
    const userId = actorUserId(context.principal);
    if (userId !== null) await endDraft(tx, context.tenantId, { ...text, userId });
    return readDetail(tx, context.tenantId, version);
  });
}
