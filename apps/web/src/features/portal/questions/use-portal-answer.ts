import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callOnce } from '../../../api/call-once.ts';
import { portalClient, portalQuery } from '../portal-client.ts';
import { usePortal } from '../portal-context.ts';

/** Sends the client's answer, once even after a lost connection. The page is read again also after a refusal. */
export function usePortalAnswer(questionId: string, onAnswered: () => void) {
  const { token } = usePortal();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: portalQuery(token).queryKey });
  return useMutation({
    meta: { showsError: true },
    mutationFn(sent: { answer: string }) {
      const input = { questionId, ...sent };
      return callOnce([token, input], (options) => portalClient(token).answerInPortal(input, options));
    },
    async onSuccess() {
      onAnswered();
      await refresh();
    },
    onError: refresh,
  });
}
