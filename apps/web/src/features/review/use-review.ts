import type { ReviewAction } from '@ecp/contract/deliverables';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { tellDone } from '../../ui/toasts.tsx';
import { refreshDeliverables, type Version, versionsQuery } from '../deliverables/queries.ts';
import { findConflict, ReviewConflict, type Seen } from './review-conflict.ts';

export interface ReviewInput {
  action: ReviewAction;
  notes: string;
  seen: Seen;
}

/**
 * Sends a review, unless something came meanwhile that its writer has not seen: then it throws a `ReviewConflict`, and the
 * versions in the cache tell which. The service takes every review for its latest version, so this is asked right before.
 */
export function useReview(engagementId: string, filename: string) {
  const queryClient = useQueryClient();
  const query = versionsQuery(engagementId, filename);
  return useMutation({
    meta: { showsError: true },
    async mutationFn({ action, notes, seen }: ReviewInput) {
      const versions = await queryClient.fetchQuery({ ...query, staleTime: 0 });
      if (findConflict(seen, versions)) throw new ReviewConflict();
      return api.reviewDeliverable({ id: engagementId, filename, action, notes: notes === '' ? null : notes });
    },
    async onSuccess({ deliverableId, approvalStatus, reviewedAt, reviewedBy }, { action, notes }) {
      const review = { action, notes: notes === '' ? null : notes, reviewedBy, reviewedAt };
      const add = (version: Version): Version =>
        version.id === deliverableId ? { ...version, approvalStatus, reviews: [review, ...version.reviews] } : version;
      await queryClient.cancelQueries({ queryKey: query.queryKey });
      const known = queryClient.setQueryData(query.queryKey, (versions) => versions?.map(add));
      void refreshDeliverables(queryClient, engagementId);
      if (!known?.some(({ id }) => id === deliverableId)) {
        const [latest] = await queryClient.fetchQuery({ ...query, staleTime: 0 });
        if (latest) tellDone(reviewTexts.landedLater(latest.version));
      }
    },
  });
}
