import type { ApprovalStatus, ReviewAction } from '@ecp/contract/work/deliverables';
import { useNavigate } from '@tanstack/react-router';
import { undoLastApproval, useHasHeldApproval } from '../../domain/approvals/held-approvals.ts';
import type { VersionProps } from '../../domain/deliverables/version-props.ts';
import { approvalTexts } from '../../texts/en/documents/approvals.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { type PageShortcut, usePageShortcuts } from '../../ui/keys/page-shortcuts.ts';
import type { ReviewFlow } from './use-review-flow.ts';

const { keys } = reviewTexts;
const keyOfAction = { approve: 'a', request_revision: 'r', reject: 'x' } as const satisfies Record<
  ReviewAction,
  string
>;

interface ReviewKeys extends VersionProps {
  flow: ReviewFlow;
  /** Approval status of the version; null if it cannot be reviewed, because it is older or the role may not. */
  status: ApprovalStatus | null;
}

/**
 * Shortcuts of the review: `a` asks before it approves, because one key is soon hit; `r`, `x`, `z` takes the last approval
 * back, and `d` shows the changes. Only those that
 * have an effect are active.
 */
export function useReviewKeys({ engagementId, filename, version, flow, status }: ReviewKeys): void {
  const navigate = useNavigate();
  const canUndo = useHasHeldApproval();
  const compare = () =>
    void navigate({
      to: '/engagements/$engagementId/deliverables/$filename/compare',
      params: { engagementId, filename },
      search: { from: String(version - 1), to: String(version) },
    });
  const review = (action: ReviewAction): PageShortcut => ({
    key: keyOfAction[action],
    does: keys[action],
    act: () => flow.action === null && (action === 'approve' ? flow.askToApprove() : flow.begin(action)),
  });
  usePageShortcuts([
    ...(status !== null && status !== 'approved' ? [review('approve')] : []),
    ...(status !== null ? [review('request_revision')] : []),
    ...(status !== null && status !== 'rejected' ? [review('reject')] : []),
    ...(canUndo ? [{ key: 'z', does: approvalTexts.undoKey, act: undoLastApproval }] : []),
    ...(version > 1 ? [{ key: 'd', does: keys.compare, act: compare }] : []),
  ]);
}
