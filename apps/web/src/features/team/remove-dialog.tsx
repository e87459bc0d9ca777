import type { User } from '@ecp/contract/identity/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { isInvited, nameOf, teamQuery } from '../../domain/team/queries.ts';
import { teamTexts } from '../../texts/en/team.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { RadioCards } from '../../ui/fields/radio-cards.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';

/** Asks whether the API keys of a removed member end or are taken over (KEY-14). */
type FateOfKeys = 'revoke' | 'take_over';

/** Asks before a member is removed or an invitation is withdrawn, and says what remains. */
export function RemoveDialog({ member, onClose }: { member: User; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [keys, setKeys] = useState<FateOfKeys>('revoke');
  const name = nameOf(member);
  const { title, advice, confirm, withdrawTitle, withdrawAdvice, withdrawConfirm, done } = teamTexts.remove;
  const remove = useMutation({
    mutationFn: () => api.removeMember({ userId: member.id, keys }),
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
      {!invited && <KeysChoice value={keys} onChange={setKeys} />}
    </ConfirmDialog>
  );
}

function KeysChoice({ value, onChange }: { value: FateOfKeys; onChange: (value: FateOfKeys) => void }) {
  const { keys, revokeKeys, revokeKeysHint, takeOverKeys, takeOverKeysHint } = teamTexts.remove;
  return (
    <div className="mt-4 text-ink">
      <RadioCards
        label={keys}
        name="keys"
        options={[
          { value: 'revoke', label: revokeKeys, hint: revokeKeysHint },
          { value: 'take_over', label: takeOverKeys, hint: takeOverKeysHint },
        ]}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
