import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author, AuthorKind } from '@ecp/contract/declaring/scalars';
import { displayNameOf } from '@ecp/contract/values/authors';
import type { FootnoteChoice } from '@ecp/contract/values/footnotes';
import type {
  DeliverableDetail,
  DeliverableListItem,
  DeliverableRecord,
  DeliverableVersions,
  ReviewAction,
  SectionOfVersion,
} from '@ecp/contract/work/deliverables';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { Static } from 'typebox';
import { type SignOffPolicies, selectSignOffPolicies } from '../../identity/tenants/policies.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { Services } from '../../kernel/services.ts';
import { readOfEngagement } from '../../material/engagements/engagement-rows.ts';
import { selectTaskAgents, type TaskAgentRow } from '../../material/engagements/tasks.ts';
import {
  type CitationCountColumns,
  citationCountColumns,
  toCitationCounts,
} from '../../material/evidence/citations.ts';
import { readTaskScores, selectTaskScores } from '../../material/run-records/scores.ts';
import {
  type AnsweringRow,
  type DeliverableRow,
  type EditorColumns,
  editorColumns,
  isInternal,
  maxVersionsInOneRead,
  newestFirst,
  type SignOffColumns,
  selectDeliverable,
  selectDeliverablesWithin,
  signOffColumns,
  toApprovals,
  toDeliverable,
  toEditor,
} from './deliverable-rows.ts';
import { dropFootnotes } from './reading/without-footnotes.ts';
import {
  type ClientDecisionRow,
  listClientDecisions,
  readClientDecisions,
  selectClientDecisions,
} from './reviewing/client-decisions.ts';
import { readStaleness, type StaleRow, selectStaleCauses } from './stale-versions.ts';
import { diffReader, sideOf } from './version-diff.ts';
import { readSections } from './writing/sections.ts';

type ListedRow = CitationCountColumns &
  EditorColumns &
  SignOffColumns & { run_id: string | null; conflicting_figures: number } & Pick<
    DeliverableRow,
    'id' | 'filename' | 'version' | 'word_count' | 'task_id' | 'created_at' | 'approval_status'
  >;

/**
 * Lists all versions of all deliverables, newest first, internal files only on request. Error:
 * `not_found`.
 */
export async function listDeliverables(
  { services, tenantId }: RequestContext,
  engagementId: string,
  includeInternal: boolean,
): Promise<Static<typeof DeliverableListItem>[]> {
  const [rows, causes, scores, decisions, policies] = await readOfEngagement(
    services.database,
    tenantId,
    engagementId,
    [
      selectVersions(tenantId, engagementId, includeInternal),
      selectStaleCauses(tenantId, engagementId),
      selectTaskScores(tenantId, engagementId),
      selectClientDecisions(tenantId, engagementId),
      selectSignOffPolicies(tenantId),
    ],
  );
  const staleness = readStaleness(causes);
  const scoreOf = readTaskScores(scores);
  const decisionOf = readClientDecisions(decisions);
  const decisionsOf = Map.groupBy(decisions, ({ filename }) => filename);
  return rows.map((row) => ({
    id: row.id,
    filename: row.filename,
    version: row.version,
    wordCount: row.word_count,
    taskId: row.task_id,
    createdAt: row.created_at.toISOString(),
    runId: row.run_id,
    score: scoreOf(row.run_id, row.task_id),
    ...toEditor(row),
    citations: toCitationCounts(row),
    conflicts: row.conflicting_figures,
    approvalStatus: row.approval_status,
    ...toSignOff(row, policies),
    clientDecision: decisionOf(row.filename, row.version),
    clientDecisions: listClientDecisions(
      decisionsOf.get(row.filename) ?? [],
      row.filename,
      row.version,
    ),
    ...staleness(row.id),
  }));
}

function selectVersions(
  tenantId: string,
  engagementId: string,
  includeInternal: boolean,
): Statement<ListedRow> {
  return {
    name: 'list_deliverables',
    text: `select id, run_id, filename, version, word_count, task_id, created_at, approval_status,
        conflicting_figures, ${citationCountColumns}, ${editorColumns}, ${signOffColumns}
      from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and ($3 or not starts_with(filename, '_')) order by ${newestFirst}`,
    values: [tenantId, engagementId, includeInternal],
  };
}

/**
 * Reads one complete version of a deliverable, or the latest without `version`. Without footnotes,
 * only its text differs. Errors: `not_found`, those of dropFootnotes.
 */
export async function getDeliverable(
  { services, tenantId }: RequestContext,
  input: {
    engagementId: string;
    filename: string;
    version?: number | undefined;
    footnotes?: FootnoteChoice | undefined;
  },
): Promise<DeliverableDetail> {
  const { engagementId, filename, version, footnotes = 'all' } = input;
  const [[row], causes, people, agents, decisions, policies] = await services.database.batchTenant(
    tenantId,
    [
      selectDeliverable(tenantId, engagementId, filename, version),
      selectStaleCauses(tenantId, engagementId, filename),
      selectVersionAuthors(tenantId, engagementId, filename),
      selectTaskAgents(tenantId, engagementId),
      selectClientDecisions(tenantId, engagementId, filename),
      selectSignOffPolicies(tenantId),
    ],
  );
  if (!row) throw new ApiError('not_found');
  const detail = toDetail(row, { causes, people, agents, decisions, policies });
  if (footnotes === 'all') return detail;
  const [plain = detail] = await dropFootnotes(services.texts, tenantId, [detail]);
  return plain;
}

/** Returns the wire form of a version that the transaction has just written. */
export async function readDetail(
  tx: Transaction,
  tenantId: string,
  row: AnsweringRow,
): Promise<DeliverableDetail> {
  const { rows: causes } = await tx.query(
    selectStaleCauses(tenantId, row.engagement_id, row.filename),
  );
  const { rows: people } = await tx.query(
    selectVersionAuthors(tenantId, row.engagement_id, row.filename),
  );
  const { rows: agents } = await tx.query(selectTaskAgents(tenantId, row.engagement_id));
  const { rows: decisions } = await tx.query(
    selectClientDecisions(tenantId, row.engagement_id, row.filename),
  );
  const { rows: policies } = await tx.query(selectSignOffPolicies(tenantId));
  return toDetail(row, { causes, people, agents, decisions, policies });
}

/** Returns the approvals that a version has and needs. */
function toSignOff(
  { approvals, author_id: authorId }: SignOffColumns,
  [policies]: readonly SignOffPolicies[],
): Pick<DeliverableDetail, 'approvals' | 'approvalsNeeded' | 'authorId'> {
  return {
    approvals: toApprovals(approvals),
    approvalsNeeded: policies?.approvalsNeeded ?? 1,
    authorId,
  };
}

interface DetailRows {
  causes: StaleRow[];
  people: VersionAuthorRow[];
  agents: TaskAgentRow[];
  decisions: ClientDecisionRow[];
  policies: SignOffPolicies[];
}

function toDetail(
  row: AnsweringRow,
  { causes, people, agents, decisions, policies }: DetailRows,
): DeliverableDetail {
  return {
    ...toDeliverable(row),
    conflicts: row.conflicting_figures,
    noteAnswers: row.note_answers,
    objections: row.objections,
    ...toSignOff(row, policies),
    sections: toSections(row, people, agents),
    clientDecision: readClientDecisions(decisions)(row.filename, row.version),
    clientDecisions: listClientDecisions(decisions, row.filename, row.version),
    ...readStaleness(causes)(row.id),
  };
}

type FileVersionRow = CitationCountColumns &
  EditorColumns &
  SignOffColumns & { run_id: string | null } & Pick<
    AnsweringRow,
    'id' | 'task_id' | 'version' | 'word_count' | 'created_at' | 'approval_status' | 'note_answers'
  >;

interface ReviewRow {
  deliverable_id: string;
  action: ReviewAction;
  notes: string | null;
  author_kind: AuthorKind;
  author_id: string | null;
  author_name: string;
  override_reason: string | null;
  created_at: Date;
}

/** Limits the versions in one response, and the reviews of all of them. */
const maxRows = 1_000;

/**
 * Lists the newest versions, highest first, each with its reviews, newest first. Error:
 * `not_found`.
 */
export async function listDeliverableVersions(
  { services, tenantId }: RequestContext,
  engagementId: string,
  filename: string,
): Promise<Static<typeof DeliverableVersions>> {
  const [versions, reviews, causes, scores, decisions, policies] =
    await services.database.batchTenant(tenantId, [
      selectVersionsOfFile(tenantId, engagementId, filename),
      selectReviews(tenantId, engagementId, filename),
      selectStaleCauses(tenantId, engagementId, filename),
      selectTaskScores(tenantId, engagementId),
      selectClientDecisions(tenantId, engagementId, filename),
      selectSignOffPolicies(tenantId),
    ]);
  if (versions.length === 0) throw new ApiError('not_found');
  const staleness = readStaleness(causes);
  const scoreOf = readTaskScores(scores);
  const decisionOf = readClientDecisions(decisions);
  const reviewsOf = Map.groupBy(reviews, (review) => review.deliverable_id);
  return {
    versions: versions.map((row) => ({
      id: row.id,
      version: row.version,
      wordCount: row.word_count,
      createdAt: row.created_at.toISOString(),
      approvalStatus: row.approval_status,
      ...toSignOff(row, policies),
      runId: row.run_id,
      score: scoreOf(row.run_id, row.task_id),
      ...toEditor(row),
      citations: toCitationCounts(row),
      ...staleness(row.id),
      noteAnswers: row.note_answers,
      clientDecision: decisionOf(filename, row.version),
      clientDecisions: listClientDecisions(decisions, filename, row.version),
      reviews: (reviewsOf.get(row.id) ?? []).map(toReview),
    })),
  };
}

function toReview(row: ReviewRow) {
  const { action, notes, override_reason: overrideReason } = row;
  const author = { kind: row.author_kind, id: row.author_id, name: row.author_name };
  const reviewedAt = row.created_at.toISOString();
  return { action, notes, reviewedBy: displayNameOf(author), reviewedAt, author, overrideReason };
}

function selectVersionsOfFile(
  tenantId: string,
  engagementId: string,
  filename: string,
): Statement<FileVersionRow> {
  return {
    name: 'select_versions',
    text: `select id, run_id, task_id, version, word_count, created_at, approval_status, note_answers,
        ${citationCountColumns}, ${editorColumns}, ${signOffColumns}
      from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and filename = $3 order by version desc limit ${maxRows}`,
    values: [tenantId, engagementId, filename],
  };
}

function selectReviews(
  tenantId: string,
  engagementId: string,
  filename: string,
): Statement<ReviewRow> {
  return {
    name: 'select_reviews',
    text: `select r.deliverable_id, r.action, r.notes, r.author_kind, r.author_id, r.author_name, r.override_reason,
        r.created_at
      from platform.deliverables d
      join platform.reviews r on r.tenant_id = d.tenant_id and r.deliverable_id = d.id
      where d.tenant_id = $1 and d.engagement_id = $2 and d.filename = $3 order by r.created_at desc, r.id desc
      limit ${maxRows}`,
    values: [tenantId, engagementId, filename],
  };
}

interface VersionAuthorRow {
  version: number;
  kind: AuthorKind;
  id: string | null;
  name: string | null;
}

/** Limits the versions of people whose authors are read, the newest. */
const maxVersions = 1_000;

/** Agents wrote all other versions. */
function selectVersionAuthors(
  tenantId: string,
  engagementId: string,
  filename: string,
): Statement<VersionAuthorRow> {
  return {
    name: 'select_version_authors',
    text: `select version, editor_kind as kind, editor_id as id, editor_name as name from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and filename = $3 and editor_kind is not null
      order by version desc limit ${maxVersions}`,
    values: [tenantId, engagementId, filename],
  };
}

/** Returns the sections of a version with their authors: people, or else the agent of its task. */
function toSections(
  row: Pick<AnsweringRow, 'content' | 'version' | 'sections' | 'task_id'>,
  people: readonly VersionAuthorRow[],
  agents: readonly TaskAgentRow[],
): SectionOfVersion[] {
  const id = agents.find(({ task_id }) => task_id === row.task_id)?.agent ?? null;
  const agent: Author = { kind: 'agent', id, name: id ?? 'Agent' };
  const authors = new Map(
    people.map(({ version, name, ...author }) => [version, { ...author, name: name ?? '' }]),
  );
  return readSections(row).map((section) => ({
    ...section,
    author: authors.get(section.version) ?? agent,
  }));
}

/** Bytes of text beyond which older versions are left out. */
const maxBytes = 8 * 1024 * 1024;

/** Deliverables with their texts. `complete` is false when older versions are left out. */
interface DeliverablesRead {
  deliverables: DeliverableRecord[];
  complete: boolean;
}

/** Turns the rows into deliverables; reads again within a bound when there are more. */
export async function readDeliverables(
  { database }: Pick<Services, 'database'>,
  tenantId: string,
  engagementId: string,
  first: DeliverableRow[],
): Promise<DeliverablesRead> {
  if (first.length <= maxVersionsInOneRead)
    return { deliverables: first.map(toDeliverable), complete: true };
  const [kept] = await database.batchTenant(tenantId, [
    selectDeliverablesWithin(tenantId, engagementId, maxBytes),
  ]);
  return { deliverables: kept.map(toDeliverable), complete: (kept[0]?.found ?? 0) === kept.length };
}

/**
 * Throws `not_found` unless the engagement has a reviewable file of that name. Internal files are
 * not reviewable.
 */
export async function requireReviewable(
  database: Database,
  tenantId: string,
  { id, filename }: { id: string; filename: string },
): Promise<void> {
  const [rows] = await database.batchTenant(tenantId, [
    {
      name: 'require_deliverable',
      text: 'select from platform.deliverables where tenant_id = $1 and engagement_id = $2 and filename = $3 limit 1',
      values: [tenantId, id, filename],
    },
  ]);
  if (rows.length === 0 || isInternal(filename)) throw new ApiError('not_found');
}

/** Compares two versions. Errors: `not_found`, `text_too_complex`, `service_unavailable`. */
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
  const sides = { filename, older: sideOf(first), newer: sideOf(second) };
  return { from, to, diff: await services.texts.run(tenantId, diffReader, sides) };
}
