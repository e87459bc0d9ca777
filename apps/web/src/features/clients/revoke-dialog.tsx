import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { type ClientLink, clientLinksQuery, nameOfLink } from '../../domain/clients/links/queries.ts';
import { revokeTexts as texts } from '../../texts/en/clients/links.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';

interface RevokeDialogProps {
  engagementId: string;
  link: ClientLink;
  onClose: () => void;
}

/** Asks before a link ends, which its client notices at once (POR-4). */
export function RevokeDialog({ engagementId, link, onClose }: RevokeDialogProps) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => api.revokePortalToken({ id: engagementId, tokenId: link.id }),
    meta: { showsError: true },
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: clientLinksQuery(engagementId).queryKey });
      onClose();
      showDoneToast(texts.done);
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title}
      confirmLabel={texts.confirm}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
    >
      {texts.lead(nameOfLink(link))}
    </ConfirmDialog>
  );
}
