import type { CreateWebhookBody, WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { describeRefusal } from '../../../base/api/describe-refusal.ts';
import { fieldError } from '../../../base/api/explain-error.ts';
import { formatMoment } from '../../../base/format/format.ts';
import { Button } from '../../../base/ui/buttons.tsx';
import { Dialog } from '../../../base/ui/dialogs/dialog.tsx';
import {
  ConfirmDialog,
  type DialogAction,
  DialogForm,
} from '../../../base/ui/dialogs/form-dialogs.tsx';
import { ShownOnce, ShownOnceDialog } from '../../../base/ui/dialogs/shown-once.tsx';
import { CheckboxField, TextField } from '../../../base/ui/fields/fields.tsx';
import { readForm } from '../../../base/ui/forms.tsx';
import { CodeBlock } from '../../../base/ui/layout/page.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { useUpdateWebhook, webhooksQuery } from './queries.ts';
import { eventGroups, webhookEventTexts, webhookTexts } from './texts.ts';

/** Creates an endpoint, shows its secret once, and navigates to its page. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (input: WebhookInput) => api.createWebhook(input),
    meta: { showsError: true },
    onSuccess: () => void queryClient.invalidateQueries(webhooksQuery),
  });
  if (create.isSuccess) {
    const { id: webhookId, secret, url } = create.data;
    const finish = () => {
      onClose();
      void navigate({ to: '/settings/webhooks/$webhookId', params: { webhookId }, search: {} });
    };
    return (
      <SecretDialog title={webhookTexts.secret.title} url={url} secret={secret} onClose={finish} />
    );
  }
  const { createTitle, submitCreate } = webhookTexts.form;
  // Stays open until the response arrives, because only that response contains the secret.
  const close = () => {
    if (!create.isPending) onClose();
  };
  return (
    <Dialog open wide onClose={close} title={createTitle}>
      <WebhookForm
        submitLabel={submitCreate}
        onSubmit={create.mutate}
        onClose={close}
        action={create}
      />
    </Dialog>
  );
}

export function EditWebhookDialog({
  webhook,
  onClose,
}: {
  webhook: WebhookEndpoint;
  onClose: () => void;
}) {
  const { editTitle, submitEdit, saved } = webhookTexts.form;
  const update = useUpdateWebhook(webhook.id, true);
  return (
    <Dialog open wide onClose={onClose} title={editTitle}>
      <WebhookForm
        webhook={webhook}
        submitLabel={submitEdit}
        onSubmit={(input) =>
          update.mutate(input, {
            onSuccess() {
              onClose();
              showDoneToast(saved);
            },
          })
        }
        onClose={onClose}
        action={update}
      />
    </Dialog>
  );
}

const formTexts = webhookTexts.form;

type WebhookInput = Required<Pick<CreateWebhookBody, 'url' | 'events'>> & { description: string };

interface WebhookFormProps {
  /** The endpoint to edit; undefined for a new one. */
  webhook?: WebhookEndpoint | undefined;
  submitLabel: string;
  onSubmit: (input: WebhookInput) => void;
  onClose: () => void;
  action: DialogAction;
}

function WebhookForm({ webhook, submitLabel, onSubmit, onClose, action }: WebhookFormProps) {
  const { isPending, error } = action;
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? []);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { url, description } = readForm(event, 'url', 'description');
    setMissing(events.length === 0);
    if (events.length > 0)
      onSubmit({ url: url.trim(), description: description.trim(), events: [...events] });
  };
  const wrongUrl = isApiError(
    error,
    'webhook_url_not_https',
    'webhook_url_private',
    'url_has_credentials',
  )
    ? describeRefusal(error)
    : undefined;
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={submitLabel}
      action={{ isPending, error: wrongUrl === undefined ? error : null }}
    >
      <TextField
        label={formTexts.url}
        name="url"
        type="url"
        required
        maxLength={2000}
        autoComplete="off"
        placeholder="https://"
        defaultValue={webhook?.url}
        hint={formTexts.urlHint}
        error={fieldError(error, 'url') ?? wrongUrl}
      />
      <TextField
        label={formTexts.note}
        name="description"
        maxLength={1000}
        autoComplete="off"
        defaultValue={webhook?.description}
        hint={formTexts.noteHint}
      />
      <EventFields
        chosen={events}
        onChange={setEvents}
        error={missing && events.length === 0 ? formTexts.eventsMissing : undefined}
      />
    </DialogForm>
  );
}

const allEvents = eventGroups.flatMap(({ events }) => events);

interface EventFieldsProps {
  chosen: readonly string[];
  onChange: (events: readonly string[]) => void;
  error: string | undefined;
}

function EventFields({ chosen, onChange, error }: EventFieldsProps) {
  const choose = (event: string, wanted: boolean) =>
    onChange(wanted ? [...chosen, event] : chosen.filter((other) => other !== event));
  const hasAll = allEvents.every((event) => chosen.includes(event));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium">{formTexts.events}</h3>
        <Button size="small" kind="quiet" onClick={() => onChange(hasAll ? [] : allEvents)}>
          {hasAll ? formTexts.none : formTexts.all}
        </Button>
      </div>
      {error && (
        <p role="alert" data-wrong className="text-danger text-sm">
          {error}
        </p>
      )}
      <div className="grid gap-x-6 gap-y-4 rounded-lg border border-line-strong/60 p-3 sm:grid-cols-2">
        {eventGroups.map(({ group, events }) => (
          <fieldset key={group} className="flex min-w-0 flex-col gap-2">
            <legend className="mb-1.5 text-muted text-sm">{webhookTexts.groups[group]}</legend>
            {events.map((event) => (
              <CheckboxField
                key={event}
                label={<code className="text-xs">{event}</code>}
                hint={webhookEventTexts[event]}
                checked={chosen.includes(event)}
                onChange={({ currentTarget }) => choose(event, currentTarget.checked)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </div>
  );
}

/** Asks before a secret is replaced, then shows the new one. */
export function RotateSecretDialog({
  webhook,
  onClose,
}: {
  webhook: WebhookEndpoint;
  onClose: () => void;
}) {
  const rotate = useMutation({
    mutationFn: () => api.rotateWebhookSecret({ id: webhook.id }),
    meta: { showsError: true },
  });
  if (rotate.isSuccess) {
    const { url, secret, previousSecretExpiresAt } = rotate.data;
    const { rotatedTitle, overlap } = webhookTexts.secret;
    const note = overlap(formatMoment(previousSecretExpiresAt));
    return (
      <SecretDialog title={rotatedTitle} url={url} secret={secret} note={note} onClose={onClose} />
    );
  }
  const { title, advice, confirm } = webhookTexts.rotate;
  // Stays open until the response arrives, because only that response contains the secret.
  const close = () => {
    if (!rotate.isPending) onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={close}
      title={title}
      confirmLabel={confirm}
      onConfirm={() => rotate.mutate()}
      action={rotate}
    >
      {advice}
    </ConfirmDialog>
  );
}

const secretTexts = webhookTexts.secret;

interface SecretDialogProps {
  title: string;
  url: string;
  secret: string;
  /** Says beside the warning how long the old secret remains valid. */
  note?: string | undefined;
  onClose: () => void;
}

/** Shows the secret of an endpoint once, with instructions. Only its buttons close it. */
function SecretDialog({ title, url, secret, note, onClose }: SecretDialogProps) {
  return (
    <ShownOnceDialog title={title} description={url} doneLabel={secretTexts.done} onClose={onClose}>
      <ShownOnce
        label={secretTexts.label}
        secret={secret}
        copyLabel={secretTexts.copy}
        warning={secretTexts.warning}
      />
      {note && <p className="text-muted">{note}</p>}
      <VerifySnippet />
    </ShownOnceDialog>
  );
}

const verifyCode = `import { verifyWebhook } from '@ecp/sdk/verify-webhook';

export async function POST(request) {
  // Use the raw body, byte for byte: do not parse it and write it again.
  const payload = await request.text();
  const secret = process.env.WEBHOOK_SECRET; // whsec_…
  const event = await verifyWebhook({ payload, headers: request.headers, secret });
  console.log(event.event, event.data);
  return new Response();
}`;

export function VerifySnippet() {
  return <CodeBlock label={webhookTexts.verify.label} code={verifyCode} />;
}

const removeTexts = webhookTexts.remove;

/** Asks before an endpoint and its history are deleted, then navigates to the list. */
export function DeleteWebhookDialog({
  webhook,
  onClose,
}: {
  webhook: WebhookEndpoint;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.deleteWebhook({ id: webhook.id }),
    meta: { showsError: true },
    async onSuccess() {
      // Navigates first, because this page would refetch the deleted endpoint.
      await navigate({ to: '/settings/webhooks' });
      queryClient.removeQueries({ queryKey: ['webhooks', 'one', webhook.id] });
      await queryClient.invalidateQueries(webhooksQuery);
      showDoneToast(removeTexts.done);
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={removeTexts.title}
      confirmLabel={removeTexts.confirm}
      onConfirm={() => remove.mutate()}
      action={remove}
    >
      <p className="mb-2 font-medium text-ink [overflow-wrap:anywhere]">{webhook.url}</p>
      {removeTexts.advice}
    </ConfirmDialog>
  );
}
