import type { User } from '@ecp/contract/identity/auth';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { nameOf } from '../../domain/team/queries.ts';
import { securityTexts } from '../../texts/en/settings/security.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';

const texts = securityTexts.member;

/** Asks before the second factors of a member who has lost them are removed (SFA-17). */
export function RemoveFactorDialog({ member, onClose }: { member: User; onClose: () => void }) {
  const name = nameOf(member);
  const remove = useMutation({
    mutationFn: () => api.removeMemberFactors({ userId: member.id }),
    meta: { showsError: true },
    onSuccess() {
      onClose();
      showDoneToast(texts.done(name));
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title(name)}
      confirmLabel={texts.confirm}
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
      error={remove.error}
    >
      {texts.advice}
    </ConfirmDialog>
  );
}
