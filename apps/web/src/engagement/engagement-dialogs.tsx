import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callOnce } from '../base/api/call-once.ts';
import { api } from '../base/api/client.ts';
import { engagementQuery } from '../base/api/engagement-queries.ts';
import { fieldError } from '../base/api/explain-error.ts';
import { modelsQuery, researchProviderQuery } from '../base/api/firm-queries.ts';
import { responsibilityTexts } from '../base/texts/engagements.ts';
import { engagementMenuTexts } from '../base/texts/new-engagement.ts';
import { Dialog } from '../base/ui/dialogs/dialog.tsx';
import { ConfirmDialog, DialogForm } from '../base/ui/dialogs/form-dialogs.tsx';
import { TextAreaField, TextField } from '../base/ui/fields/fields.tsx';
import { readForm } from '../base/ui/forms.tsx';
import { showDoneToast } from '../base/ui/toasts/show-toast.ts';
import { engagementFieldLimits, maxTemplateDescription } from './brief/engagement-draft.ts';
import { engagementFormTexts } from './brief/texts.ts';
import { ResponsibilityFields } from './responsibility-fields.tsx';

const duplicateTexts = engagementMenuTexts.duplicateDialog;

export function DuplicateDialog({
  engagement,
  onClose,
}: {
  engagement: EngagementDetail;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { brief, budget, tasks, askBack, askBackHours, adversary, approveAnswer, library } =
    engagement;
  const { data } = useQuery(modelsQuery);
  const isGone = data?.models.every(({ id }) => id !== engagement.model) ?? false;
  const { data: provider } = useQuery(researchProviderQuery);
  const research = {
    ...engagement.research,
    ...(provider?.configured === false && { enabled: false }),
  };
  const conduct = { askBack, askBackHours, research, adversary, approveAnswer, library };
  const duplicate = useMutation({
    meta: { showsError: true },
    mutationFn(names: { name: string; client: string }) {
      const body = {
        ...names,
        brief,
        budget,
        tasks,
        model: isGone ? null : engagement.model,
        ...conduct,
      };
      return callOnce(['createEngagement', body], (options) => api.createEngagement(body, options));
    },
    async onSuccess({ id, name }) {
      void queryClient.invalidateQueries({ queryKey: ['engagements'] });
      // The copy counts against the month's limit.
      void queryClient.invalidateQueries({ queryKey: ['billing'] });
      showDoneToast(duplicateTexts.done(name));
      onClose();
      await navigate({ to: '/engagements/$engagementId', params: { engagementId: id } });
    },
  });
  return (
    <Dialog open onClose={onClose} title={duplicateTexts.title} description={duplicateTexts.advice}>
      <DialogForm
        onSubmit={(event) => duplicate.mutate(readForm(event, 'name', 'client'))}
        onCancel={onClose}
        submitLabel={duplicateTexts.confirm}
        action={duplicate}
      >
        <TextField
          label={engagementFormTexts.name}
          name="name"
          required
          maxLength={engagementFieldLimits.name}
          defaultValue={duplicateTexts.name(engagement.name).slice(0, engagementFieldLimits.name)}
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

const templateTexts = engagementMenuTexts.templateDialog;

export function TemplateDialog({
  engagement,
  onClose,
}: {
  engagement: EngagementDetail;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { id: engagementId, brief, budget, tasks, approveAnswer } = engagement;
  const save = useMutation({
    meta: { showsError: true },
    mutationFn(said: { name: string; description: string }) {
      const body = { ...said, brief, budget, tasks, approveAnswer, engagementId };
      return callOnce(['createTemplate', body], (options) => api.createTemplate(body, options));
    },
    onSuccess({ template }) {
      void queryClient.invalidateQueries({ queryKey: ['templates'] });
      showDoneToast(templateTexts.done(template.name));
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={templateTexts.title} description={templateTexts.advice}>
      <DialogForm
        onSubmit={(event) => save.mutate(readForm(event, 'name', 'description'))}
        onCancel={onClose}
        submitLabel={templateTexts.confirm}
        action={save}
      >
        <TextField
          label={templateTexts.name}
          name="name"
          required
          maxLength={engagementFieldLimits.name}
          defaultValue={engagement.name}
          error={fieldError(save.error, 'name')}
        />
        <TextAreaField
          label={templateTexts.description}
          name="description"
          required
          maxLength={maxTemplateDescription}
          rows={3}
          placeholder={templateTexts.descriptionPlaceholder}
          error={fieldError(save.error, 'description')}
        />
      </DialogForm>
    </Dialog>
  );
}

const deleteTexts = engagementMenuTexts.deleteDialog;

/** Permanently deletes an engagement. One with runs requires a typed word. */
export function DeleteDialog({
  engagement,
  onClose,
}: {
  engagement: EngagementDetail;
  onClose: () => void;
}) {
  const { id, name, runs } = engagement;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.deleteEngagement({ id }),
    async onSuccess() {
      showDoneToast(deleteTexts.done(name));
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
      title={deleteTexts.title}
      confirmLabel={deleteTexts.confirm}
      typed={runs.length > 0 ? deleteTexts.typed : undefined}
      action={remove}
      onConfirm={() => remove.mutate()}
    >
      {runs.length > 0 ? deleteTexts.all(name) : deleteTexts.draft(name)}
    </ConfirmDialog>
  );
}

const responsibilityDialogTexts = responsibilityTexts.dialog;

interface ResponsibilityDialogProps {
  engagement: EngagementDetail;
  onClose: () => void;
}

export function ResponsibilityDialog({ engagement, onClose }: ResponsibilityDialogProps) {
  const queryClient = useQueryClient();
  const { id, ownerId, dueDate } = engagement;
  const [draft, setDraft] = useState({ ownerId, dueDate: dueDate ?? '' });
  const save = useMutation({
    meta: { showsError: true },
    mutationFn: () =>
      api.updateEngagement({ id, ownerId: draft.ownerId, dueDate: draft.dueDate || null }),
    async onSuccess() {
      void queryClient.invalidateQueries({ queryKey: ['queue'] });
      await queryClient.invalidateQueries({ queryKey: ['engagements'] });
      onClose();
      showDoneToast(responsibilityDialogTexts.done);
    },
  });
  return (
    <Dialog open onClose={onClose} title={responsibilityDialogTexts.title}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
        onCancel={onClose}
        submitLabel={responsibilityDialogTexts.submit}
        action={save}
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
