import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callOnce } from '../../api/call-once.ts';
import { api } from '../../api/client.ts';
import { fieldError } from '../../api/field-errors.ts';
import { engagementFieldLimits, maxTemplateDescription } from '../../domain/engagement-draft/engagement-draft.ts';
import { readForm } from '../../forms/read-form.ts';
import { engagementMenuTexts } from '../../texts/en/pending.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';

const texts = engagementMenuTexts.templateDialog;

/** Saves brief, tasks and budget of an engagement as a template of the workspace (TPL-5). */
export function TemplateDialog({ engagement, onClose }: { engagement: EngagementDetail; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { brief, budget, tasks } = engagement;
  const save = useMutation({
    meta: { showsError: true },
    mutationFn(said: { name: string; description: string }) {
      const body = { ...said, brief, budget, tasks };
      return callOnce(['createTemplate', body], (options) => api.createTemplate(body, options));
    },
    onSuccess({ template }) {
      void queryClient.invalidateQueries({ queryKey: ['templates'] });
      showDoneToast(texts.done(template.name));
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.advice}>
      <DialogForm
        onSubmit={(event) => save.mutate(readForm(event, 'name', 'description'))}
        onCancel={onClose}
        submitLabel={texts.confirm}
        busy={save.isPending}
        error={save.error}
      >
        <TextField
          label={texts.name}
          name="name"
          required
          maxLength={engagementFieldLimits.name}
          defaultValue={engagement.name}
          error={fieldError(save.error, 'name')}
        />
        <TextAreaField
          label={texts.description}
          name="description"
          required
          maxLength={maxTemplateDescription}
          rows={3}
          placeholder={texts.descriptionPlaceholder}
          error={fieldError(save.error, 'description')}
        />
      </DialogForm>
    </Dialog>
  );
}
