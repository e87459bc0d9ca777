import type { DraftState } from '@ecp/contract/work/deliverables';
import type { Statement } from '@ecp/database/statement';

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

/** The file of a draft, and the person who writes it. */
export interface DraftOf {
  engagementId: string;
  filename: string;
  userId: string;
}

/** Time since the last save within which a person counts as editing, and most of such people that are listed. */
const editing = { minutes: 2, people: 50 };

/** Selects the draft of a person, and those that others have saved within two minutes. */
export function selectDrafts(tenantId: string, { engagementId, filename, userId }: DraftOf): Statement<DraftRow> {
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
export function selectLatestVersion(
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

/** Turns the rows into the wire form (WRI-11, WRI-12). */
export function toDraftState(rows: readonly DraftRow[], latestVersion: number): DraftState {
  const own = rows.find((row) => row.is_own);
  return {
    draft: own
      ? { content: own.content ?? '', baseVersion: own.base_version, savedAt: own.saved_at.toISOString() }
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
