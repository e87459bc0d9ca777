import type { Template } from '@ecp/contract/work/templates';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { templateQuery } from '../../domain/templates/queries.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { templateTexts } from '../../texts/en/templates.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';

const { remove } = templateTexts;

/** Asks before an own template is permanently deleted, then navigates to the list. */
export function DeleteTemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const deletion = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.deleteTemplate({ id: template.id }),
    async onSuccess() {
      await navigate({ to: '/templates', search: {}, replace: true });
      queryClient.removeQueries({ queryKey: templateQuery(template.id).queryKey });
      void queryClient.invalidateQueries({ queryKey: ['templates'] });
      showDoneToast(remove.done(template.name));
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={remove.title(template.name)}
      confirmLabel={commonTexts.delete}
      onConfirm={() => deletion.mutate()}
      busy={deletion.isPending}
      error={deletion.error}
    >
      {remove.advice}
    </ConfirmDialog>
  );
}
