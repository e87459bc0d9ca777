import type { User } from '@ecp/contract/identity/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { nameOf, teamQuery } from '../../domain/team/queries.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { teamTexts } from '../../texts/en/team.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import type { AssignableRole } from './roles-below.ts';

interface Change {
  member: User;
  role: AssignableRole;
}

/** Changes the role of a member optimistically, and reverts it after a refusal. */
export function useChangeRole() {
  const queryClient = useQueryClient();
  const show = ({ id }: User, role: User['role']) =>
    queryClient.setQueryData(teamQuery.queryKey, (team) =>
      team?.map((member) => (member.id === id ? { ...member, role } : member)),
    );
  return useMutation({
    mutationFn: ({ member, role }: Change) => api.updateMember({ userId: member.id, role }),
    async onMutate({ member, role }) {
      await queryClient.cancelQueries(teamQuery);
      show(member, role);
    },
    onError: (_error, { member }) => show(member, member.role),
    onSuccess: (_user, { member, role }) =>
      showDoneToast(teamTexts.roleChanged(nameOf(member), statusTexts.role[role])),
    onSettled: () => queryClient.invalidateQueries(teamQuery),
  });
}
