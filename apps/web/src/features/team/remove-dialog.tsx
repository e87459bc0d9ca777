import type { User } from '@ecp/contract/identity/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { isInvited, nameOf, teamQuery } from '../../domain/team/queries.ts';
import { teamTexts } from '../../texts/en/team.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';

/** Asks before a member is removed or an invitation is withdrawn, and says what remains. */
export function RemoveDialog({ member, onClose }: { member: User; onClose: () => void }) {
  const queryClient = useQueryClient();
  const name = nameOf(member);
  const { title, advice, confirm, withdrawTitle, withdrawAdvice, withdrawConfirm, done } = teamTexts.remove;
  const remove = useMutation({
    mutationFn: () => api.removeMember({ userId: member.id }),
    meta: { showsError: true },
    onSuccess() {
      onClose();
      showDoneToast(done(name));
    },
    onSettled: () => queryClient.invalidateQueries(teamQuery),
  });
  const invited = isInvited(member);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={invited ? withdrawTitle(name) : title(name)}
      confirmLabel={invited ? withdrawConfirm : confirm}
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
      error={remove.error}
    >
      {invited ? withdrawAdvice : advice}
    </ConfirmDialog>
  );
}
