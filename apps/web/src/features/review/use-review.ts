import type { ReviewAction } from '@ecp/contract/work/deliverables';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { refreshDeliverables, type Version, versionsQuery } from '../../domain/deliverables/queries.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { showDoneToast, showErrorToast } from '../../ui/toasts/tell.ts';
import { useIsUnmounted } from '../../ui/use-is-unmounted.ts';
import type { ReviewBasis } from './review-conflict.ts';

interface ReviewInput {
  action: ReviewAction;
  notes: string;
  seen: ReviewBasis;
  /** Why an admin approves in spite of open citations; null without. */
  overrideReason: string | null;
  /** The comments that a revision sends back; null for all open ones (CMT-9). */
  comments: readonly string[] | null;
  /** Called after the review is recorded, even if the page was left in the meantime. */
  onSent: () => void;
}

/**
 * Sends a review with what its reviewer has seen. If something changed in the meantime, the API refuses the review
 * (docs/requirements/reviews.md) and the versions are refetched, which shows the conflict.
 */
export function useReview(engagementId: string, filename: string) {
  const queryClient = useQueryClient();
  const query = versionsQuery(engagementId, filename);
  const isLeft = useIsUnmounted();
  return useMutation({
    meta: { showsError: true },
    async mutationFn({ action, notes, seen, overrideReason, comments }: ReviewInput) {
      const { version, reviewedAt: lastReviewedAt } = seen;
      const override = overrideReason === null ? {} : { override: { reason: overrideReason } };
      const chosen = comments === null ? {} : { comments: [...comments] };
      const review = { action, notes: notes === '' ? null : notes, version, lastReviewedAt, ...override, ...chosen };
      try {
        return await api.reviewDeliverable({ id: engagementId, filename, ...review });
      } catch (error) {
        if (isApiError(error, 'not_latest_version', 'reviewed_meanwhile')) {
          await queryClient.invalidateQueries({ queryKey: query.queryKey });
        }
        throw error;
      }
    },
    async onSuccess(result, { action, notes, overrideReason, onSent }) {
      const { deliverableId, approvalStatus, reviewedAt, reviewedBy, author, openCitations } = result;
      const review = {
        action,
        notes: notes === '' ? null : notes,
        reviewedBy,
        reviewedAt,
        author,
        overrideReason,
      };
      const add = (version: Version): Version =>
        version.id === deliverableId ? { ...version, approvalStatus, reviews: [review, ...version.reviews] } : version;
      await queryClient.cancelQueries({ queryKey: query.queryKey });
      queryClient.setQueryData(query.queryKey, (versions) => versions?.map(add));
      void refreshDeliverables(queryClient, engagementId);
      if (action === 'approve' && openCitations > 0) showDoneToast(reviewTexts.openCitations.approved(openCitations));
      onSent();
    },
    onError(error) {
      // The bar that would show the error is unmounted.
      if (isLeft.current) showErrorToast(error);
    },
  });
}
