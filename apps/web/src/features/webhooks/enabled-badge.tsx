import { webhookTexts } from '../../texts/en/settings/webhooks.ts';
import { Badge } from '../../ui/states/badge.tsx';

/** Shows whether events are sent to an endpoint. */
export function EnabledBadge({ enabled }: { enabled: boolean }) {
  return (
    <Badge tone={enabled ? 'good' : 'neutral'} dot>
      {enabled ? webhookTexts.enabled : webhookTexts.disabled}
    </Badge>
  );
}
