import { ApiError } from '@ecp/contract/declaring/errors';
import { type DraftState, writingLimits } from '@ecp/contract/work/deliverables';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { actorName, type RequestContext, responsibleUserId } from '../../../kernel/context.ts';
import { type ExportPart, pageOf } from '../../../kernel/export-part.ts';

type File = Omit<DraftOf, 'userId'>;

/** Reads the caller's draft of a file, and who else is editing it. Error: `not_found`. */
export async function getDraft(
  { services, tenantId, principal }: RequestContext,
  file: File,
): Promise<DraftState> {
  const [[latest], drafts] = await services.database.batchTenant(tenantId, [
    selectLatestVersion(tenantId, file),
    selectDrafts(tenantId, { ...file, userId: responsibleUserId(principal) }),
  ]);
  if (!latest) throw new ApiError('not_found');
  return toDraftState(drafts, latest.version);
}

/**
 * Saves the caller's draft in place of an earlier one, on any version. Errors: `not_found`,
 * `draft_limit_reached`.
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
        tenantId,
        createId(),
        file.engagementId,
        file.filename,
        userId,
        actorName(principal),
        content,
        baseVersion,
      ],
    });
    const { rows } = await tx.query(selectDrafts(tenantId, { ...file, userId }));
    return toDraftState(rows, latest[0].version);
  });
}

/** Throws `draft_limit_reached` for a further draft of a person who has many. */
async function requireRoom(tx: Transaction, tenantId: string, draft: DraftOf): Promise<void> {
  const { rows } = await tx.query<{ others: number }>({
    name: 'count_drafts',
    text: `select count(*) as others from platform.drafts
      where tenant_id = $1 and user_id = $2 and not (engagement_id = $3 and filename = $4)`,
    values: [tenantId, draft.userId, draft.engagementId, draft.filename],
  });
  const limit = writingLimits.drafts;
  if ((rows[0]?.others ?? 0) >= limit)
    throw new ApiError('draft_limit_reached', { values: { limit } });
}

/** Discards the caller's draft of a file. Without one, nothing happens. */
export async function deleteDraft(
  context: RequestContext,
  file: File,
): Promise<{ success: boolean }> {
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

/** Deletes old drafts of all tenants. Any process may call it at any time. */
export async function purgeOldDrafts(database: Database): Promise<void> {
  await database.batchSystem([
    {
      text: `delete from platform.drafts where saved_at < now() - $1 * interval '1 day'`,
      values: [keptDays],
    },
  ]);
}

/** A draft of a file, the newest first; `is_own` is true for that of the caller. */
interface DraftRow {
  user_id: string;
  user_name: string;
  /** Null for drafts of others. */
  content: string | null;
  base_version: number;
  saved_at: Date;
  is_own: boolean;
}

interface DraftOf {
  engagementId: string;
  filename: string;
  userId: string;
}

/**
 * Time since the last save within which a person counts as editing, and most of such people that
 * are listed.
 */
const editing = { minutes: 2, people: 50 };

/** Selects the draft of a person, and those that others have saved within two minutes. */
function selectDrafts(
  tenantId: string,
  { engagementId, filename, userId }: DraftOf,
): Statement<DraftRow> {
  return {
    name: 'select_drafts',
    text: `select user_id, user_name, case when user_id = $4 then content end as content, base_version, saved_at,
        user_id = $4 as is_own
      from platform.drafts
      where tenant_id = $1 and engagement_id = $2 and filename = $3
        and (user_id = $4 or saved_at > now() - $5 * interval '1 minute')
      order by is_own desc, saved_at desc, user_id limit $6`,
    values: [tenantId, engagementId, filename, userId, editing.minutes, editing.people + 1],
  };
}

/** Selects the latest version of a file that people may write; no row if there is none. */
function selectLatestVersion(
  tenantId: string,
  { engagementId, filename }: Pick<DraftOf, 'engagementId' | 'filename'>,
): Statement<{ version: number }> {
  return {
    name: 'select_latest_version',
    text: `select version from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and filename = $3 and not starts_with(filename, '_')
      order by version desc limit 1`,
    values: [tenantId, engagementId, filename],
  };
}

function toDraftState(rows: readonly DraftRow[], latestVersion: number): DraftState {
  const own = rows.find((row) => row.is_own);
  return {
    draft: own
      ? {
          content: own.content ?? '',
          baseVersion: own.base_version,
          savedAt: own.saved_at.toISOString(),
        }
      : null,
    others: rows
      .filter((row) => !row.is_own)
      .map(({ user_id: id, user_name: name, base_version: baseVersion, saved_at: savedAt }) => ({
        author: { kind: 'user' as const, id, name },
        savedAt: savedAt.toISOString(),
        baseVersion,
      })),
    latestVersion,
  };
}

interface ExportedDraft {
  id: string;
  engagementId: string;
  filename: string;
  userId: string;
  content: string;
  baseVersion: number;
  savedAt: Date;
}

export const exportedDrafts: ExportPart<ExportedDraft> = {
  name: 'drafts',
  page: pageOf(
    'platform.drafts',
    `id, engagement_id as "engagementId", filename, user_id as "userId", content, base_version as "baseVersion",
      saved_at as "savedAt"`,
  ),
  pageRows: 20,
  toRecord: (row) => row,
};
