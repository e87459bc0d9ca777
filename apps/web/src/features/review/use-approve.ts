import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { holdApproval, isApprovalHeld, undoApproval } from '../../domain/approvals/held-approvals.ts';
import type { OpenDocument } from '../../domain/approvals/send-approval.ts';
import { titleOf } from '../../domain/deliverables/title-of.ts';
import type { FileProps } from '../../domain/deliverables/version-props.ts';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { useSession } from '../../session/session.ts';
import { useIsUnmounted } from '../../ui/use-is-unmounted.ts';
import type { ReviewBasis } from './review-conflict.ts';

/**
 * Approves what a reviewer has seen, with time to take it back, and opens the next document that waits for a review
 * (REV-20, REV-22). Without another one, or if the list cannot be read, this document stays. Resolves to false, with
 * nothing approved, if `isRefused` tells that the service would refuse it: it is held meanwhile, so that it is not lost.
 */
export function useApprove({ engagementId, filename }: FileProps) {
  const { user, tenant } = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isLeft = useIsUnmounted();
  const open: OpenDocument = (params) =>
    void navigate({ to: '/engagements/$engagementId/deliverables/$filename', params, search: {} });
  return async ({ version, reviewedAt }: ReviewBasis, isRefused: () => Promise<boolean>): Promise<boolean> => {
    const file = { engagementId, filename };
    const basis = { version, lastReviewedAt: reviewedAt };
    const title = titleOf(filename, queryClient.getQueryData(engagementQuery(engagementId).queryKey));
    holdApproval({ owner: `${user.id} ${tenant.id}`, ...file, title, ...basis }, open);
    if (await isRefused()) {
      undoApproval(file);
      return false;
    }
    const next = await import('../../domain/approvals/find-next-review.ts')
      .then(({ findNextReview }) => findNextReview(queryClient, file))
      .catch(() => null);
    if (next && !isLeft.current && isApprovalHeld(file)) open(next);
    return true;
  };
}
