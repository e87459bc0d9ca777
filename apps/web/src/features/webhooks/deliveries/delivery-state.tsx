import type { WebhookDeliveryDetail, WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LoaderCircle, RotateCw } from 'lucide-react';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/session.ts';
import { webhookTexts } from '../../../texts/en/settings/webhooks.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Badge } from '../../../ui/states/badge.tsx';
import { showDoneToast } from '../../../ui/toasts/tell.ts';
import { hasArrived } from './has-arrived.ts';
import { deliveryQuery } from './queries.ts';

const texts = webhookTexts.delivery;

interface DeliveryStateProps {
  webhook: WebhookEndpoint;
  delivery: WebhookDeliveryDetail;
}

/** Shows the state of a delivery, and a button that sends it again (WEB-25, WEB-28). */
export function DeliveryState({ webhook, delivery }: DeliveryStateProps) {
  const { has } = useSession();
  const queryClient = useQueryClient();
  const redeliver = useMutation({
    mutationFn: () => api.redeliverWebhook({ id: webhook.id, deliveryId: delivery.id }),
    async onSuccess() {
      showDoneToast(texts.redelivered);
      await queryClient.invalidateQueries(deliveryQuery(webhook.id, delivery.id));
    },
  });
  const isPing = delivery.event === 'ping';
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex min-w-0 flex-wrap items-center gap-3" aria-live="polite">
        <StateBadge delivery={delivery} />
        <code className="truncate text-muted text-xs">{delivery.id}</code>
      </div>
      {has('admin') && !isPing && (
        <div className="flex flex-wrap items-center gap-3">
          {!webhook.enabled && <span className="text-muted text-sm">{texts.whenDisabled}</span>}
          <Button disabled={!webhook.enabled} busy={redeliver.isPending} onClick={() => redeliver.mutate()}>
            <RotateCw aria-hidden className="size-4" />
            {texts.redeliver}
          </Button>
        </div>
      )}
    </div>
  );
}

function StateBadge({ delivery: { dueAttempt, attempts } }: { delivery: WebhookDeliveryDetail }) {
  if (dueAttempt !== null) {
    return (
      <Badge tone="info">
        <LoaderCircle aria-hidden className="size-3 animate-spin" />
        {texts.due(dueAttempt)}
      </Badge>
    );
  }
  const [newest] = attempts;
  const arrived = newest !== undefined && hasArrived(newest);
  return (
    <Badge tone={arrived ? 'good' : 'danger'} dot>
      {arrived ? texts.settled : texts.givenUp}
    </Badge>
  );
}
