import type { Attachment } from '@ecp/contract/work/attachments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { attachmentsQuery } from '../../domain/attachments/queries.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';

const { remove } = attachmentTexts;

interface DeleteAttachmentDialogProps {
  engagementId: string;
  attachment: Attachment;
  onClose: () => void;
}

/** Asks before an attachment is permanently deleted. */
export function DeleteAttachmentDialog({ engagementId, attachment, onClose }: DeleteAttachmentDialogProps) {
  const { id, filename } = attachment;
  const queryClient = useQueryClient();
  const deletion = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.deleteAttachment({ id: engagementId, attachmentId: id }),
    onSuccess() {
      const { queryKey } = attachmentsQuery(engagementId);
      queryClient.setQueryData(queryKey, (known) => known?.filter((each) => each.id !== id));
      void queryClient.invalidateQueries({ queryKey });
      showDoneToast(remove.done(filename));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={remove.title(filename)}
      confirmLabel={commonTexts.delete}
      onConfirm={() => deletion.mutate()}
      busy={deletion.isPending}
      error={deletion.error}
    >
      {remove.advice}
    </ConfirmDialog>
  );
}
