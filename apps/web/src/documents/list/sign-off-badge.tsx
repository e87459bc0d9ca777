import type { Version } from '../../api/document-queries.ts';
import { signOffTexts } from '../../texts/sign-off.ts';
import { ApprovalBadge } from '../../ui/badges.tsx';

type SignedOff = Pick<Version, 'approvalStatus' | 'approvals' | 'approvalsNeeded'>;

/** The badge of a version that has some of its approvals. */
export function SignOffBadge({ of: { approvalStatus, approvals, approvalsNeeded } }: { of: SignedOff }) {
  return <ApprovalBadge status={approvalStatus} label={signOffTexts.count(approvals.length, approvalsNeeded)} />;
}
