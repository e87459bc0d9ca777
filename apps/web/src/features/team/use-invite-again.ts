import type { User } from '@ecp/contract/identity/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { teamQuery } from '../../domain/team/queries.ts';
import { teamTexts } from '../../texts/en/team.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';

/** Invites a user again whose link was lost, by removing and inviting them (docs/requirements/team.md). */
export function useInviteAgain() {
  const queryClient = useQueryClient();
  const refetch = () => queryClient.invalidateQueries(teamQuery);
  return useMutation({
    async mutationFn({ id, email, name, role }: User) {
      // The owner signed up and has no invitation.
      if (role === 'owner') return;
      await api.removeMember({ userId: id });
      await api.inviteMember({ email, name, role });
    },
    async onSuccess(_nothing, { email }) {
      // The new row replaces the old one and closes what is open in it, so it is there before the toast.
      await refetch();
      showDoneToast(teamTexts.resend.done(email), teamTexts.resend.hint);
    },
    onError: refetch,
  });
}
