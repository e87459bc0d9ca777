import { isApiError } from '@ecp/sdk/create-client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { showErrorToast } from '../ui/toasts/tell.ts';
import { setSessionEnded } from './ended-session.ts';
import { sessionQuery } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The form shows the error, so no toast appears. */
      showsError?: boolean;
    };
  }
}

const freshMs = 15_000;

/**
 * Returns whether an error says that the user is no longer signed in. If a page is in use, this ends the session: the
 * frame then asks the user to sign in again over the page, so that no input is lost.
 */
function noticeEnd(error: unknown): boolean {
  const hasEnded = isApiError(error, 'authentication_required');
  if (hasEnded && queryClient.getQueryData(sessionQuery.queryKey)) setSessionEnded(true);
  // The guards then lead to the page where a second factor is set up.
  if (isApiError(error, 'second_factor_required') && error.status === 403) {
    void queryClient.invalidateQueries(sessionQuery);
  }
  return hasEnded;
}

/** Cache of all data that this person has read. It never retries, because the SDK does so where this is safe. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => void noticeEnd(error) }),
  mutationCache: new MutationCache({
    onError(error, _variables, _result, mutation) {
      if (!noticeEnd(error) && !mutation.meta?.showsError) showErrorToast(error);
    },
  }),
  defaultOptions: {
    queries: { retry: false, staleTime: freshMs },
    mutations: { retry: false },
  },
});
