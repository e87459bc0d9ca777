import type { WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatMoment } from '../../../format/format.ts';
import { webhookTexts } from '../../../texts/en/settings/webhooks.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { CodeBlock } from '../../../ui/layout/code-block.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { AttemptList } from './attempt-list.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { deliveryQuery, webhookQuery } from './queries.ts';

const texts = webhookTexts.delivery;

interface DeliveryDialogProps {
  webhook: WebhookEndpoint;
  deliveryId: string;
  onClose: () => void;
}

/** Shows one delivery: its live state, its payload and each response. */
export function DeliveryDialog({ webhook, deliveryId, onClose }: DeliveryDialogProps) {
  const queryClient = useQueryClient();
  const query = useQuery(deliveryQuery(webhook.id, deliveryId));
  const { data: delivery } = query;
  const attempts = delivery?.attempts.length;
  useEffect(() => {
    // A new attempt also belongs in the history behind the dialog.
    if (attempts !== undefined) void queryClient.invalidateQueries(webhookQuery(webhook.id));
  }, [attempts, queryClient, webhook.id]);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={delivery?.event ?? texts.id}
      description={delivery && texts.happened(formatMoment(delivery.createdAt))}
    >
      {query.isPending && <SkeletonRows rows={4} />}
      {query.isLoadingError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {delivery && (
        <div className="flex flex-col gap-5">
          <DeliveryState webhook={webhook} delivery={delivery} />
          <CodeBlock label={texts.payload} code={formatPayload(delivery.payload)} />
          <AttemptList attempts={delivery.attempts} />
        </div>
      )}
    </Dialog>
  );
}

/** Formats a JSON payload with one field per line. Other payloads stay as they are. */
function formatPayload(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return payload;
    throw error;
  }
}
