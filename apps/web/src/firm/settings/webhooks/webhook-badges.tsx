import type { WebhookDelivery } from '@ecp/contract/reach/webhooks';
import { Badge } from '../../../base/ui/badges.tsx';
import { hasArrived } from './delivery-filter.ts';
import { webhookTexts } from './texts.ts';

export function EnabledBadge({ enabled }: { enabled: boolean }) {
  return (
    <Badge tone={enabled ? 'good' : 'neutral'} dot>
      {enabled ? webhookTexts.enabled : webhookTexts.disabled}
    </Badge>
  );
}

export function AttemptBadge({ attempt }: { attempt: Pick<WebhookDelivery, 'statusCode'> }) {
  const arrived = hasArrived(attempt);
  return (
    <Badge tone={arrived ? 'good' : 'danger'} dot>
      {arrived ? webhookTexts.deliveries.delivered : webhookTexts.deliveries.failed}
    </Badge>
  );
}
