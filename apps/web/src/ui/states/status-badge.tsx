import type { DeliverableRecord } from '@ecp/contract/work/deliverables';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { Static } from 'typebox';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { Badge, type Tone } from './badge.tsx';

type ApprovalStatus = Static<typeof DeliverableRecord>['approvalStatus'];

const statusTones: Record<EngagementStatus, Tone> = {
  pending: 'neutral',
  running: 'info',
  paused: 'warn',
  completed: 'good',
  failed: 'danger',
};
const approvalTones: Record<ApprovalStatus, Tone> = {
  pending_review: 'info',
  approved: 'good',
  revision_requested: 'warn',
  rejected: 'danger',
};

/** Shows the status of an engagement or run. */
export function StatusBadge({ status }: { status: EngagementStatus }) {
  return (
    <Badge tone={statusTones[status]} dot>
      {statusTexts.engagement[status]}
    </Badge>
  );
}

/** Shows the approval status of a deliverable. */
export function ApprovalBadge({ status }: { status: ApprovalStatus }) {
  return (
    <Badge tone={approvalTones[status]} dot>
      {statusTexts.approval[status]}
    </Badge>
  );
}
