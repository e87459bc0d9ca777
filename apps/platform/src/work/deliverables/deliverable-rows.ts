import type { NoteAnswer, Objection } from '@ecp/contract/values/review-answers';
import type { ApprovalStatus, DeliverableRecord } from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { type CitationCountColumns, citationCountColumns, toCitationCounts } from './citations/citation-counts.ts';
import { type EditorColumns, editorColumns, toEditor } from './editor-columns.ts';
import type { StoredVersion } from './old-texts/read-texts.ts';
import { type ReviewerColumns, reviewerColumns, toReviewer } from './reviewing/reviewer-columns.ts';

/** A row of platform.deliverables: one version of a file. */
export interface DeliverableRow extends CitationCountColumns, ReviewerColumns, EditorColumns {
  id: string;
  engagement_id: string;
  task_id: string | null;
  filename: string;
  content: string;
  version: number;
  word_count: number;
  created_at: Date;
  approval_status: ApprovalStatus;
  reviewed_at: Date | null;
}

/**
 * The columns of DeliverableRow, for select lists of the latest, approved or released versions, which have their texts in
 * their rows (RET-5).
 */
export const deliverableColumns = `id, engagement_id, task_id, filename, content, version, word_count, created_at,
  approval_status, reviewed_at, ${reviewerColumns}, ${citationCountColumns}, ${editorColumns}`;

/** The columns of any versions. `readTexts` reads the texts that are in the storage. */
export const storedColumns = `${deliverableColumns}, content_key`;

/** A section of a version. `version` is the one whose author wrote it (WRI-6). */
export interface StoredSection {
  /** Without number signs; null for text above the first heading. */
  heading: string | null;
  /** 0 without a heading. */
  level: number;
  version: number;
  locked: boolean;
}

/** A row with its conflicts, its sections and the answers to the notes on the version before it (REV-16). */
export interface AnsweringRow extends DeliverableRow {
  note_answers: NoteAnswer[];
  objections: Objection[];
  /** How many of its figures another latest document gives otherwise; 0 for older versions. */
  conflicting_figures: number;
  sections: StoredSection[];
}

/** Tells whether a file is internal to the engine (DEL-2). */
export function isInternal(filename: string): boolean {
  return filename.startsWith('_');
}

/** The order of lists of versions: newest first. Versions of the same moment are ordered by number, then by name. */
export const newestFirst = 'created_at desc, version desc, filename, id';

/**
 * Number of versions that are read with their engagement in one round trip, whatever their size. Few engagements have
 * more.
 */
export const maxVersionsInOneRead = 40;

/**
 * Selects an engagement's deliverables with their texts, newest first, without internal files. One row beyond
 * `maxVersionsInOneRead` shows that there are more versions.
 */
export function selectDeliverablesOf(tenantId: string, engagementId: string): Statement<StoredVersion<DeliverableRow>> {
  return {
    name: 'select_deliverables_of',
    text: `select ${storedColumns} from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_')
      order by ${newestFirst} limit ${maxVersionsInOneRead + 1}`,
    values: [tenantId, engagementId],
  };
}

/** SQL for the row versions of an engagement's deliverables in the current tenant. `engagementId` is SQL. */
export const deliverableVersionsOf = (engagementId: string): string => `(
    select string_agg(d.xmin::text, ' ' order by d.id) from platform.deliverables d
    where d.tenant_id = platform.current_tenant_id() and d.engagement_id = ${engagementId}
      and not starts_with(d.filename, '_')
  )`;

/**
 * Selects the same, but always each file's latest version, and older ones while all texts together stay within
 * `maxBytes`. `found` in each row is the number of all versions.
 */
export function selectDeliverablesWithin(
  tenantId: string,
  engagementId: string,
  maxBytes: number,
): Statement<StoredVersion<DeliverableRow> & { found: number }> {
  return {
    name: 'select_deliverables_within',
    text: `select ${storedColumns}, found from (
        select *, count(*) over ()::integer as found,
          sum(bytes) over (order by (version = latest) desc, ${newestFirst} rows unbounded preceding) as bytes_through
        from (
          select ${storedColumns}, coalesce(content_bytes, octet_length(content)) as bytes, max(version) over (partition by filename) as latest
          from platform.deliverables
          where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_')
        ) versions
      ) ranked
      where version = latest or bytes_through <= $3 order by ${newestFirst}`,
    values: [tenantId, engagementId, maxBytes],
  };
}

const answeringColumns = 'note_answers, objections, conflicting_figures, sections';

/** Selects the latest version of a deliverable. */
export function selectLatestDeliverable(
  tenantId: string,
  engagementId: string,
  filename: string,
): Statement<AnsweringRow> {
  return {
    name: 'select_latest_deliverable',
    text: `select ${deliverableColumns}, ${answeringColumns} from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and filename = $3 and content is not null
      order by version desc limit 1`,
    values: [tenantId, engagementId, filename],
  };
}

/** Selects one version of a deliverable, or the latest without `version`. */
export function selectDeliverable(
  tenantId: string,
  engagementId: string,
  filename: string,
  version: number | undefined,
): Statement<StoredVersion<AnsweringRow>> {
  return {
    name: 'select_deliverable',
    text: `select ${storedColumns}, ${answeringColumns} from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and filename = $3 and ($4::integer is null or version = $4)
      order by version desc limit 1`,
    values: [tenantId, engagementId, filename, version ?? null],
  };
}

/** Selects which version of which document has an id. */
export function selectVersionName(
  tenantId: string,
  id: string,
): Statement<Pick<DeliverableRow, 'engagement_id' | 'filename' | 'version'>> {
  return {
    name: 'select_version_name',
    text: 'select engagement_id, filename, version from platform.deliverables where tenant_id = $1 and id = $2',
    values: [tenantId, id],
  };
}

/** Reads the latest version in a transaction; returns undefined when there is none. */
export async function findLatestDeliverable(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  filename: string,
): Promise<AnsweringRow | undefined> {
  const { rows } = await tx.query(selectLatestDeliverable(tenantId, engagementId, filename));
  return rows[0];
}

/** Turns a row into the wire form (DEL-1). */
export function toDeliverable(row: DeliverableRow): DeliverableRecord {
  return {
    id: row.id,
    engagementId: row.engagement_id,
    taskId: row.task_id,
    filename: row.filename,
    content: row.content,
    version: row.version,
    wordCount: row.word_count,
    createdAt: row.created_at.toISOString(),
    approvalStatus: row.approval_status,
    reviewedAt: row.reviewed_at?.toISOString() ?? null,
    ...toReviewer(row),
    citations: toCitationCounts(row),
    ...toEditor(row),
  };
}
