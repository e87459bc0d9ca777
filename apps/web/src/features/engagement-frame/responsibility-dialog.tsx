import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ResponsibilityFields } from '../../domain/engagement-draft/responsibility-fields.tsx';
import { responsibilityTexts } from '../../texts/en/waiting/responsibility.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';

const texts = responsibilityTexts.dialog;

interface ResponsibilityDialogProps {
  engagement: EngagementDetail;
  onClose: () => void;
}

/** Sets the owner and the due date of an engagement. */
export function ResponsibilityDialog({ engagement, onClose }: ResponsibilityDialogProps) {
  const queryClient = useQueryClient();
  const { id, ownerId, dueDate } = engagement;
  const [draft, setDraft] = useState({ ownerId, dueDate: dueDate ?? '' });
  const save = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.updateEngagement({ id, ownerId: draft.ownerId, dueDate: draft.dueDate || null }),
    async onSuccess() {
      void queryClient.invalidateQueries({ queryKey: ['queue'] });
      await queryClient.invalidateQueries({ queryKey: ['engagements'] });
      onClose();
      showDoneToast(texts.done);
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.title}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
        onCancel={onClose}
        submitLabel={texts.submit}
        busy={save.isPending}
        error={save.error}
      >
        <ResponsibilityFields
          value={draft}
          onChange={(change) => setDraft({ ...draft, ...change })}
          error={save.error}
        />
      </DialogForm>
    </Dialog>
  );
}
