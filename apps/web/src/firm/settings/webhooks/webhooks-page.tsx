import type { WebhookDelivery, WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { formatAgo } from '../../../base/format/format.ts';
import { sentences } from '../../../base/format/words.ts';
import { useSession } from '../../../base/session/session.ts';
import { Button } from '../../../base/ui/buttons.tsx';
import { PartHeader } from '../../../base/ui/layout/page.tsx';
import { ListHead } from '../../../base/ui/layout/virtual-list.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import { webhooksQuery } from './queries.ts';
import { webhookEventTexts, webhookTexts } from './texts.ts';
import { AttemptBadge, EnabledBadge } from './webhook-badges.tsx';
import { CreateWebhookDialog } from './webhook-dialogs.tsx';

const texts = webhookTexts;

export function WebhooksPage() {
  const { has } = useSession();
  const [creating, setCreating] = useState(false);
  const webhooks = useQuery(webhooksQuery);
  const create = has('admin') && (
    <Button icon={Plus} kind="primary" onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  const isEmpty = webhooks.data?.length === 0;
  const description = has('admin')
    ? texts.description
    : sentences([texts.description, texts.readOnlyRole]);
  return (
    <>
      <PartHeader title={texts.title} description={description} actions={!isEmpty && create} />
      {webhooks.isPending && <SkeletonRows rows={3} className="h-16 w-full" />}
      {webhooks.isLoadingError && (
        <ErrorState error={webhooks.error} onRetry={() => void webhooks.refetch()} />
      )}
      {isEmpty && (
        <EmptyState icon={Webhook} title={texts.empty.title} action={create}>
          {create ? texts.empty.advice : texts.empty.adviceReader}
        </EmptyState>
      )}
      {webhooks.data && !isEmpty && <WebhookList webhooks={webhooks.data} />}
      {creating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
    </>
  );
}

type ListedWebhook = WebhookEndpoint & { recentDeliveries: readonly WebhookDelivery[] };

const webhookGrid =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 px-4 md:grid-cols-[minmax(0,1fr)_7rem_6.5rem_14rem]';

function WebhookList({ webhooks }: { webhooks: readonly ListedWebhook[] }) {
  return (
    <div className="overflow-hidden rounded-xl border">
      <ListHead grid={webhookGrid} columns={webhookTexts.columns} />
      <ul aria-label={webhookTexts.listLabel}>
        {webhooks.map((webhook) => (
          <li key={webhook.id} className="border-b last:border-0">
            <WebhookRow webhook={webhook} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function WebhookRow({ webhook }: { webhook: ListedWebhook }) {
  const { id, url, description, enabled, events, recentDeliveries } = webhook;
  const [last] = recentDeliveries;
  return (
    <Link
      to="/settings/webhooks/$webhookId"
      params={{ webhookId: id }}
      search={{}}
      className={`${webhookGrid} min-h-15 py-2 hover:bg-hover focus-visible:-outline-offset-2`}
    >
      <span className="min-w-0">
        <span className="block truncate font-medium" title={url}>
          {url}
        </span>
        {description !== '' && (
          <span className="block truncate text-muted text-sm">{description}</span>
        )}
      </span>
      <span className="hidden text-muted md:block">{summarizeEvents(events)}</span>
      <span>
        <EnabledBadge enabled={enabled} />
      </span>
      <span className="hidden min-w-0 items-center gap-2 text-muted md:flex">
        {last ? (
          <>
            <AttemptBadge attempt={last} />
            <time dateTime={last.createdAt} className="truncate">
              {formatAgo(last.createdAt)}
            </time>
          </>
        ) : (
          webhookTexts.noDelivery
        )}
      </span>
    </Link>
  );
}

function summarizeEvents(events: readonly string[]): string {
  const isAll = Object.keys(webhookEventTexts).every((event) => events.includes(event));
  return isAll ? webhookTexts.allEvents : webhookTexts.countEvents(events.length);
}
