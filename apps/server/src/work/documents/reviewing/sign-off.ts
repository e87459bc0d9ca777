import { ApiError } from '@ecp/contract/declaring/errors';
import type { ApprovalStatus, ReviewAction } from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import { readMemberName } from '../../../identity/team/member-rows.ts';
import { type SignOffPolicies, selectSignOffPolicies } from '../../../identity/tenants/policies.ts';
import type { Services } from '../../../kernel/services.ts';
import { firstRow } from '../../../kernel/sql.ts';
import type { EngagementState } from '../../../material/engagements/engagement-rows.ts';
import { recordApprovalNotice } from '../../../material/notices/notices.ts';
import type { AnsweringRow, StoredApproval } from '../deliverable-rows.ts';
import type { ReviewEvent } from './client-decisions.ts';

type SignedOff = Pick<AnsweringRow, 'approvals' | 'approval_status'>;

/** A review with what it makes of the approvals of its version. */
export interface CountedReview {
  approvalStatus: ApprovalStatus;
  /** The event of a change of the status; null if the status stays. */
  event: ReviewEvent | null;
  approvals: StoredApproval[];
  /** The approval that the review adds to them; null if it adds none. */
  added: StoredApproval | null;
  approvalsNeeded: number;
  /** The metadata of the audit log about the approvals. */
  facts: Record<string, number | boolean>;
}

const refusals = {
  request_revision: {
    approvalStatus: 'revision_requested',
    event: 'deliverable.revision_requested',
  },
  reject: { approvalStatus: 'rejected', event: 'deliverable.rejected' },
} as const satisfies Record<
  Exclude<ReviewAction, 'approve'>,
  { approvalStatus: ApprovalStatus; event: ReviewEvent }
>;

/** A reviewer as sign-off sees them, and what the tenant asks. */
interface Voice {
  /** The member who counts, for a key its maker; null is a client. */
  member: { id: string; name: string } | null;
  policies: SignOffPolicies;
}

/**
 * Reads whose voice a review is, and what the tenant asks now. `memberId` is null for a client.
 * Error: `author_may_not_approve`.
 */
export async function readVoice(
  tx: Transaction,
  tenantId: string,
  { author_id: authorId }: Pick<AnsweringRow, 'author_id'>,
  { action, memberId }: { action: ReviewAction; memberId: string | null },
): Promise<Voice> {
  const { rows } = await tx.query(selectSignOffPolicies(tenantId));
  const policies = firstRow(rows);
  if (memberId === null) return { member: null, policies };
  if (action === 'approve' && !policies.authorMayApprove && memberId === authorId) {
    throw new ApiError('author_may_not_approve');
  }
  return { member: { id: memberId, name: await readMemberName(tx, tenantId, memberId) }, policies };
}

/** Counts a review of the latest version, which the caller has read under the engagement's lock. */
export function countReview(
  latest: SignedOff,
  { action, at }: { action: ReviewAction; at: Date },
  { member, policies }: Voice,
): CountedReview {
  const { approvalsNeeded } = policies;
  const { length: given } = latest.approvals;
  if (action !== 'approve') {
    const facts = given > 0 ? { voidedApprovals: given } : {};
    return { ...refusals[action], approvals: [], added: null, approvalsNeeded, facts };
  }
  if (member === null) return countClient(latest, policies);
  const isRepeated = latest.approvals.some(({ id }) => id === member.id);
  const added = isRepeated ? null : { ...member, at: at.toISOString() };
  const approvals = added ? [...latest.approvals, added] : latest.approvals;
  const facts = {
    approvals: approvals.length,
    approvalsNeeded,
    ...(isRepeated && { repeated: true }),
  };
  return {
    ...reached(latest, approvals.length >= approvalsNeeded),
    approvals,
    added,
    approvalsNeeded,
    facts,
  };
}

/**
 * A client is nobody of the team: where the team has to approve with several voices, or without the
 * author's, an approval by a link of `latest` is the client's decision alone.
 */
function countClient(
  latest: SignedOff,
  { approvalsNeeded, authorMayApprove }: SignOffPolicies,
): CountedReview {
  const { approvals, approval_status: approvalStatus } = latest;
  const counted = { approvals, added: null, approvalsNeeded, facts: {} };
  if (approvalsNeeded > 1 || !authorMayApprove) return { ...counted, approvalStatus, event: null };
  return { ...counted, ...reached(latest, true) };
}

/**
 * The status after an approval: one that stands is not lost to a policy that has been raised since.
 */
function reached(
  { approval_status: before }: SignedOff,
  isEnough: boolean,
): Pick<CountedReview, 'approvalStatus' | 'event'> {
  if (before === 'approved') return { approvalStatus: 'approved', event: null };
  if (!isEnough) return { approvalStatus: 'pending_review', event: null };
  return { approvalStatus: 'approved', event: 'deliverable.approved' };
}

/**
 * Tells who may give another approval of a version that one is needed, if a review has added one
 * below the number.
 */
export async function askForApproval(
  tx: Transaction,
  services: Services,
  engagement: EngagementState,
  { filename, version, author_id: authorId }: AnsweringRow,
  {
    reviewId,
    counted,
    policies,
  }: { reviewId: string; counted: CountedReview; policies: SignOffPolicies },
): Promise<void> {
  const { added, approvals, approvalsNeeded, approvalStatus } = counted;
  const {
    tenant_id: tenantId,
    id: engagementId,
    name: engagementName,
    owner_id: ownerId,
    sample,
  } = engagement;
  // As in the queue, nothing of the sample waits for anybody.
  if (added === null || approvalStatus !== 'pending_review' || sample) return;
  const approved = { approvedBy: added.name, approvals: approvals.length, approvalsNeeded };
  const data = { filename, version, ...approved };
  const notice = {
    kind: 'approval_needed' as const,
    data,
    engagementId,
    engagementName,
    cause: reviewId,
  };
  const barredIds = authorId === null || policies.authorMayApprove ? [] : [authorId];
  const withoutIds = [...approvals.map(({ id }) => id), ...barredIds];
  await recordApprovalNotice(tx, services, tenantId, notice, { ownerId, withoutIds });
}
