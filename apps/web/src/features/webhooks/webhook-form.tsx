import type { CreateWebhookBody, WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import { isApiError } from '@ecp/sdk/create-client';
import { type FormEvent, useState } from 'react';
import { fieldError } from '../../api/field-errors.ts';
import { readForm } from '../../forms/read-form.ts';
import { webhookTexts } from '../../texts/en/settings/webhooks.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { EventFields } from './event-fields.tsx';

const texts = webhookTexts.form;

/** Input of the form. */
export type WebhookInput = Required<Pick<CreateWebhookBody, 'url' | 'events'>> & { description: string };

interface WebhookFormProps {
  /** The endpoint to edit; undefined for a new one. */
  webhook?: WebhookEndpoint | undefined;
  submitLabel: string;
  onSubmit: (input: WebhookInput) => void;
  onClose: () => void;
  busy: boolean;
  error: unknown;
}

/** Form for address, description and events of an endpoint. */
export function WebhookForm({ webhook, submitLabel, onSubmit, onClose, busy, error }: WebhookFormProps) {
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? []);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { url, description } = readForm(event, 'url', 'description');
    setMissing(events.length === 0);
    if (events.length > 0) onSubmit({ url: url.trim(), description: description.trim(), events: [...events] });
  };
  const wrongUrl = isApiError(error, 'webhook_url_not_https', 'webhook_url_private') ? error.message : undefined;
  return (
    <form onSubmit={submit}>
      <div className="flex flex-col gap-4">
        <TextField
          label={texts.url}
          name="url"
          type="url"
          required
          maxLength={2000}
          autoComplete="off"
          placeholder="https://"
          defaultValue={webhook?.url}
          hint={texts.urlHint}
          error={fieldError(error, 'url') ?? wrongUrl}
        />
        <TextField
          label={texts.note}
          name="description"
          maxLength={1000}
          autoComplete="off"
          defaultValue={webhook?.description}
          hint={texts.noteHint}
        />
        <EventFields
          chosen={events}
          onChange={setEvents}
          error={missing && events.length === 0 ? texts.eventsMissing : undefined}
        />
        <FormError error={wrongUrl === undefined ? error : null} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{commonTexts.cancel}</Button>
        <Button type="submit" kind="primary" busy={busy}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
