import type { CreatePortalTokenBody, IssuedPortalToken } from '@ecp/contract/reach/portal';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api } from '../../api/client.ts';
import { fieldError } from '../../api/field-errors.ts';
import { clientsTexts } from '../../texts/en/clients.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { portalTokensQuery } from './clients-queries.ts';

const { form: texts } = clientsTexts;
const dayMs = 86_400_000;
const days: Record<string, number> = { week: 7, month: 30, quarter: 90 };
const expiries = Object.entries(texts.expiries).map(([value, label]) => ({ value, label }));

interface ShareDialogProps {
  engagementId: string;
  onClose: () => void;
  onMade: (link: IssuedPortalToken) => void;
}

/** Asks for the recipient, expiry and permissions of a new link. */
export function ShareDialog({ engagementId, onClose, onMade }: ShareDialogProps) {
  const queryClient = useQueryClient();
  const make = useMutation({
    mutationFn: (body: CreatePortalTokenBody) => api.createPortalToken({ id: engagementId, ...body }),
    meta: { showsError: true },
    async onSuccess(link) {
      onMade(link);
      await queryClient.invalidateQueries({ queryKey: portalTokensQuery(engagementId).queryKey });
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.title}>
      <DialogForm
        onSubmit={(event) => make.mutate(readLink(event))}
        onCancel={onClose}
        submitLabel={texts.submit}
        busy={make.isPending}
        error={make.error}
      >
        <TextField
          label={texts.label}
          hint={texts.labelHint}
          name="label"
          maxLength={200}
          autoComplete="off"
          error={fieldError(make.error, 'label')}
        />
        <SelectField label={texts.expires} name="expires" options={expiries} defaultValue="quarter" />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 font-medium">{texts.permissions}</legend>
          <CheckboxField label={texts.read} checked disabled />
          <CheckboxField label={texts.comment} name="comment" defaultChecked />
          <CheckboxField label={texts.approve} name="approve" defaultChecked />
          <CheckboxField label={texts.answer} hint={texts.answerHint} name="answer" />
        </fieldset>
      </DialogForm>
    </Dialog>
  );
}

function readLink(event: FormEvent<HTMLFormElement>): CreatePortalTokenBody {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  const length = days[String(form.get('expires'))];
  const label = String(form.get('label') ?? '').trim();
  return {
    ...(label === '' ? {} : { label }),
    ...(length === undefined ? {} : { expiresAt: new Date(Date.now() + length * dayMs).toISOString() }),
    permissions: ['read', ...(['comment', 'approve', 'answer'] as const).filter((one) => form.has(one))],
  };
}
