import { isApiError } from '@ecp/sdk/create-client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { tellError } from '../ui/toasts/toasts.tsx';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The form shows the error itself: no toast. */
      showsError?: boolean;
    };
  }
}

const freshMs = 15_000;

/** Called when an answer says that nobody is signed in any more. */
let onSignedOut = (): void => undefined;

/** Sets what happens when the session has ended; the router does it. */
export function whenSignedOut(act: () => void): void {
  onSignedOut = act;
}

function notice(error: unknown): boolean {
  const ended = isApiError(error, 'authentication_required');
  if (ended) onSignedOut();
  return ended;
}

/** What is known of the service. The sdk repeats what may be repeated, so that nothing here does. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => void notice(error) }),
  mutationCache: new MutationCache({
    onError(error, _variables, _result, mutation) {
      if (!notice(error) && !mutation.meta?.showsError) tellError(error);
    },
  }),
  defaultOptions: {
    queries: { retry: false, staleTime: freshMs },
    mutations: { retry: false },
  },
});
