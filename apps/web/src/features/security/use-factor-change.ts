import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../session/session.ts';
import { passkeysQuery } from './queries.ts';

/** Returns a mutation that changes the person's factors, and then reads them again. Its form shows the error. */
export function useFactorChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  onDone?: (answer: Answer) => void,
): UseMutationResult<Answer, Error, Input> {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { showsError: true },
    onSuccess(answer) {
      onDone?.(answer);
      void queryClient.invalidateQueries(sessionQuery);
      void queryClient.invalidateQueries(passkeysQuery);
    },
  });
}
