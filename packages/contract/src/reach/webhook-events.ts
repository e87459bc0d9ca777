import type { Author } from '../declaring/scalars.ts';
import type { FailureReason, GridFailureReason } from '../values/run-facts.ts';
import type { ReviewAction } from '../work/deliverables.ts';
import type { GridStatus } from '../work/grids.ts';

/** The events of webhooks, with the `data` of each. */
export interface EventData {
  'engagement.started': { engagementId: string; runId: string; status: 'running' };
  'engagement.completed': { engagementId: string; status: 'completed'; runId: string };
  'engagement.failed': {
    engagementId: string;
    status: 'failed';
    runId: string;
    error: string | null;
    failureReason: FailureReason | null;
  };
  'deliverable.ready': {
    engagementId: string;
    /** Null for a version that a person wrote. */
    runId: string | null;
    deliverableId: string;
    taskId: string | null;
    filename: string;
    version: number;
  };
  'deliverable.approved': ReviewedDeliverable;
  'deliverable.revision_requested': ReviewedDeliverable;
  'deliverable.rejected': ReviewedDeliverable;
  /** Sent for every review, and for a client's decision about a release, which leaves `approvalStatus`. */
  'deliverable.reviewed': ReviewedDeliverable & { action: ReviewAction };
  'quality.scored': {
    engagementId: string;
    runId: string;
    taskId: string;
    taskName: string;
    score: number;
    rubricType: string;
  };
  /** The number of insights and proposals, which replaced the earlier ones. */
  'pattern_analysis.completed': { analysisId: string; insights: number; proposals: number };
  'account.deletion_requested': { tenantId: string; deletionRequestId: string };
  'attachment.uploaded': {
    engagementId: string;
    attachmentId: string;
    filename: string;
    category: string;
    sizeBytes: number;
    /** Present only on attachments made from a URL. */
    sourceUrl?: string;
  };
  /** An agent asks people. `taskId` is null for a question of the planner. */
  'question.asked': AskedQuestion;
  'question.answered': AskedQuestion;
  /** A check of the sources found material changes, and proposes to amend the documents that cite them. */
  'update.proposed': { engagementId: string; updateId: string };
  /** A grid is answered, or has stopped: by a person, or with a `failureReason`. */
  'grid.completed': {
    engagementId: string;
    gridId: string;
    title: string;
    status: Exclude<GridStatus, 'running'>;
    failureReason: GridFailureReason | null;
  };
  /** A person or program comments. `filename` is null for a comment on the whole engagement. */
  'comment.created': { engagementId: string; commentId: string; filename: string | null };
  /** A client comments, or replies to a comment of a client; then there is a `replyId`. */
  'portal.comment_received': {
    engagementId: string;
    commentId: string;
    filename: string | null;
    author: Author;
    replyId?: string;
  };
  /** Sent for the PDF of a whole engagement, not for that of a single deliverable. */
  'report.generated': {
    engagementId: string;
    filename: string;
    audience: 'team' | 'client';
    includeProvenance: boolean;
  };
}
export type EventName = keyof EventData;

/** One entry for each payload. A payload without an entry does not compile. */
const subscribable = {
  'engagement.started': true,
  'engagement.completed': true,
  'engagement.failed': true,
  'deliverable.ready': true,
  'deliverable.approved': true,
  'deliverable.revision_requested': true,
  'deliverable.rejected': true,
  'comment.created': true,
  'deliverable.reviewed': true,
  'portal.comment_received': true,
  'question.asked': true,
  'question.answered': true,
  'update.proposed': true,
  'grid.completed': true,
  'quality.scored': true,
  'pattern_analysis.completed': true,
  'account.deletion_requested': true,
  'attachment.uploaded': true,
  'report.generated': true,
} satisfies Record<EventName, true>;
/** The names of the events. */
export const webhookEvents = Object.keys(subscribable) as readonly EventName[];

interface AskedQuestion {
  engagementId: string;
  runId: string;
  questionId: string;
  taskId: string | null;
}

interface ReviewedDeliverable {
  engagementId: string;
  deliverableId: string;
  filename: string;
  version: number;
  approvalStatus: string;
  notes: string | null;
  reviewedBy: string;
  author: Author;
}
