import type { WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import { webhookTexts } from '../../texts/en/settings/webhooks.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { useUpdateWebhook } from './use-update-webhook.ts';
import { WebhookForm } from './webhook-form.tsx';

/** Edits address, description and events of an endpoint. */
export function EditWebhookDialog({ webhook, onClose }: { webhook: WebhookEndpoint; onClose: () => void }) {
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
        busy={update.isPending}
        error={update.error}
      />
    </Dialog>
  );
}
