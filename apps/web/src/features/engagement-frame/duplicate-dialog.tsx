import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callOnce } from '../../api/call-once.ts';
import { api } from '../../api/client.ts';
import { fieldError } from '../../api/field-errors.ts';
import { researchProviderQuery } from '../../domain/engagement-draft/conduct/research-query.ts';
import { engagementFieldLimits } from '../../domain/engagement-draft/engagement-draft.ts';
import { modelsQuery } from '../../domain/models/queries.ts';
import { readForm } from '../../forms/read-form.ts';
import { engagementFormTexts } from '../../texts/en/engagement-form.ts';
import { engagementMenuTexts } from '../../texts/en/pending.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';

const texts = engagementMenuTexts.duplicateDialog;

/**
 * Copies the brief, tasks, budget and settings of agents of an engagement into a new one, and its model and research if
 * they are still available.
 */
export function DuplicateDialog({ engagement, onClose }: { engagement: EngagementDetail; onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { brief, budget, tasks, askBack, askBackHours, adversary, library } = engagement;
  const { data: models } = useQuery(modelsQuery);
  const isGone = models?.every(({ id }) => id !== engagement.model) ?? false;
  const { data: provider } = useQuery(researchProviderQuery);
  const research = { ...engagement.research, ...(provider?.configured === false && { enabled: false }) };
  const conduct = { askBack, askBackHours, research, adversary, library };
  const duplicate = useMutation({
    meta: { showsError: true },
    mutationFn(names: { name: string; client: string }) {
      const body = { ...names, brief, budget, tasks, model: isGone ? null : engagement.model, ...conduct };
      return callOnce(['createEngagement', body], (options) => api.createEngagement(body, options));
    },
    async onSuccess({ id, name }) {
      void queryClient.invalidateQueries({ queryKey: ['engagements'] });
      // The copy counts against the month's limit.
      void queryClient.invalidateQueries({ queryKey: ['billing'] });
      showDoneToast(texts.done(name));
      onClose();
      await navigate({ to: '/engagements/$engagementId', params: { engagementId: id } });
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.advice}>
      <DialogForm
        onSubmit={(event) => duplicate.mutate(readForm(event, 'name', 'client'))}
        onCancel={onClose}
        submitLabel={texts.confirm}
        busy={duplicate.isPending}
        error={duplicate.error}
      >
        <TextField
          label={engagementFormTexts.name}
          name="name"
          required
          maxLength={engagementFieldLimits.name}
          defaultValue={texts.name(engagement.name).slice(0, engagementFieldLimits.name)}
          error={fieldError(duplicate.error, 'name')}
        />
        <TextField
          label={engagementFormTexts.client}
          name="client"
          required
          maxLength={engagementFieldLimits.client}
          defaultValue={engagement.client}
          error={fieldError(duplicate.error, 'client')}
        />
      </DialogForm>
    </Dialog>
  );
}
