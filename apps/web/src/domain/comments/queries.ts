import type { Comment } from '@ecp/contract/work/comments';
import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export type { Comment };

const pollMs = { few: 10_000, many: 60_000 };
/** A longer list is read again less often. */
const few = 200;

/**
 * The comments on a document, oldest first (CMT-3). All query keys of comments begin with `comments`. What others
 * write appears within seconds.
 */
export const documentCommentsQuery = (engagementId: string, filename: string) =>
  queryOptions({
    queryKey: ['comments', engagementId, 'document', filename],
    queryFn: ({ signal }) =>
      Array.fromAsync(api.paginate('listDocumentComments', { id: engagementId, filename }, { signal })),
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) <= few ? pollMs.few : pollMs.many),
  });

/** The open comments on the whole engagement, oldest first. */
export const engagementCommentsQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['comments', engagementId, 'engagement'],
    async queryFn({ signal }) {
      const open = await Array.fromAsync(
        api.paginate('listComments', { id: engagementId, status: 'open' }, { signal }),
      );
      return open.filter(({ filename }) => filename === null);
    },
  });

/**
 * Puts a comment that has changed, or is new, into the list that has its like. A list that is being read meanwhile may
 * lack it, so that reading ends.
 */
export function putComment(queryClient: QueryClient, engagementId: string, comment: Comment): void {
  const { filename } = comment;
  const { queryKey } =
    filename === null ? engagementCommentsQuery(engagementId) : documentCommentsQuery(engagementId, filename);
  if (queryClient.getQueryData(queryKey) === undefined) {
    void queryClient.invalidateQueries({ queryKey });
    return;
  }
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<Comment[]>(queryKey, (known = []) => {
    const isKnown = known.some(({ id }) => id === comment.id);
    return isKnown ? known.map((each) => (each.id === comment.id ? comment : each)) : [...known, comment];
  });
}
