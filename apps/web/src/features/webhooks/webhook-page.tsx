import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { webhookTexts } from '../../texts/en/settings/webhooks.ts';
import { Section } from '../../ui/layout/section.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { DeliveriesPart } from './deliveries/deliveries-part.tsx';
import { DeliveryDialog } from './deliveries/delivery-dialog.tsx';
import { webhookQuery } from './deliveries/queries.ts';
import { SubscribedEvents } from './subscribed-events.tsx';
import { VerifySnippet } from './verify-snippet.tsx';
import { WebhookHead } from './webhook-head.tsx';

const route = getRouteApi('/shell/settings/webhooks/$webhookId');

/** Tests and changes one endpoint, and lists everything that was sent to it. */
export function WebhookPage() {
  const { webhookId } = route.useParams();
  const { delivery, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const history = useInfiniteQuery(webhookQuery(webhookId));
  if (history.isPending) return <SkeletonRows rows={6} />;
  if (history.isLoadingError) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />;
  const webhook = history.data.pages[0]?.webhook;
  if (!webhook) return null;
  const closeDelivery = () =>
    void navigate({ search: ({ delivery: _closed, ...rest }) => rest, replace: true, resetScroll: false });
  return (
    <>
      <WebhookHead webhook={webhook} />
      <DeliveriesPart webhookId={webhookId} filter={filter} />
      <SubscribedEvents events={webhook.events} />
      <Section title={webhookTexts.verify.title} description={webhookTexts.verify.description}>
        <VerifySnippet />
      </Section>
      {delivery !== undefined && <DeliveryDialog webhook={webhook} deliveryId={delivery} onClose={closeDelivery} />}
    </>
  );
}
