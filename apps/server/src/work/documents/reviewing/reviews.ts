import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author, AuthorKind } from '@ecp/contract/declaring/scalars';
import type { NotedChange, StartRunRequest } from '@ecp/contract/engine/engine-api';
import { displayNameOf } from '@ecp/contract/values/authors';
import type {
  Review,
  ReviewAction,
  ReviewBody,
  ReviewResult,
} from '@ecp/contract/work/deliverables';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { Static } from 'typebox';
import { callerOf, recordAudit, type Speaker } from '../../../kernel/audit/record-audit.ts';
import { hasAdminAccess, type RequestContext, responsibleUserId } from '../../../kernel/context.ts';
import type { Services } from '../../../kernel/services.ts';
import { firstRow } from '../../../kernel/sql.ts';
import {
  type EngagementState,
  lockEngagement,
} from '../../../material/engagements/engagement-rows.ts';
import {
  openCitationsOf,
  requireClosedCitations,
  toCitationCounts,
} from '../../../material/evidence/citations.ts';
import { findNotOpen } from '../../conversations/comments/comment-rows.ts';
import {
  type DeliverableRow,
  deliverableColumns,
  documentTitle,
  findLatestDeliverable,
  isInternal,
  type LatestDeliverable,
  toApprovals,
} from '../deliverable-rows.ts';
import { announceReview, recordClientDecision } from './client-decisions.ts';
import { askForApproval, type CountedReview, countReview, readVoice } from './sign-off.ts';

interface ReviewInput extends ReviewBody {
  filename: string;
}

interface Reviewer extends Speaker {
  /** True if the reviewer may approve in spite of open citations. */
  isAdmin?: boolean;
  /** The member whose voice it is, for a key its maker; null for a client. */
  memberId: string | null;
  /** Limit on the reviews of a version; beyond it, reviews of this reviewer are refused. */
  maxReviews?: number;
  /**
   * The run that amends the version for this review, and the changes of sources that the notes tell
   * in words.
   */
  amendment?: { runId: string; sourceChanges: readonly NotedChange[] };
}

/**
 * Reviews a deliverable as the caller. An approval is for the version that is the latest when it
 * arrives, and counts for no later one. Errors: those of recordReview.
 */
export async function reviewDeliverable(
  context: RequestContext,
  { engagementId, ...given }: ReviewInput & { engagementId: string },
): Promise<Static<typeof ReviewResult>> {
  const { services, tenantId, principal } = context;
  const { action, filename, version } = given;
  const arrived = action === 'approve' && version === undefined;
  const seen = arrived
    ? await readLatestVersion(services.database, tenantId, { engagementId, filename })
    : version;
  return context.commit(async (tx) => {
    const engagement = await lockEngagement(tx, tenantId, engagementId);
    const memberId = responsibleUserId(principal);
    const reviewer = { ...callerOf(context), memberId, isAdmin: hasAdminAccess(principal) };
    const input = seen === undefined ? given : { ...given, version: seen };
    return recordReview(tx, services, engagement, input, reviewer);
  });
}

async function readLatestVersion(
  database: Database,
  tenantId: string,
  { engagementId, filename }: { engagementId: string; filename: string },
): Promise<number | undefined> {
  const [[latest]] = await database.batchTenant<[{ version: number }]>(tenantId, [
    {
      name: 'select_latest_version_number',
      text: `select version from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and filename = $3 order by version desc limit 1`,
      values: [tenantId, engagementId, filename],
    },
  ]);
  return latest?.version;
}

/**
 * Records a review of the latest version, under the engagement's lock. Errors: `not_found`, also
 * for internal files; `not_latest_version`, `reviewed_meanwhile`, `comment_not_open`,
 * `review_limit_reached`, those of readVoice and requireClosedCitations.
 */
export async function recordReview(
  tx: Transaction,
  services: Services,
  engagement: EngagementState,
  input: ReviewInput,
  reviewer: Reviewer,
): Promise<Static<typeof ReviewResult>> {
  const { tenant_id: tenantId, id: engagementId } = engagement;
  const { filename, action } = input;
  const notes = input.notes?.trim() ? input.notes : null;
  const { author } = reviewer;
  const reviewedBy = displayNameOf(author);
  const latest = await findLatestDeliverable(tx, tenantId, engagementId, filename);
  if (!latest || isInternal(filename)) throw new ApiError('not_found');
  requireSeen(input, latest);
  const commentIds = await requireOpenComments(tx, tenantId, { ...input, engagementId });
  const { id: deliverableId, version } = latest;
  await requireReviewRoom(tx, tenantId, deliverableId, reviewer.maxReviews);
  const voice = await readVoice(tx, tenantId, latest, { action, memberId: reviewer.memberId });
  const isClient = author.kind === 'client';
  const asked = { override: input.override, isAdmin: reviewer.isAdmin ?? false, isClient };
  const overrideReason =
    action === 'approve' ? await requireClosedCitations(tx, tenantId, latest, asked) : null;
  const saved = await saveReview(tx, tenantId, latest, {
    action,
    notes,
    overrideReason,
    reviewer,
    commentIds,
  });
  const at = saved.created_at;
  const counted = countReview(latest, { action, at }, voice);
  const { approvalStatus, approvalsNeeded } = counted;
  await saveOutcome(tx, tenantId, deliverableId, { counted, author, at });
  if (isClient && action !== 'request_revision') {
    await recordClientDecision(tx, tenantId, latest, { action, notes, author });
  }
  const about = {
    engagementId,
    deliverableId,
    filename,
    version,
    approvalStatus,
    notes,
    reviewedBy,
    author,
    action,
  };
  await announceReview(tx, services, engagement, {
    reviewId: saved.id,
    event: counted.event,
    reviewed: about,
  });
  await askForApproval(tx, services, engagement, latest, {
    reviewId: saved.id,
    counted,
    policies: voice.policies,
  });
  await recordAudit(tx, reviewer.actor, {
    action: 'deliverable.review',
    resourceType: 'deliverable',
    resourceId: deliverableId,
    metadata: {
      engagementId,
      filename,
      title: documentTitle(latest, undefined),
      version,
      action,
      ...counted.facts,
      ...(overrideReason && { overrideReason }),
      ...reviewer.metadata,
    },
  });
  // A client's decision shows no one that the text is fit for the firm's library.
  if (!isClient && (approvalStatus === 'approved' || latest.approval_status === 'approved')) {
    await services.durable.enqueue(tx, 'makeCards', createId(), { tenantId, deliverableId });
  }
  const citations = toCitationCounts(latest);
  const reviewed = {
    deliverableId,
    approvalStatus,
    reviewedAt: at.toISOString(),
    reviewedBy,
    author,
  };
  const approvals = toApprovals(counted.approvals);
  return {
    ...reviewed,
    approvals,
    approvalsNeeded,
    citations,
    openCitations: openCitationsOf(latest),
  };
}

/**
 * Refuses a review of a version that is not the latest, or one that would replace an unseen review.
 */
function requireSeen({ version, lastReviewedAt }: ReviewInput, latest: DeliverableRow): void {
  if (version !== undefined && version !== latest.version) {
    throw new ApiError('not_latest_version', { values: { version: latest.version } });
  }
  if (lastReviewedAt === undefined) return;
  const seenMs = lastReviewedAt === null ? null : Date.parse(lastReviewedAt);
  if (seenMs !== (latest.reviewed_at?.getTime() ?? null)) throw new ApiError('reviewed_meanwhile');
}

/**
 * Returns the comments that a review sends back; null for all open ones. Error: `comment_not_open`.
 */
async function requireOpenComments(
  tx: Transaction,
  tenantId: string,
  { engagementId, filename, action, comments }: ReviewInput & { engagementId: string },
): Promise<readonly string[] | null> {
  if (action !== 'request_revision' || comments === undefined) return null;
  const [commentId] = await findNotOpen(tx, tenantId, { engagementId, filename, ids: comments });
  if (commentId !== undefined) throw new ApiError('comment_not_open', { values: { commentId } });
  return comments;
}

/** Throws when the version has `limit` reviews. The engagement's lock keeps the count valid. */
async function requireReviewRoom(
  tx: Transaction,
  tenantId: string,
  deliverableId: string,
  limit: number | undefined,
): Promise<void> {
  if (limit === undefined) return;
  const { rows } = await tx.query<{ count: number }>({
    name: 'count_reviews',
    text: 'select count(*) from platform.reviews where tenant_id = $1 and deliverable_id = $2',
    values: [tenantId, deliverableId],
  });
  if ((rows[0]?.count ?? 0) >= limit)
    throw new ApiError('review_limit_reached', { values: { limit } });
}

interface SavedReview {
  id: string;
  created_at: Date;
}

/** Writes the review. The database takes its time under the lock. */
async function saveReview(
  tx: Transaction,
  tenantId: string,
  deliverable: DeliverableRow,
  review: {
    action: ReviewAction;
    notes: string | null;
    overrideReason: string | null;
    reviewer: Reviewer;
    commentIds: readonly string[] | null;
  },
): Promise<SavedReview> {
  const { author, amendment } = review.reviewer;
  const { kind, id, name } = author;
  const written = [
    createId(),
    tenantId,
    deliverable.id,
    review.action,
    review.notes,
    review.overrideReason,
  ];
  const changes = amendment ? JSON.stringify(amendment.sourceChanges) : null;
  const { rows } = await tx.query<SavedReview>({
    name: 'insert_review',
    text: `insert into platform.reviews
      (id, tenant_id, deliverable_id, action, notes, override_reason, author_kind, author_id, author_name, run_id,
        source_changes, comment_ids, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, clock_timestamp()) returning id, created_at`,
    values: [...written, kind, id, name, amendment?.runId ?? null, changes, review.commentIds],
  });
  return firstRow(rows);
}

/** Writes what a review makes of its version. */
async function saveOutcome(
  tx: Transaction,
  tenantId: string,
  deliverableId: string,
  { counted, author, at }: { counted: CountedReview; author: Author; at: Date },
): Promise<void> {
  const { approvalStatus, approvals } = counted;
  await tx.query({
    name: 'set_approval',
    text: `update platform.deliverables
      set approval_status = $3, reviewed_at = $4, reviewer_kind = $5, reviewer_id = $6, reviewer_name = $7,
        approvals = $8
      where tenant_id = $1 and id = $2`,
    values: [
      tenantId,
      deliverableId,
      approvalStatus,
      at,
      author.kind,
      author.id,
      author.name,
      JSON.stringify(approvals),
    ],
  });
}

type ReviewOutcomes = NonNullable<StartRunRequest['reviewOutcomes']>;

/** Limits the outcomes of a request. Older reviews have reached the engine with earlier runs. */
const maxOutcomes = 500;

/**
 * Lists each version's latest review, newest first, from which the engine's model routing learns.
 */
export async function listReviewOutcomes(
  tx: Transaction,
  tenantId: string,
): Promise<ReviewOutcomes> {
  const { rows } = await tx.query<ReviewOutcomes[number]>({
    name: 'list_review_outcomes',
    text: `select run_id as "runId", task_id as "taskId", approval_status as outcome from platform.deliverables
      where tenant_id = $1 and reviewed_at is not null and task_id is not null and run_id is not null and approval_status <> 'pending_review'
      order by reviewed_at desc limit ${maxOutcomes}`,
    values: [tenantId],
  });
  return rows;
}

/** Selects the newest approved version of each file with its text, without internal files. */
export function selectApprovedDeliverables(
  tenantId: string,
  engagementId: string,
): Statement<LatestDeliverable> {
  return {
    name: 'select_approved_deliverables',
    text: `select distinct on (filename) ${deliverableColumns}, run_id from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_') and approval_status = 'approved'
      order by filename, version desc`,
    values: [tenantId, engagementId],
  };
}

interface VersionReviewRow {
  deliverable_id: string;
  action: ReviewAction;
  notes: string | null;
  override_reason: string | null;
  author_kind: AuthorKind;
  author_id: string | null;
  author_name: string;
  created_at: Date;
}

/** Selects the reviews of versions, oldest first. */
export function selectReviewsOfVersions(
  tenantId: string,
  deliverableIds: string[],
): Statement<VersionReviewRow> {
  return {
    name: 'select_reviews_of_versions',
    text: `select deliverable_id, action, notes, override_reason, author_kind, author_id, author_name, created_at
      from platform.reviews where tenant_id = $1 and deliverable_id = any($2) order by created_at, id`,
    values: [tenantId, deliverableIds],
  };
}

export function toVersionReview(row: VersionReviewRow): Static<typeof Review> {
  const author = { kind: row.author_kind, id: row.author_id, name: row.author_name };
  return {
    action: row.action,
    notes: row.notes,
    reviewedBy: displayNameOf(author),
    reviewedAt: row.created_at.toISOString(),
    author,
    overrideReason: row.override_reason,
  };
}
