import type { WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import { Ellipsis, Pencil, Power, RefreshCw, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { webhookTexts } from '../../texts/en/settings/webhooks.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/dialogs/menu.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';
import type { usePing } from './deliveries/use-ping.ts';
import { EditWebhookDialog } from './edit-webhook-dialog.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';
import { useUpdateWebhook } from './use-update-webhook.ts';

const texts = webhookTexts.page;

interface WebhookActionsProps {
  webhook: WebhookEndpoint;
  ping: ReturnType<typeof usePing>;
}

/** Actions of an admin for an endpoint. */
export function WebhookActions({ webhook, ping }: WebhookActionsProps) {
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'delete' | null>(null);
  const update = useUpdateWebhook(webhook.id, false);
  const enabled = !webhook.enabled;
  const turn = () =>
    update.mutate({ enabled }, { onSuccess: () => showDoneToast(enabled ? texts.wasEnabled : texts.wasDisabled) });
  const close = () => setAsking(null);
  const trigger = (
    <IconButton label={texts.actions} className="size-9 border">
      <Ellipsis aria-hidden />
    </IconButton>
  );
  return (
    <div className="flex flex-wrap gap-2">
      <Button busy={ping.isPending} onClick={() => ping.mutate()}>
        <Send aria-hidden className="size-4" />
        {texts.test}
      </Button>
      <Button onClick={() => setAsking('edit')}>
        <Pencil aria-hidden className="size-4" />
        {texts.edit}
      </Button>
      <Menu trigger={trigger}>
        <MenuItem onSelect={turn}>
          <Power aria-hidden />
          {webhook.enabled ? texts.disable : texts.enable}
        </MenuItem>
        <MenuItem onSelect={() => setAsking('rotate')}>
          <RefreshCw aria-hidden />
          {webhookTexts.rotate.item}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={() => setAsking('delete')}>
          <Trash2 aria-hidden />
          {webhookTexts.remove.item}
        </MenuItem>
      </Menu>
      {asking === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {asking === 'rotate' && <RotateSecretDialog webhook={webhook} onClose={close} />}
      {asking === 'delete' && <DeleteWebhookDialog webhook={webhook} onClose={close} />}
    </div>
  );
}
