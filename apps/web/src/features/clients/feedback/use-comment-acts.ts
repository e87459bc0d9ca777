import type { CommentStatus } from '@ecp/contract/work/comments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callOnce } from '../../../api/call-once.ts';
import { api } from '../../../api/client.ts';
import { portalCommentsQuery } from './queries.ts';

/** Replies to a client's comment and sets its status, and reads the comments and what waits again. */
export function useCommentActs(engagementId: string, commentId: string, onReplied: () => void) {
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: portalCommentsQuery(engagementId).queryKey }),
      queryClient.invalidateQueries({ queryKey: ['queue'] }),
    ]);
  const reply = useMutation({
    meta: { showsError: true },
    mutationFn(text: string) {
      const body = { id: engagementId, commentId, body: text };
      return callOnce(['replyToComment', body], (options) => api.replyToComment(body, options));
    },
    async onSuccess() {
      await refresh();
      onReplied();
    },
  });
  const setStatus = useMutation({
    mutationFn: (status: CommentStatus) => api.updateComment({ id: engagementId, commentId, status }),
    onSuccess: refresh,
  });
  return { reply, setStatus };
}
