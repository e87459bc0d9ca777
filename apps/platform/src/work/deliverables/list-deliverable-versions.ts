import { ApiError } from '@ecp/contract/declaring/errors';
import { type AuthorKind, displayNameOf } from '@ecp/contract/values/authors';
import type { DeliverableVersions, ReviewAction } from '@ecp/contract/work/deliverables';
import type { Statement } from '@ecp/database/statement';
import type { Static } from 'typebox';
import type { RequestContext } from '../../kernel/context.ts';
import { readTaskScores, selectTaskScores } from '../scores/task-scores.ts';
import { type CitationCountColumns, citationCountColumns, toCitationCounts } from './citations/citation-counts.ts';
import {
  listClientDecisions,
  readClientDecisions,
  selectClientDecisions,
} from './client-decisions/client-decision-rows.ts';
import type { AnsweringRow } from './deliverable-rows.ts';
import { type EditorColumns, editorColumns, toEditor } from './editor-columns.ts';
import { readStaleness, selectStaleCauses } from './stale-versions.ts';

type VersionRow = CitationCountColumns &
  EditorColumns & { run_id: string | null } & Pick<
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

/** Most versions in one response, and most reviews of all of them. */
const maxRows = 1_000;

/**
 * Lists the newest versions of a deliverable, highest first, each with its reviews, newest first (DEL-7, DEL-8). Error:
 * `not_found`.
 */
export async function listDeliverableVersions(
  { services, tenantId }: RequestContext,
  engagementId: string,
  filename: string,
): Promise<Static<typeof DeliverableVersions>> {
  const [versions, reviews, causes, scores, decisions] = await services.database.batchTenant(tenantId, [
    selectVersions(tenantId, engagementId, filename),
    selectReviews(tenantId, engagementId, filename),
    selectStaleCauses(tenantId, engagementId, filename),
    selectTaskScores(tenantId, engagementId),
    selectClientDecisions(tenantId, engagementId, filename),
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

function selectVersions(tenantId: string, engagementId: string, filename: string): Statement<VersionRow> {
  return {
    name: 'select_versions',
    text: `select id, run_id, task_id, version, word_count, created_at, approval_status, note_answers,
        ${citationCountColumns}, ${editorColumns}
      from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and filename = $3 order by version desc limit ${maxRows}`,
    values: [tenantId, engagementId, filename],
  };
}

function selectReviews(tenantId: string, engagementId: string, filename: string): Statement<ReviewRow> {
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
