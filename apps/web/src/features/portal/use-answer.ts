import type { PortalReviewBody, PortalView } from '@ecp/contract/portal';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { portalTexts } from '../../texts/en/portal.ts';
import { tellDone } from '../../ui/toasts.tsx';
import { portalClient, portalQuery, type SharedDocument } from './portal-client.ts';
import { clientName } from './standing.ts';
import { setVisitorName } from './visitor-name.ts';

const { decision } = portalTexts;

/**
 * Records the client's answer to the version that they have read. The service reviews the latest one: where a newer one
 * has come meanwhile it is shown first, and nothing is recorded.
 */
export function useAnswer(token: string, document: SharedDocument, onSettled: () => void) {
  const queryClient = useQueryClient();
  const { queryKey } = portalQuery(token);
  const { filename, id } = document;
  return useMutation({
    meta: { showsError: true },
    async mutationFn(answer: PortalReviewBody) {
      const view = await queryClient.fetchQuery({ ...portalQuery(token), staleTime: 0 });
      const latest = view.deliverables.find((one) => one.filename === filename);
      if (latest && latest.id !== id) return null;
      return portalClient(token).reviewInPortal({ filename, ...answer });
    },
    onSuccess(result, { action }) {
      onSettled();
      if (!result) return tellDone(decision.newer);
      const { deliverableId, approvalStatus, reviewedAt, reviewedBy } = result;
      setVisitorName(clientName(reviewedBy) ?? '');
      queryClient.setQueryData(queryKey, (view: PortalView | undefined) => {
        if (!view) return view;
        const change = (one: SharedDocument) =>
          one.id === deliverableId ? { ...one, approvalStatus, reviewedAt, reviewedBy } : one;
        return { ...view, deliverables: view.deliverables.map(change) };
      });
      tellDone(decision.done[action], decision.doneAdvice);
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}
