import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { engagementMenuTexts } from '../../texts/en/pending.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';

const texts = engagementMenuTexts.deleteDialog;

/** Permanently deletes an engagement. One with runs requires a typed word (ENG-22). */
export function DeleteDialog({ engagement, onClose }: { engagement: EngagementDetail; onClose: () => void }) {
  const { id, name, runs } = engagement;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.deleteEngagement({ id }),
    async onSuccess() {
      showDoneToast(texts.done(name));
      // Unsaved changes of a deleted engagement must not block the navigation.
      await navigate({ to: '/engagements', search: {}, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: engagementQuery(id).queryKey });
      await queryClient.invalidateQueries({ queryKey: ['engagements'] });
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title}
      confirmLabel={texts.confirm}
      typed={runs.length > 0 ? texts.typed : undefined}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      {runs.length > 0 ? texts.all(name) : texts.draft(name)}
    </ConfirmDialog>
  );
}
