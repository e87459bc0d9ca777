import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { webhookTexts } from '../../../texts/en/settings/webhooks.ts';
import { ChoiceButtons } from '../../../ui/buttons/choice-buttons.tsx';
import { CompactSelect } from '../../../ui/fields/compact-select.tsx';
import { PartHeader } from '../../../ui/layout/part-header.tsx';
import { LoadMoreError } from '../../../ui/states/load-more-error.tsx';
import { type DeliveryFilter, matches } from './delivery-filter.ts';
import { DeliveryList } from './delivery-list.tsx';
import { webhookQuery } from './queries.ts';

const texts = webhookTexts.deliveries;
const route = getRouteApi('/shell/settings/webhooks/$webhookId');
const states = [
  { value: undefined, label: texts.states.all },
  { value: 'delivered', label: texts.states.delivered },
  { value: 'failed', label: texts.states.failed },
] as const;

/** Lists attempts at an endpoint, filtered by state and event. Older ones load on scrolling. */
export function DeliveriesPart({ webhookId, filter }: { webhookId: string; filter: DeliveryFilter }) {
  const navigate = route.useNavigate();
  const history = useInfiniteQuery(webhookQuery(webhookId));
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = history;
  const loadMore = useCallback(() => {
    // After a failure only the user retries, because automatic retries would never end.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const attempts = data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];
  const seen = [...new Set(attempts.map(({ event }) => event).concat(filter.event ?? []))].sort();
  const events = [{ value: '', label: texts.allEvents }, ...seen.map((event) => ({ value: event, label: event }))];
  const narrow = (next: DeliveryFilter) => void navigate({ search: next, replace: true, resetScroll: false });
  const chooseState = (state: DeliveryFilter['state']) =>
    narrow({ ...(filter.event ? { event: filter.event } : {}), ...(state ? { state } : {}) });
  const chooseEvent = (event: string) =>
    narrow({ ...(filter.state ? { state: filter.state } : {}), ...(event ? { event } : {}) });
  return (
    <section aria-label={texts.title} className="flex flex-col gap-3">
      <PartHeader title={texts.title} description={texts.description} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ChoiceButtons label={texts.state} choices={states} value={filter.state} onChange={chooseState} />
        <CompactSelect label={texts.event} options={events} value={filter.event ?? ''} onChange={chooseEvent} />
      </div>
      <DeliveryList
        attempts={attempts.filter((attempt) => matches(attempt, filter))}
        isNarrowed={filter.event !== undefined || filter.state !== undefined}
        hasMore={hasNextPage}
        isLoadingMore={isFetchingNextPage}
        onMore={loadMore}
      />
      {isFetchNextPageError && <LoadMoreError error={history.error} onRetry={() => void fetchNextPage()} />}
    </section>
  );
}
