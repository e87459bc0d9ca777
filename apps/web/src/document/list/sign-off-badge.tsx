import type { Version } from '../../base/api/document-queries.ts';
import { signOffTexts } from '../../base/texts/sign-off.ts';
import { ApprovalBadge } from '../../base/ui/badges.tsx';

type SignedOff = Pick<Version, 'approvalStatus' | 'approvals' | 'approvalsNeeded'>;

/** The badge of a version that has some of its approvals. */
export function SignOffBadge({
  of: { approvalStatus, approvals, approvalsNeeded },
}: {
  of: SignedOff;
}) {
  return (
    <ApprovalBadge
      status={approvalStatus}
      label={signOffTexts.count(approvals.length, approvalsNeeded)}
    />
  );
}
