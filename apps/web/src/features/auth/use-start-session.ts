import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { safeReturnPath } from '../../session/guards.ts';
import { isPersonalQuery, sessionQuery } from '../../session/session.ts';

/** Returns a mutation that starts a session and then navigates to `next`, or to what `next` then returns. */
export function useStartSession<Input>(
  begin: (input: Input) => Promise<unknown>,
  next?: string | (() => string | undefined),
) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: begin,
    meta: { showsError: true },
    async onSuccess() {
      // Removes what an earlier user has read, so that this user does not see it.
      queryClient.removeQueries({ predicate: isPersonalQuery });
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      await router.navigate({ href: safeReturnPath(typeof next === 'function' ? next() : next), replace: true });
    },
  });
}
