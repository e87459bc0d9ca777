import type {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
} from '@ecp/contract/reach/webhooks';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { LoaderCircle, RotateCw, SearchX, Send } from 'lucide-react';
import { useEffect } from 'react';
import { api } from '../../../base/api/client.ts';
import { formatAgo, formatMoment } from '../../../base/format/format.ts';
import { useSession } from '../../../base/session/session.ts';
import { Badge } from '../../../base/ui/badges.tsx';
import { Button, ChoiceButtons } from '../../../base/ui/buttons.tsx';
import { Dialog } from '../../../base/ui/dialogs/dialog.tsx';
import { CompactSelect } from '../../../base/ui/fields/select.tsx';
import { CodeBlock, PartHeader } from '../../../base/ui/layout/page.tsx';
import { ListHead, useLoadMore, VirtualList } from '../../../base/ui/layout/virtual-list.tsx';
import { EmptyState, ErrorState, LoadMoreError, SkeletonRows } from '../../../base/ui/states.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { type DeliveryFilter, hasArrived, matchesFilter } from './delivery-filter.ts';
import { deliveryQuery, webhookQuery } from './queries.ts';
import { webhookTexts } from './texts.ts';
import { AttemptBadge } from './webhook-badges.tsx';

const texts = webhookTexts.deliveries;
const route = getRouteApi('/shell/settings/webhooks/$webhookId');
const states = () =>
  [
    { value: undefined, label: texts.states.all },
    { value: 'delivered', label: texts.states.delivered },
    { value: 'failed', label: texts.states.failed },
  ] as const;

/** Lists attempts at an endpoint, filtered by state and event. Older ones load on scrolling. */
export function DeliveriesPart({
  webhookId,
  filter,
}: {
  webhookId: string;
  filter: DeliveryFilter;
}) {
  const navigate = route.useNavigate();
  const history = useInfiniteQuery(webhookQuery(webhookId));
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = history;
  const loadMore = useLoadMore(history);
  const attempts = data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];
  const seen = [...new Set(attempts.map(({ event }) => event).concat(filter.event ?? []))].sort();
  const events = [
    { value: '', label: texts.allEvents },
    ...seen.map((event) => ({ value: event, label: event })),
  ];
  const narrow = (next: DeliveryFilter) =>
    void navigate({ search: next, replace: true, resetScroll: false });
  const chooseState = (state: DeliveryFilter['state']) =>
    narrow({ ...(filter.event ? { event: filter.event } : {}), ...(state ? { state } : {}) });
  const chooseEvent = (event: string) =>
    narrow({ ...(filter.state ? { state: filter.state } : {}), ...(event ? { event } : {}) });
  return (
    <section aria-label={texts.title} className="flex flex-col gap-3">
      <PartHeader title={texts.title} description={texts.description} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ChoiceButtons
          label={texts.state}
          choices={states()}
          value={filter.state}
          onChange={chooseState}
        />
        <CompactSelect
          label={texts.event}
          options={events}
          value={filter.event ?? ''}
          onChange={chooseEvent}
        />
      </div>
      <DeliveryList
        attempts={attempts.filter((attempt) => matchesFilter(attempt, filter))}
        isNarrowed={filter.event !== undefined || filter.state !== undefined}
        hasMore={hasNextPage}
        isLoadingMore={isFetchingNextPage}
        onMore={loadMore}
      />
      {isFetchNextPageError && (
        <LoadMoreError error={history.error} onRetry={() => void fetchNextPage()} />
      )}
    </section>
  );
}

const rowHeightPx = 48;
const headStyles = {
  attempt: 'text-right',
  code: 'text-right',
  duration: 'text-right',
  time: 'text-right',
};

interface DeliveryListProps {
  attempts: readonly WebhookDelivery[];
  isNarrowed: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

function DeliveryList({ attempts, isNarrowed, hasMore, isLoadingMore, onMore }: DeliveryListProps) {
  if (attempts.length === 0) {
    return isNarrowed ? (
      <NoMatch hasMore={hasMore} isLoadingMore={isLoadingMore} onMore={onMore} />
    ) : (
      <NothingSent />
    );
  }
  return (
    <div className="overflow-hidden rounded-xl border">
      <ListHead grid={deliveryGrid} columns={texts.columns} styles={headStyles} />
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

function NothingSent() {
  return (
    <EmptyState icon={Send} title={texts.empty.title}>
      {texts.empty.advice}
    </EmptyState>
  );
}

function NoMatch({
  hasMore,
  isLoadingMore,
  onMore,
}: Pick<DeliveryListProps, 'hasMore' | 'isLoadingMore' | 'onMore'>) {
  const navigate = route.useNavigate();
  const actions = (
    <div className="flex flex-wrap justify-center gap-2">
      <Button onClick={() => void navigate({ search: {}, replace: true })}>
        {texts.noMatch.reset}
      </Button>
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

const deliveryGrid =
  'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 max-sm:gap-x-2 md:grid-cols-[6.5rem_minmax(0,1fr)_5rem_6rem_5.5rem_9rem]';

/** One attempt. A click anywhere on the row opens its delivery. */
function DeliveryRow({ attempt }: { attempt: WebhookDelivery }) {
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
      <span className="figures hidden text-right text-muted md:block">
        {texts.duration(durationMs)}
      </span>
      <time
        dateTime={createdAt}
        title={formatMoment(createdAt)}
        className="truncate text-right text-muted text-sm"
      >
        {formatAgo(createdAt)}
      </time>
    </route.Link>
  );
}

const deliveryTexts = webhookTexts.delivery;

interface DeliveryDialogProps {
  webhook: WebhookEndpoint;
  deliveryId: string;
  onClose: () => void;
}

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
      title={delivery?.event ?? deliveryTexts.id}
      description={delivery && deliveryTexts.happened(formatMoment(delivery.createdAt))}
    >
      {query.isPending && <SkeletonRows rows={4} />}
      {query.isLoadingError && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {delivery && (
        <div className="flex flex-col gap-5">
          <DeliveryState webhook={webhook} delivery={delivery} />
          <CodeBlock label={deliveryTexts.payload} code={formatPayload(delivery.payload)} />
          <AttemptList attempts={delivery.attempts} />
        </div>
      )}
    </Dialog>
  );
}

function formatPayload(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return payload;
    throw error;
  }
}

interface DeliveryStateProps {
  webhook: WebhookEndpoint;
  delivery: WebhookDeliveryDetail;
}

function DeliveryState({ webhook, delivery }: DeliveryStateProps) {
  const { has } = useSession();
  const queryClient = useQueryClient();
  const redeliver = useMutation({
    mutationFn: () => api.redeliverWebhook({ id: webhook.id, deliveryId: delivery.id }),
    async onSuccess() {
      showDoneToast(deliveryTexts.redelivered);
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
          {!webhook.enabled && (
            <span className="text-muted text-sm">{deliveryTexts.whenDisabled}</span>
          )}
          <Button
            icon={RotateCw}
            disabled={!webhook.enabled}
            busy={redeliver.isPending}
            onClick={() => redeliver.mutate()}
          >
            {deliveryTexts.redeliver}
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
        {deliveryTexts.due(dueAttempt)}
      </Badge>
    );
  }
  const [newest] = attempts;
  const arrived = newest !== undefined && hasArrived(newest);
  return (
    <Badge tone={arrived ? 'good' : 'danger'} dot>
      {arrived ? deliveryTexts.settled : deliveryTexts.givenUp}
    </Badge>
  );
}

const { delivery: attemptTexts, deliveries } = webhookTexts;

/** Lists the attempts of a delivery, newest first, each with its response. */
function AttemptList({ attempts }: { attempts: readonly WebhookDelivery[] }) {
  if (attempts.length === 0) return null;
  return (
    <section aria-label={attemptTexts.attempts}>
      <h3 className="mb-2 font-medium">{attemptTexts.attempts}</h3>
      <ol className="flex flex-col divide-y overflow-hidden rounded-lg border">
        {attempts.map((attempt) => (
          <li key={attempt.id} className="flex flex-col gap-2 px-3 py-2.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <span className="font-medium">{deliveries.attempt(attempt.attempt)}</span>
              <AttemptBadge attempt={attempt} />
              <span className="figures">{attempt.statusCode ?? deliveries.noAnswer}</span>
              <span className="figures text-muted">{deliveries.duration(attempt.durationMs)}</span>
              <time dateTime={attempt.createdAt} className="ml-auto text-muted">
                {formatMoment(attempt.createdAt)}
              </time>
            </div>
            <Answer attempt={attempt} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Answer({ attempt: { error, responseBody } }: { attempt: WebhookDelivery }) {
  return (
    <>
      {error !== null && <p className="text-danger text-sm [overflow-wrap:anywhere]">{error}</p>}
      {responseBody ? (
        <pre className="whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono text-xs [overflow-wrap:anywhere]">
          {responseBody}
        </pre>
      ) : (
        error === null && <p className="text-muted text-sm">{attemptTexts.noBody}</p>
      )}
    </>
  );
}
