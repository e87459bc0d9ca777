import type { WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { webhookTexts } from '../../texts/en/settings/webhooks.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { webhooksQuery } from './queries.ts';

const texts = webhookTexts.remove;

/** Asks before an endpoint and its history are deleted, then navigates to the list. */
export function DeleteWebhookDialog({ webhook, onClose }: { webhook: WebhookEndpoint; onClose: () => void }) {
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
      showDoneToast(texts.done);
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title}
      confirmLabel={texts.confirm}
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
      error={remove.error}
    >
      <p className="mb-2 font-medium text-ink [overflow-wrap:anywhere]">{webhook.url}</p>
      {texts.advice}
    </ConfirmDialog>
  );
}
