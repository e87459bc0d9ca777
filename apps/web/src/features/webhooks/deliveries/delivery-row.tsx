import type { WebhookDelivery } from '@ecp/contract/reach/webhooks';
import { getRouteApi } from '@tanstack/react-router';
import { formatAgo, formatMoment } from '../../../format/format.ts';
import { webhookTexts } from '../../../texts/en/settings/webhooks.ts';
import { AttemptBadge } from './attempt-badge.tsx';

const texts = webhookTexts.deliveries;
const route = getRouteApi('/shell/settings/webhooks/$webhookId');

/** Columns of the history and its header. */
export const deliveryGrid =
  'grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-4 px-4 md:grid-cols-[6.5rem_minmax(0,1fr)_5rem_6rem_5.5rem_9rem]';

/** One attempt. A click anywhere on the row opens its delivery. */
export function DeliveryRow({ attempt }: { attempt: WebhookDelivery }) {
  const { deliveryId, event, statusCode, durationMs, createdAt } = attempt;
  return (
    <route.Link
      to="."
      search={(filter) => ({ ...filter, delivery: deliveryId })}
      resetScroll={false}
      replace
      className={`${deliveryGrid} h-full border-b hover:bg-hover focus-visible:-outline-offset-2`}
    >
      <span>
        <AttemptBadge attempt={attempt} />
      </span>
      <code className="truncate text-xs">{event}</code>
      <span className="figures hidden text-right text-muted md:block">{attempt.attempt}</span>
      <span className="figures hidden text-right md:block">{statusCode ?? texts.noAnswer}</span>
      <span className="figures hidden text-right text-muted md:block">{texts.duration(durationMs)}</span>
      <time dateTime={createdAt} title={formatMoment(createdAt)} className="truncate text-right text-muted text-sm">
        {formatAgo(createdAt)}
      </time>
    </route.Link>
  );
}
