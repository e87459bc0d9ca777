import type { PortalCommentBody } from '@ecp/contract/reach/portal';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callOnce } from '../../../api/call-once.ts';
import { portalClient, portalQuery } from '../portal-client.ts';
import { usePortal } from '../portal-context.ts';
import { keepWords } from './kept-words.ts';

/** A comment, or a reply to the comment with the id `to`. */
export type PortalWords = Omit<PortalCommentBody, 'author'> & { to?: string };

/** Sends a client's comment or reply, once even after a lost connection, and reads the page again. */
export function usePortalWords() {
  const { token } = usePortal();
  const queryClient = useQueryClient();
  const { queryKey } = portalQuery(token);
  return useMutation({
    meta: { showsError: true },
    mutationFn({ to, ...words }: PortalWords) {
      return callOnce([token, to, words], (options) => {
        const client = portalClient(token);
        if (to === undefined) return client.commentInPortal(words, options);
        return client.replyInPortal({ commentId: to, body: words.body }, options);
      });
    },
    onSuccess(_comment, words) {
      keepWords(token, words, '');
    },
    // Refetches even after a refusal: if the link was revoked in the meantime, the page says so.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
