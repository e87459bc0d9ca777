import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { webhookTexts } from '../../texts/en/settings/webhooks.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { webhooksQuery } from './queries.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookForm, type WebhookInput } from './webhook-form.tsx';

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
    return <SecretDialog title={webhookTexts.secret.title} url={url} secret={secret} onClose={finish} />;
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
        busy={create.isPending}
        error={create.error}
      />
    </Dialog>
  );
}
