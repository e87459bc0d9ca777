import type { PortalReviewBody } from '@ecp/contract/reach/portal';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { portalTexts } from '../../../texts/en/portal.ts';
import { showDoneToast } from '../../../ui/toasts/tell.ts';
import { portalClient, portalQuery, type SharedDocument } from '../portal-client.ts';
import { usePortal } from '../portal-context.ts';

const { decision } = portalTexts;

/**
 * Records the client's decision about the version that they have read. If there is a newer version, it is shown instead
 * and nothing is recorded, because a decision is about the version that the link shows (REL-9).
 */
export function useClientReview(document: SharedDocument, onSettled: () => void) {
  const { token } = usePortal();
  const queryClient = useQueryClient();
  const { queryKey } = portalQuery(token);
  const { filename, id, version } = document;
  // Refetches instead of editing the cache, because the response to an earlier request may still be pending.
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  return useMutation({
    meta: { showsError: true },
    async mutationFn(answer: PortalReviewBody) {
      const newest = await queryClient.fetchQuery({ ...portalQuery(token), staleTime: 0 });
      const latest = newest.deliverables.find((one) => one.filename === filename);
      if (latest && latest.id !== id) return null;
      return portalClient(token).reviewInPortal({ filename, version, ...answer });
    },
    async onSuccess(result, { action }) {
      await refresh();
      onSettled();
      if (!result) return showDoneToast(decision.newer);
      showDoneToast(decision.done[action], decision.doneAdvice);
    },
    onError: refresh,
  });
}
