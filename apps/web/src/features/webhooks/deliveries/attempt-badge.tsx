import type { WebhookDelivery } from '@ecp/contract/reach/webhooks';
import { webhookTexts } from '../../../texts/en/settings/webhooks.ts';
import { Badge } from '../../../ui/states/badge.tsx';
import { hasArrived } from './has-arrived.ts';

/** Shows whether an attempt succeeded. */
export function AttemptBadge({ attempt }: { attempt: Pick<WebhookDelivery, 'statusCode'> }) {
  const arrived = hasArrived(attempt);
  return (
    <Badge tone={arrived ? 'good' : 'danger'} dot>
      {arrived ? webhookTexts.deliveries.delivered : webhookTexts.deliveries.failed}
    </Badge>
  );
}
