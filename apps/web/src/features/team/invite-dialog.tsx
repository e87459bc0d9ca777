import type { InviteMemberBody } from '@ecp/contract/identity/team';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callOnce } from '../../api/call-once.ts';
import { api } from '../../api/client.ts';
import { teamQuery } from '../../domain/team/queries.ts';
import { teamTexts } from '../../texts/en/team.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { InviteForm } from './invite-form.tsx';
import { InviteSent } from './invite-sent.tsx';

/** Invites by mail, and then explains what happens next. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const invite = useMutation({
    mutationFn: (input: InviteMemberBody) =>
      callOnce(['inviteMember', input], (options) => api.inviteMember(input, options)),
    meta: { showsError: true },
    onSuccess: () => queryClient.invalidateQueries(teamQuery),
  });
  return (
    <Dialog open onClose={onClose} title={invite.isSuccess ? teamTexts.invite.sentTitle : teamTexts.invite.title}>
      {invite.isSuccess ? (
        <InviteSent member={invite.data} onAnother={invite.reset} onClose={onClose} />
      ) : (
        <InviteForm onSubmit={invite.mutate} onClose={onClose} busy={invite.isPending} error={invite.error} />
      )}
    </Dialog>
  );
}
