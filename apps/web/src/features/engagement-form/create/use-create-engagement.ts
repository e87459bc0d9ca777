import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callOnce } from '../../../api/call-once.ts';
import { api } from '../../../api/client.ts';
import { type EngagementDraft, toBody } from '../../../domain/engagement-draft/engagement-draft.ts';

/** Creates an engagement and navigates to its plan, which is made there. `onCreated` runs before the navigation. */
export function useCreateEngagement(onCreated: (engagementId: string) => Promise<void> | void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    meta: { showsError: true },
    async mutationFn(draft: EngagementDraft) {
      const body = toBody(draft);
      const engagement = await callOnce(['createEngagement', body], (options) => api.createEngagement(body, options));
      await onCreated(engagement.id);
      return engagement;
    },
    async onSuccess({ id }) {
      void queryClient.invalidateQueries({ queryKey: ['engagements'] });
      void queryClient.invalidateQueries({ queryKey: ['billing'] });
      await navigate({ to: '/engagements/$engagementId/plan', params: { engagementId: id }, search: { make: true } });
    },
  });
}
