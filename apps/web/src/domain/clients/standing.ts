import type { PortalView } from '@ecp/contract/portal';
import type { Tone } from '../../ui/states/badge.tsx';

/** Where a document stands for the client: their own answer counts, not the team's. */
export type Standing = 'waiting' | 'approved' | 'rejected' | 'revising' | 'shared';

/** Behind a client's name in reviews (docs/requirements/portal.md). */
const mark = ' (client)';

/** Who answered as the client, without the mark behind the name; null when nobody did. */
export function clientName(reviewedBy: string | null): string | null {
  return reviewedBy?.endsWith(mark) ? reviewedBy.slice(0, -mark.length) : null;
}

/** Where a document stands; `mayAnswer` is the link's leave to approve. */
export function standingOf(
  { approvalStatus, reviewedBy }: Pick<PortalView['deliverables'][number], 'approvalStatus' | 'reviewedBy'>,
  mayAnswer: boolean,
): Standing {
  if (approvalStatus === 'revision_requested') return 'revising';
  const answered = clientName(reviewedBy) !== null && approvalStatus !== 'pending_review';
  if (answered) return approvalStatus;
  return mayAnswer ? 'waiting' : 'shared';
}

export const standingTones: Record<Standing, Tone> = {
  waiting: 'accent',
  approved: 'good',
  rejected: 'danger',
  revising: 'warn',
  shared: 'neutral',
};
