import type { Version } from '../../base/api/document-queries.ts';
import { ApprovalBadge } from '../../base/ui/badges.tsx';
import { defer } from '../../base/ui/defer.ts';

/** Loads on demand, because most firms ask for one approval. */
const part = defer(() => import('./sign-off-badge.tsx'));

type SignedOff = Pick<Version, 'approvalStatus' | 'approvals' | 'approvalsNeeded'>;

/** The badge of a version: its status, or how many approvals it has of those that it needs. */
export function ApprovalState({ of }: { of: SignedOff }) {
  const isPart = of.approvalStatus === 'pending_review' && of.approvals.length > 0;
  const parts = part.useModule(isPart);
  return isPart && parts ? (
    <parts.SignOffBadge of={of} />
  ) : (
    <ApprovalBadge status={of.approvalStatus} />
  );
}
