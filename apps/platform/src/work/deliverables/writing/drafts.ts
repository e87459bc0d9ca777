import { ApiError } from '@ecp/contract/declaring/errors';
import { type DraftState, writingLimits } from '@ecp/contract/work/deliverables';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import { actorName, type RequestContext, responsibleUserId } from '../../../kernel/context.ts';
import { type DraftOf, selectDrafts, selectLatestVersion, toDraftState } from './draft-rows.ts';

type File = Omit<DraftOf, 'userId'>;

/** Reads the caller's draft of a file, and who else is editing it (WRI-11, WRI-12). Error: `not_found`. */
export async function getDraft({ services, tenantId, principal }: RequestContext, file: File): Promise<DraftState> {
  const [[latest], drafts] = await services.database.batchTenant(tenantId, [
    selectLatestVersion(tenantId, file),
    selectDrafts(tenantId, { ...file, userId: responsibleUserId(principal) }),
  ]);
  if (!latest) throw new ApiError('not_found');
  return toDraftState(drafts, latest.version);
}

/**
 * Saves the caller's draft of a file in place of an earlier one (WRI-11). A draft may build on a version that is no
 * longer the latest: the writer merges later. Errors: `not_found`, `draft_limit_reached`.
 */
export async function saveDraft(
  context: RequestContext,
  { content, baseVersion, ...file }: File & { content: string; baseVersion: number },
): Promise<DraftState> {
  const { tenantId, principal } = context;
  const userId = responsibleUserId(principal);
  return context.commit(async (tx) => {
    const { rows: latest } = await tx.query(selectLatestVersion(tenantId, file));
    if (!latest[0] || baseVersion > latest[0].version) throw new ApiError('not_found');
    await requireRoom(tx, tenantId, { ...file, userId });
    await tx.query({
      name: 'save_draft',
      text: `insert into platform.drafts (tenant_id, id, engagement_id, filename, user_id, user_name, content, base_version)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (tenant_id, engagement_id, filename, user_id) do update
        set content = excluded.content, base_version = excluded.base_version, user_name = excluded.user_name,
          saved_at = clock_timestamp()`,
      values: [
        ...[tenantId, createId(), file.engagementId, file.filename, userId, actorName(principal)],
        ...[content, baseVersion],
      ],
    });
    const { rows } = await tx.query(selectDrafts(tenantId, { ...file, userId }));
    return toDraftState(rows, latest[0].version);
  });
}

/** Refuses a further draft of a person who has many. */
async function requireRoom(tx: Transaction, tenantId: string, draft: DraftOf): Promise<void> {
  const { rows } = await tx.query<{ others: number }>({
    name: 'count_drafts',
    text: `select count(*) as others from platform.drafts
      where tenant_id = $1 and user_id = $2 and not (engagement_id = $3 and filename = $4)`,
    values: [tenantId, draft.userId, draft.engagementId, draft.filename],
  });
  const limit = writingLimits.drafts;
  if ((rows[0]?.others ?? 0) >= limit) throw new ApiError('draft_limit_reached', { values: { limit } });
}

/** Discards the caller's draft of a file. Without one, nothing happens (WRI-11). */
export async function deleteDraft(context: RequestContext, file: File): Promise<{ success: boolean }> {
  return context.commit(async (tx) => {
    await endDraft(tx, context.tenantId, { ...file, userId: responsibleUserId(context.principal) });
    return { success: true };
  });
}

/** Deletes the draft of a person, whose text is saved as a version or discarded. */
export async function endDraft(tx: Transaction, tenantId: string, draft: DraftOf): Promise<void> {
  await tx.query({
    name: 'delete_draft',
    text: `delete from platform.drafts
      where tenant_id = $1 and engagement_id = $2 and filename = $3 and user_id = $4`,
    values: [tenantId, draft.engagementId, draft.filename, draft.userId],
  });
}

/** Days after the last save that a draft is kept. */
const keptDays = 30;

/** Deletes old drafts of all tenants (WRI-11). Any process may call it at any time. */
export async function purgeOldDrafts(database: Database): Promise<void> {
  await database.batchSystem([
    {
      text: `delete from platform.drafts where saved_at < now() - $1 * interval '1 day'`,
      values: [keptDays],
    },
  ]);
}
