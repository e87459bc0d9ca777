import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { safeReturnPath } from '../../session/guards.ts';
import { isPersonalQuery, sessionQuery } from '../../session/session.ts';

/** A mutation that begins a session and then leads to `next`. */
export function useStartSession<Input>(begin: (input: Input) => Promise<unknown>, next?: string | undefined) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: begin,
    meta: { showsError: true },
    async onSuccess() {
      // What an earlier person has read is not shown to this one.
      queryClient.removeQueries({ predicate: isPersonalQuery });
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      await router.navigate({ href: safeReturnPath(next), replace: true });
    },
  });
}
