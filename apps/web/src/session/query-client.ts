import { isApiError } from '@ecp/sdk/create-client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { showErrorToast } from '../ui/toasts/tell.ts';
import { setSessionEnded } from './ended-session.ts';
import { sessionQuery } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The form shows the error itself: no toast. */
      showsError?: boolean;
    };
  }
}

const freshMs = 15_000;

/**
 * Returns whether a refusal says that nobody is signed in any more. Under a page in use it ends the session: the frame then
 * asks the person to sign in again over the page, so that nothing typed is lost.
 */
function noticeEnd(error: unknown): boolean {
  const hasEnded = isApiError(error, 'authentication_required');
  if (hasEnded && queryClient.getQueryData(sessionQuery.queryKey)) setSessionEnded(true);
  return hasEnded;
}

/** What this person has read from the service. The sdk repeats a request where that is allowed, so nothing here does. */
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
