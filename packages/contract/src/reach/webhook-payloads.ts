import { Type } from 'typebox';
import { Author, Id, Nullable } from '../declaring/scalars.ts';
import { FailureReason, GridFailureReason } from '../values/run-facts.ts';
import { reviewActions } from '../work/deliverables.ts';
import { gridStatuses } from '../work/grids.ts';

const Filename = Type.String();
const Version = Type.Integer({ minimum: 1 });

const AskedQuestion = Type.Object({
  engagementId: Id,
  runId: Id,
  questionId: Id,
  taskId: Nullable(Type.String({ description: 'Null for a question of the planner' })),
});

const reviewed = {
  engagementId: Id,
  deliverableId: Id,
  filename: Filename,
  version: Version,
  approvalStatus: Type.String(),
  notes: Nullable(Type.String()),
  reviewedBy: Type.String(),
  author: Author,
};
const ReviewedDeliverable = Type.Object(reviewed);

/**
 * What each event means, and the schema of its `data`. Every webhook event of the service has an
 * entry.
 */
export const webhookPayloads = {
  'engagement.started': {
    summary: 'A run has started',
    data: Type.Object({ engagementId: Id, runId: Id, status: Type.Literal('running') }),
  },
  'engagement.completed': {
    summary: 'A run has completed',
    data: Type.Object({ engagementId: Id, status: Type.Literal('completed'), runId: Id }),
  },
  'engagement.failed': {
    summary: 'A run has failed, or a person has stopped it',
    data: Type.Object({
      engagementId: Id,
      status: Type.Literal('failed'),
      runId: Id,
      error: Nullable(Type.String()),
      failureReason: Nullable(FailureReason),
    }),
  },
  'deliverable.ready': {
    summary: 'A document has a new version',
    data: Type.Object({
      engagementId: Id,
      runId: Nullable(Type.String({ description: 'Null for a version that a person wrote' })),
      deliverableId: Id,
      taskId: Nullable(Type.String()),
      filename: Filename,
      version: Version,
    }),
  },
  'deliverable.approved': {
    summary: 'A version has all approvals that the workspace asks for',
    data: ReviewedDeliverable,
  },
  'deliverable.revision_requested': {
    summary: 'A reviewer asks for a revision',
    data: ReviewedDeliverable,
  },
  'deliverable.rejected': { summary: 'A reviewer rejects a version', data: ReviewedDeliverable },
  'comment.created': {
    summary: 'A person or program comments',
    data: Type.Object({
      engagementId: Id,
      commentId: Id,
      filename: Nullable(
        Type.String({ description: 'Null for a comment on the whole engagement' }),
      ),
    }),
  },
  'deliverable.reviewed': {
    summary:
      'A review is recorded, or a client decides about a release, which leaves `approvalStatus` as it was',
    data: Type.Object({ ...reviewed, action: Type.Enum([...reviewActions]) }),
  },
  'portal.comment_received': {
    summary: 'A client comments, or replies to a comment of a client',
    data: Type.Object({
      engagementId: Id,
      commentId: Id,
      filename: Nullable(Type.String()),
      author: Author,
      replyId: Type.Optional(Type.String({ description: 'Present for a reply' })),
    }),
  },
  'question.asked': { summary: 'An agent asks people', data: AskedQuestion },
  'question.answered': { summary: 'A question has its answer', data: AskedQuestion },
  'update.proposed': {
    summary:
      'A check of the sources found material changes, and proposes to amend the documents that cite them',
    data: Type.Object({ engagementId: Id, updateId: Id }),
  },
  'grid.completed': {
    summary: 'A grid is answered, has failed, or has stopped',
    data: Type.Object({
      engagementId: Id,
      gridId: Id,
      title: Type.String(),
      status: Type.Enum(gridStatuses.filter((status) => status !== 'running')),
      failureReason: Nullable(GridFailureReason),
    }),
  },
  'quality.scored': {
    summary: 'A task’s document has its score',
    data: Type.Object({
      engagementId: Id,
      runId: Id,
      taskId: Type.String(),
      taskName: Type.String(),
      score: Type.Number(),
      rubricType: Type.String(),
    }),
  },
  'pattern_analysis.completed': {
    summary:
      'An analysis across engagements has replaced the insights and proposals; `data` counts the new ones',
    data: Type.Object({ analysisId: Id, insights: Type.Integer(), proposals: Type.Integer() }),
  },
  'account.deletion_requested': {
    summary: 'The account is about to be erased',
    data: Type.Object({ tenantId: Id, deletionRequestId: Id }),
  },
  'attachment.uploaded': {
    summary: 'A file has been attached',
    data: Type.Object({
      engagementId: Id,
      attachmentId: Id,
      filename: Filename,
      category: Type.String(),
      sizeBytes: Type.Integer(),
      sourceUrl: Type.Optional(
        Type.String({ description: 'Present only on attachments made from a URL' }),
      ),
    }),
  },
  'report.generated': {
    summary: 'The PDF of a whole engagement has been made',
    data: Type.Object({
      engagementId: Id,
      filename: Filename,
      audience: Type.Enum(['team', 'client']),
      includeProvenance: Type.Boolean(),
    }),
  },
};
