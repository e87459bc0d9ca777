import type { Author, AuthorKind } from '@ecp/contract/declaring/scalars';
import { displayNameOf } from '@ecp/contract/values/authors';
import type { NoteAnswer, Objection } from '@ecp/contract/values/review-answers';
import { wordsOfFilename } from '@ecp/contract/values/words-of-filename';
import type {
  Approval,
  ApprovalStatus,
  DeliverableRecord,
  VersionOrigin,
} from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import {
  type CitationCountColumns,
  citationCountColumns,
  toCitationCounts,
} from '../../material/evidence/citations.ts';

/**
 * The columns of platform.deliverables that tell who made a version. Editor and note are null for
 * agents.
 */
export interface EditorColumns {
  origin: VersionOrigin;
  editor_kind: AuthorKind | null;
  editor_id: string | null;
  editor_name: string | null;
  note: string | null;
}

export const editorColumns = 'origin, editor_kind, editor_id, editor_name, note';

export function toEditor(row: EditorColumns): {
  origin: VersionOrigin;
  editedBy: Author | null;
  note: string | null;
} {
  const { origin, note, editor_kind: kind, editor_id: id, editor_name: name } = row;
  return { origin, note, editedBy: kind === null || name === null ? null : { kind, id, name } };
}

/**
 * The columns of platform.deliverables that name the author of the latest review. All are null when
 * there is none.
 */
interface ReviewerColumns {
  reviewer_kind: AuthorKind | null;
  reviewer_id: string | null;
  reviewer_name: string | null;
}

const reviewerColumns = 'reviewer_kind, reviewer_id, reviewer_name';

function toReviewer(row: ReviewerColumns): {
  reviewedBy: string | null;
  reviewAuthor: Author | null;
} {
  const { reviewer_kind: kind, reviewer_id: id, reviewer_name: name } = row;
  if (kind === null || name === null) return { reviewedBy: null, reviewAuthor: null };
  const reviewAuthor = { kind, id, name };
  return { reviewedBy: displayNameOf(reviewAuthor), reviewAuthor };
}

/**
 * An approval that counts, as the column `approvals` has it. The member keeps the name of that
 * time.
 */
export interface StoredApproval {
  id: string;
  name: string;
  at: string;
}

/** The columns of sign-off. */
export interface SignOffColumns {
  /** Each member once, in the order of time. */
  approvals: StoredApproval[];
  /** The member who wrote the version or ordered its run; null if nobody knows. */
  author_id: string | null;
}

export const signOffColumns = 'approvals, author_id';

/** Returns approvals as answers carry them. */
export const toApprovals = (stored: readonly StoredApproval[]): Approval[] =>
  stored.map(({ id, name, at }) => ({ by: name, at, author: { kind: 'user', id, name } }));

export interface DeliverableRow
  extends CitationCountColumns,
    ReviewerColumns,
    EditorColumns,
    SignOffColumns {
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

export const deliverableColumns = `id, engagement_id, task_id, filename, content, version, word_count, created_at,
  approval_status, reviewed_at, ${reviewerColumns}, ${citationCountColumns}, ${editorColumns}, ${signOffColumns}`;

/** A section of a version. `version` is the one whose author wrote it. */
export interface StoredSection {
  /** Without number signs; null for text above the first heading. */
  heading: string | null;
  /** 0 without a heading. */
  level: number;
  version: number;
  locked: boolean;
}

/** A row with its conflicts, its sections and the answers to the notes on the version before it. */
export interface AnsweringRow extends DeliverableRow {
  note_answers: NoteAnswer[];
  objections: Objection[];
  /** How many of its figures another latest document gives otherwise; 0 for older versions. */
  conflicting_figures: number;
  sections: StoredSection[];
}

/** Tells whether a file is internal to the engine. */
export function isInternal(filename: string): boolean {
  return filename.startsWith('_');
}

/**
 * The order of lists of versions: newest first. Versions of the same moment are ordered by number,
 * then by name.
 */
export const newestFirst = 'created_at desc, version desc, filename, id';

/**
 * Limits the versions that are read with their engagement in one round trip. Few engagements have
 * more.
 */
export const maxVersionsInOneRead = 40;

/**
 * Selects deliverables with texts, newest first, not internal; one row beyond maxVersionsInOneRead
 * tells of more.
 */
export function selectDeliverablesOf(
  tenantId: string,
  engagementId: string,
): Statement<DeliverableRow> {
  return {
    name: 'select_deliverables_of',
    text: `select ${deliverableColumns} from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_')
      order by ${newestFirst} limit ${maxVersionsInOneRead + 1}`,
    values: [tenantId, engagementId],
  };
}

/**
 * SQL for the row versions of an engagement's deliverables in the current tenant. `engagementId` is
 * SQL.
 */
export const deliverableVersionsOf = (engagementId: string): string => `(
    select string_agg(d.xmin::text, ' ' order by d.id) from platform.deliverables d
    where d.tenant_id = platform.current_tenant_id() and d.engagement_id = ${engagementId}
      and not starts_with(d.filename, '_')
  )`;

/**
 * Selects each file's latest version, and older ones while texts stay within `maxBytes`; `found`
 * counts all.
 */
export function selectDeliverablesWithin(
  tenantId: string,
  engagementId: string,
  maxBytes: number,
): Statement<DeliverableRow & { found: number }> {
  return {
    name: 'select_deliverables_within',
    text: `select ${deliverableColumns}, found from (
        select *, count(*) over ()::integer as found,
          sum(bytes) over (order by (version = latest) desc, ${newestFirst} rows unbounded preceding) as bytes_through
        from (
          select ${deliverableColumns}, octet_length(content) as bytes, max(version) over (partition by filename) as latest
          from platform.deliverables
          where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_')
        ) versions
      ) ranked
      where version = latest or bytes_through <= $3 order by ${newestFirst}`,
    values: [tenantId, engagementId, maxBytes],
  };
}

const answeringColumns = 'note_answers, objections, conflicting_figures, sections';

export function selectLatestDeliverable(
  tenantId: string,
  engagementId: string,
  filename: string,
): Statement<AnsweringRow> {
  return {
    name: 'select_latest_deliverable',
    text: `select ${deliverableColumns}, ${answeringColumns} from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and filename = $3
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
): Statement<AnsweringRow> {
  return {
    name: 'select_deliverable',
    text: `select ${deliverableColumns}, ${answeringColumns} from platform.deliverables
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

/** The latest version of a file, with the run that made it, if one did. */
export interface LatestDeliverable extends DeliverableRow {
  /** Null for a version that a person wrote. */
  run_id: string | null;
}

/** Selects the latest version of each file with its text; internal files only by `filename`. */
export function selectLatestDeliverables(
  tenantId: string,
  engagementId: string,
  filename?: string,
): Statement<LatestDeliverable> {
  return {
    name: 'select_latest_deliverables',
    text: `select distinct on (filename) ${deliverableColumns}, run_id from platform.deliverables
      where tenant_id = $1 and engagement_id = $2
        and case when $3::text is null then not starts_with(filename, '_') else filename = $3 end
      order by filename, version desc`,
    values: [tenantId, engagementId, filename ?? null],
  };
}

/** Selects released versions by their ids, with their texts. */
export function selectDeliverablesById(
  tenantId: string,
  ids: readonly string[],
): Statement<LatestDeliverable> {
  return {
    name: 'select_deliverables_by_id',
    text: `select ${deliverableColumns}, run_id from platform.deliverables where tenant_id = $1 and id = any($2)`,
    values: [tenantId, ids],
  };
}

/**
 * Selects the versions that were a file's latest at some time since a moment, without internal
 * ones.
 */
export function selectVersionsSince(
  tenantId: string,
  engagementId: string,
  since: Date,
): Statement<{ filename: string; version: number; created_at: Date }> {
  return {
    name: 'select_versions_since',
    text: `select filename, version, created_at from (
        select filename, version, created_at, lead(created_at) over (partition by filename order by version) as replaced_at
        from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_')
      ) versions
      where replaced_at is null or replaced_at > $3`,
    values: [tenantId, engagementId, since],
  };
}

/** The beginning of the latest version of a file, which has its title. */
interface DocumentOpening {
  filename: string;
  task_id: string | null;
  content: string;
}

/** Selects the beginning of the latest version of each file, without internal files. */
export function selectDocumentOpenings(
  tenantId: string,
  engagementId: string,
): Statement<DocumentOpening> {
  return {
    name: 'select_document_openings',
    text: `select distinct on (filename) filename, task_id, left(content, 10000) as content
      from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_')
      order by filename, version desc`,
    values: [tenantId, engagementId],
  };
}

/** The state of a document: its latest version with the beginning of its text. */
export interface DocumentState extends CitationCountColumns, DocumentOpening {
  id: string;
  version: number;
  created_at: Date;
  approval_status: ApprovalStatus;
  conflicting_figures: number;
}

/** Selects the state of each document of an engagement, without internal files. */
export function selectDocumentStates(
  tenantId: string,
  engagementId: string,
): Statement<DocumentState> {
  return {
    name: 'select_document_states',
    text: `select distinct on (filename) id, filename, task_id, left(content, 10000) as content, version, created_at,
        approval_status, conflicting_figures, ${citationCountColumns}
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

/**
 * Chooses the files that conclude the work: the synthesis, else those of tasks on which none
 * builds, else the last.
 */
export function chooseConclusions<File extends { taskId: string | null }>(
  files: readonly File[],
  tasks: readonly {
    id: string;
    synthesis?: boolean | undefined;
    dependsOn?: readonly string[] | undefined;
  }[],
): File[] {
  const synthesis = new Set(tasks.filter((task) => task.synthesis === true).map(({ id }) => id));
  const builtOn = new Set(tasks.flatMap(({ dependsOn = [] }) => dependsOn));
  const ofSynthesis = files.filter(({ taskId }) => taskId !== null && synthesis.has(taskId));
  if (ofSynthesis.length > 0) return ofSynthesis;
  const last = files.filter(({ taskId }) => taskId !== null && !builtOn.has(taskId));
  return last.length > 0 ? last : files.slice(-1);
}

/** A version of a document, with the text and task that its title comes from. */
export interface FoundVersion {
  id: string;
  filename: string;
  version: number;
  content: string;
  task_id: string | null;
}

/**
 * Finds versions of an engagement's documents, in the order given. Unknown ones and internal files
 * are left out.
 */
export async function findVersions(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  wanted: readonly { filename: string; version: number }[],
): Promise<FoundVersion[]> {
  const { rows } = await tx.query<FoundVersion>({
    name: 'find_versions',
    text: `select d.id, d.filename, d.version, d.content, d.task_id
      from unnest($3::text[], $4::integer[]) with ordinality as w(filename, version, place)
      join platform.deliverables d on d.tenant_id = $1 and d.engagement_id = $2
        and d.filename = w.filename and d.version = w.version
      where not starts_with(d.filename, '_') order by w.place`,
    values: [
      tenantId,
      engagementId,
      wanted.map(({ filename }) => filename),
      wanted.map(({ version }) => version),
    ],
  });
  return rows;
}

/**
 * Returns a document's title: its opening first-level heading, else the task's name, else words of
 * the filename.
 */
export function documentTitle(
  file: { content: string; filename: string },
  taskName: string | undefined,
): string {
  return openingHeading(file.content) ?? taskName ?? wordsOfFilename(file.filename);
}

/**
 * Returns the titles of documents by filename. Of several versions of one document, the last in the
 * list counts.
 */
export function documentTitles(
  files: readonly { content: string; filename: string; task_id: string | null }[],
  tasks: readonly { id: string; name: string }[],
): Map<string, string> {
  const names = new Map(tasks.map(({ id, name }) => [id, name]));
  return new Map(
    files.map((file) => [file.filename, documentTitle(file, names.get(file.task_id ?? ''))]),
  );
}

/** Returns the first-level heading after any front matter, without footnote marks. */
function openingHeading(markdown: string): string | undefined {
  const text = markdown.slice(0, 10_000).replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*(\r?\n|$)/, '');
  const [line = ''] = text.trimStart().split(/\r?\n/, 1);
  if (!line.startsWith('# ')) return undefined;
  const title = line.slice(2).replace(/\[\^[^\]\s]{1,100}\]/g, '');
  return title.trim().replace(/ #+$/, '') || undefined;
}

export const exportedDeliverables: ExportPart<AnsweringRow> = {
  name: 'deliverables',
  page: pageOf('platform.deliverables', `${deliverableColumns}, ${answeringColumns}`),
  pageRows: 20,
  toRecord: (row) => ({
    ...toDeliverable(row),
    noteAnswers: row.note_answers,
    objections: row.objections,
    sections: row.sections,
    approvals: toApprovals(row.approvals),
    authorId: row.author_id,
  }),
};

/** Counts the deliverables of a tenant: all versions, internal files included. */
export async function countDeliverables(tx: Transaction, tenantId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>({
    name: 'count_deliverables',
    text: 'select count(*)::integer as count from platform.deliverables where tenant_id = $1',
    values: [tenantId],
  });
  return rows[0]?.count ?? 0;
}
