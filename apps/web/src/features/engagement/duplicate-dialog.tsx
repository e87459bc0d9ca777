import type { EngagementDetail } from '@ecp/contract/engagements';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { fieldError } from '../../api/field-errors.ts';
import { readForm } from '../../forms/read-form.ts';
import { commonTexts } from '../../texts/en/common.ts';
import { menuTexts } from '../../texts/en/draft.ts';
import { formTexts } from '../../texts/en/engagement-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { tellDone } from '../../ui/toasts.tsx';
import { limits } from './engagement-draft.ts';

const texts = menuTexts.duplicateDialog;

/** Makes a new engagement with the brief, tasks and budget of another. */
export function DuplicateDialog({ engagement, onClose }: { engagement: EngagementDetail; onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { brief, budget, tasks } = engagement;
  const duplicate = useMutation({
    meta: { showsError: true },
    mutationFn: (names: { name: string; client: string }) => api.createEngagement({ ...names, brief, budget, tasks }),
    async onSuccess({ id, name }) {
      void queryClient.invalidateQueries({ queryKey: ['engagements'] });
      tellDone(texts.done(name));
      onClose();
      await navigate({ to: '/engagements/$engagementId', params: { engagementId: id } });
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.advice}>
      <form onSubmit={(event) => duplicate.mutate(readForm(event, 'name', 'client'))} className="flex flex-col gap-4">
        <TextField
          label={formTexts.name}
          name="name"
          required
          maxLength={limits.name}
          defaultValue={texts.name(engagement.name).slice(0, limits.name)}
          error={fieldError(duplicate.error, 'name')}
        />
        <TextField
          label={formTexts.client}
          name="client"
          required
          maxLength={limits.client}
          defaultValue={engagement.client}
          error={fieldError(duplicate.error, 'client')}
        />
        <FormError error={duplicate.error} />
        <DialogActions>
          <Button onClick={onClose}>{commonTexts.cancel}</Button>
          <Button kind="primary" type="submit" busy={duplicate.isPending}>
            {texts.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
