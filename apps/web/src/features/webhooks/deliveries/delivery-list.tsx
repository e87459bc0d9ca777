import type { WebhookDelivery } from '@ecp/contract/reach/webhooks';
import { getRouteApi } from '@tanstack/react-router';
import { SearchX, Send } from 'lucide-react';
import { webhookTexts } from '../../../texts/en/settings/webhooks.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { VirtualList } from '../../../ui/layout/virtual-list.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { DeliveryRow, deliveryGrid } from './delivery-row.tsx';

const texts = webhookTexts.deliveries;
const route = getRouteApi('/shell/settings/webhooks/$webhookId');
const rowHeightPx = 48;

interface DeliveryListProps {
  attempts: readonly WebhookDelivery[];
  isNarrowed: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

/** Lists the matching attempts, newest first. */
export function DeliveryList({ attempts, isNarrowed, hasMore, isLoadingMore, onMore }: DeliveryListProps) {
  if (attempts.length === 0) {
    return isNarrowed ? <NoMatch hasMore={hasMore} isLoadingMore={isLoadingMore} onMore={onMore} /> : <NothingSent />;
  }
  return (
    <div className="overflow-hidden rounded-xl border">
      <ListHead />
      <VirtualList
        label={texts.label}
        items={attempts}
        itemKey={({ id }) => id}
        rowHeightPx={rowHeightPx}
        renderItem={(attempt) => <DeliveryRow attempt={attempt} />}
        onEndReached={onMore}
        className="max-h-[28rem] overflow-y-auto"
      />
      <p aria-live="polite" className="sr-only">
        {isLoadingMore ? texts.loadingMore : ''}
      </p>
    </div>
  );
}

function ListHead() {
  const { state, event, attempt, code, duration, time } = texts.columns;
  return (
    <div aria-hidden className={`${deliveryGrid} hidden h-9 border-b bg-canvas text-muted text-sm md:grid`}>
      <span>{state}</span>
      <span>{event}</span>
      <span className="text-right">{attempt}</span>
      <span className="text-right">{code}</span>
      <span className="text-right">{duration}</span>
      <span className="text-right">{time}</span>
    </div>
  );
}

function NothingSent() {
  return (
    <EmptyState icon={Send} title={texts.empty.title}>
      {texts.empty.advice}
    </EmptyState>
  );
}

function NoMatch({ hasMore, isLoadingMore, onMore }: Pick<DeliveryListProps, 'hasMore' | 'isLoadingMore' | 'onMore'>) {
  const navigate = route.useNavigate();
  const actions = (
    <div className="flex flex-wrap justify-center gap-2">
      <Button onClick={() => void navigate({ search: {}, replace: true })}>{texts.noMatch.reset}</Button>
      {hasMore && (
        <Button busy={isLoadingMore} onClick={onMore}>
          {texts.loadMore}
        </Button>
      )}
    </div>
  );
  return (
    <EmptyState icon={SearchX} title={texts.noMatch.title} action={actions}>
      {texts.noMatch.advice}
    </EmptyState>
  );
}
