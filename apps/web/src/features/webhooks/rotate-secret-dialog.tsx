import type { WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { formatMoment } from '../../format/format.ts';
import { webhookTexts } from '../../texts/en/settings/webhooks.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** Asks before a secret is replaced, then shows the new one (WEB-27). */
export function RotateSecretDialog({ webhook, onClose }: { webhook: WebhookEndpoint; onClose: () => void }) {
  const rotate = useMutation({
    mutationFn: () => api.rotateWebhookSecret({ id: webhook.id }),
    meta: { showsError: true },
  });
  if (rotate.isSuccess) {
    const { url, secret, previousSecretExpiresAt } = rotate.data;
    const { rotatedTitle, overlap } = webhookTexts.secret;
    const note = overlap(formatMoment(previousSecretExpiresAt));
    return <SecretDialog title={rotatedTitle} url={url} secret={secret} note={note} onClose={onClose} />;
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
      busy={rotate.isPending}
      error={rotate.error}
    >
      {advice}
    </ConfirmDialog>
  );
}
