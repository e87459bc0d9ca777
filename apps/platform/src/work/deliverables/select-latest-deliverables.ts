import type { Statement } from '@ecp/database/statement';
import { type DeliverableRow, deliverableColumns } from './deliverable-rows.ts';

/** The latest version of a file, with the run that made it, if one did. */
export interface LatestDeliverable extends DeliverableRow {
  /** Null for a version that a person wrote. */
  run_id: string | null;
}

/**
 * Selects the latest version of each file with its text, without internal files (EXP-1). `filename` selects that one
 * file, also an internal one.
 */
export function selectLatestDeliverables(
  tenantId: string,
  engagementId: string,
  filename?: string,
): Statement<LatestDeliverable> {
  return {
    name: 'select_latest_deliverables',
    text: `select distinct on (filename) ${deliverableColumns}, run_id from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and content is not null
        and case when $3::text is null then not starts_with(filename, '_') else filename = $3 end
      order by filename, version desc`,
    values: [tenantId, engagementId, filename ?? null],
  };
}

/** Selects released versions by their ids, with their texts. */
export function selectDeliverablesById(tenantId: string, ids: readonly string[]): Statement<LatestDeliverable> {
  return {
    name: 'select_deliverables_by_id',
    text: `select ${deliverableColumns}, run_id from platform.deliverables where tenant_id = $1 and id = any($2) and content is not null`,
    values: [tenantId, ids],
  };
}

/** Selects the versions of an engagement's files that were the latest at some time since a moment, without internal ones. */
export function selectVersionsSince(
  tenantId: string,
  engagementId: string,
  since: Date,
): Statement<{ filename: string; version: number }> {
  return {
    name: 'select_versions_since',
    text: `select filename, version from (
        select filename, version, lead(created_at) over (partition by filename order by version) as replaced_at
        from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_')
      ) versions
      where replaced_at is null or replaced_at > $3`,
    values: [tenantId, engagementId, since],
  };
}

/** The beginning of the latest version of a file, which has its title. */
export interface DocumentOpening {
  filename: string;
  task_id: string | null;
  content: string;
}

/** Selects the beginning of the latest version of each file, without internal files. */
export function selectDocumentOpenings(tenantId: string, engagementId: string): Statement<DocumentOpening> {
  return {
    name: 'select_document_openings',
    text: `select distinct on (filename) filename, task_id, left(content, 10000) as content
      from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_')
      order by filename, version desc`,
    values: [tenantId, engagementId],
  };
}

/** Sorts files in the order of their tasks; files without a task follow by name. */
export function sortByTask<File extends Pick<DeliverableRow, 'task_id' | 'filename'>>(
  files: readonly File[],
  tasks: readonly { id: string }[],
): File[] {
  const places = new Map(tasks.map(({ id }, index) => [id, index]));
  const placeOf = ({ task_id }: File) => places.get(task_id ?? '') ?? tasks.length;
  return files.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.filename < b.filename ? -1 : 1));
}
