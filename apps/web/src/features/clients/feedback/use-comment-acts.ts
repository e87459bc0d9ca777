import type { CommentStatus } from '@ecp/contract/work/comments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callOnce } from '../../../api/call-once.ts';
import { api } from '../../../api/client.ts';
import { portalCommentsQuery } from './queries.ts';

/** Replies to a client's comment and sets its status, and reads the comments and what waits again. */
export function useCommentActs(engagementId: string, commentId: string) {
  const queryClient = useQueryClient();
  const onSuccess = () =>
    Promise.all(
      [portalCommentsQuery(engagementId).queryKey, ['comments', engagementId], ['queue']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  const reply = useMutation({
    mutationFn(text: string) {
      const body = { id: engagementId, commentId, body: text };
      return callOnce(['replyToComment', body], (options) => api.replyToComment(body, options));
    },
    onSuccess,
  });
  const setStatus = useMutation({
    mutationFn: (status: CommentStatus) => api.updateComment({ id: engagementId, commentId, status }),
    onSuccess,
  });
  return { reply, setStatus };
}
