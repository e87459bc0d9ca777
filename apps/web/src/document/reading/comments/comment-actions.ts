import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callOnce } from '../../../base/api/call-once.ts';
import { api } from '../../../base/api/client.ts';
import {
  type Comment,
  putComment,
  refreshDeliverables,
} from '../../../base/api/document-queries.ts';
import { showActionToast, showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import type { SelectedPassage } from '../../../shared/comments/document-words.ts';
import { commentTexts } from '../../../shared/comments/texts.ts';

/** A comment to be made. Without a passage it is about the whole document. */
interface NewComment {
  body: string;
  suggestion: string | null;
  passage: SelectedPassage | null;
  version: number;
}

/** The acts on the comments of a document, for the team. What fails is told in a toast. */
export function useCommentActions({
  engagementId,
  filename,
}: {
  engagementId: string;
  filename: string;
}) {
  const queryClient = useQueryClient();
  const put = (comment: Comment) => {
    putComment(queryClient, engagementId, comment);
    void queryClient.invalidateQueries({ queryKey: ['queue'] });
  };
  const create = useMutation({
    mutationFn({ body, suggestion, passage, version }: NewComment) {
      const { quote, prefix, suffix } = passage ?? {};
      const input = {
        id: engagementId,
        filename,
        version,
        body,
        quote,
        prefix,
        suffix,
        suggestion: passage && suggestion,
      };
      return callOnce(['createComment', input], (options) => api.createComment(input, options));
    },
    onSuccess: put,
  });
  const reply = useMutation({
    mutationFn({ id, body }: Pick<Comment, 'id' | 'body'>) {
      const input = { id: engagementId, commentId: id, body };
      return callOnce(['replyToComment', input], (options) => api.replyToComment(input, options));
    },
    onSuccess: put,
  });
  const statusKey = ['comment status', engagementId];
  /** Whether another change of the comment's status follows the one that has just been answered. */
  const changesAgain = (id: string) =>
    queryClient.isMutating({
      mutationKey: statusKey,
      predicate: ({ state }) => (state.variables as { comment: Comment }).comment.id === id,
    }) > 1;
  const setStatus = useMutation({
    mutationKey: statusKey,
    // Changes are sent one after another. A late undo would otherwise cancel the resolution after
    // it.
    scope: { id: statusKey.join() },
    mutationFn: ({ comment: { id }, status }: { comment: Comment; status: Comment['status'] }) =>
      api.updateComment({ id: engagementId, commentId: id, status }),
    // The thread goes at once; a refusal brings it back.
    onMutate: ({ comment, status }) =>
      putComment(queryClient, engagementId, { ...comment, status }),
    // A callback of the call itself would be lost, because the thread that made it is gone.
    onSuccess(changed, { status }) {
      if (!changesAgain(changed.id)) put(changed);
      if (status === 'open') return;
      const undo = () => setStatus.mutate({ comment: changed, status: 'open' });
      showActionToast(commentTexts.resolved, commentTexts.undo, undo);
    },
    onError: (_error, { comment }) => putComment(queryClient, engagementId, comment),
  });
  const accept = useAccept({ engagementId, filename });
  return {
    create: create.mutateAsync,
    reply: (comment: { id: string }, body: string) => reply.mutateAsync({ id: comment.id, body }),
    /** Resolves a comment, which can be undone, or opens it again. */
    setStatus: (comment: Comment, status: Comment['status']) =>
      setStatus.mutate({ comment, status }),
    accept: accept.mutate,
    isAccepting: accept.isPending,
  };
}

/** Puts proposed words into the text, as the next version. Undo restores the version before it. */
function useAccept({ engagementId, filename }: { engagementId: string; filename: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const page = '/engagements/$engagementId/deliverables/$filename';
  const params = { engagementId, filename };
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['comments', engagementId] }),
      refreshDeliverables(queryClient, engagementId),
    ]);
  const undo = useMutation({
    async mutationFn({ id, version }: { id: string; version: number }) {
      const base = { id: engagementId, filename };
      const restored = await api.restoreDeliverable({
        ...base,
        version: version - 1,
        baseVersion: version,
      });
      await api.updateComment({ id: engagementId, commentId: id, status: 'open' });
      return restored;
    },
    async onSuccess({ version }) {
      await refresh();
      showDoneToast(commentTexts.undone);
      await navigate({
        to: page,
        params,
        search: { version: String(version) },
        replace: true,
        resetScroll: false,
      });
    },
  });
  return useMutation({
    mutationFn: ({ id }: { id: string }) =>
      callOnce(['acceptSuggestion', id], (options) =>
        api.acceptSuggestion({ id: engagementId, commentId: id }, options),
      ),
    async onSuccess({ version }, { id }) {
      showActionToast(commentTexts.accepted(version), commentTexts.undo, () =>
        undo.mutate({ id, version }),
      );
      await refresh();
      // The text that is read stays what it was, except for who has just changed it.
      await navigate({
        to: page,
        params,
        search: { version: String(version) },
        replace: true,
        resetScroll: false,
      });
    },
  });
}
