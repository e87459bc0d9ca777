import type { InboxQuestion, Question, QuestionStatus } from '@ecp/contract/work/questions';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, nextCursor } from '../../base/api/client.ts';
import { refreshDeliverables } from '../../base/api/document-queries.ts';

export type { InboxQuestion, Question, QuestionStatus };

const pollMs = { waiting: 10_000, quiet: 60_000 };
const pageSize = 50;

/**
 * The questions of one engagement, newest first. All query keys of questions begin with
 * `questions`.
 */
export const questionsQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['questions', 'engagement', engagementId],
    queryFn: async ({ signal }) =>
      (await api.listQuestions({ id: engagementId }, { signal })).questions,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? pollMs.waiting : pollMs.quiet),
  });

/**
 * The questions of the reader's engagements, or of all, in one state, newest first, page by page.
 */
export const inboxQuery = (status: QuestionStatus, scope: 'mine' | 'all') =>
  infiniteQueryOptions({
    queryKey: ['questions', 'inbox', status, scope],
    initialPageParam: undefined as string | undefined,
    async queryFn({ pageParam, signal }) {
      const input = { status, scope, limit: pageSize, cursor: pageParam };
      const { data, headers } = await api.request('listAllQuestions', input, { signal });
      return { questions: data.questions, next: nextCursor(headers) };
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data && state.data.pages.length > 1 ? false : pollMs.quiet,
  });

/** Returns true if a task waits for the answer. */
export const isOpen = ({ status }: Pick<Question, 'status'>): boolean => status === 'open';

/**
 * Reads again the records that an answer changes: questions, and documents that rest on the
 * assumption.
 */
export async function refreshQuestions(
  queryClient: QueryClient,
  engagementId: string,
): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['questions'] }),
    refreshDeliverables(queryClient, engagementId),
  ]);
}
