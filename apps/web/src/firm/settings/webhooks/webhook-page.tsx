import type { PingResult as Result, WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  CircleCheck,
  Ellipsis,
  Pencil,
  Power,
  RefreshCw,
  Send,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '../../../base/format/format.ts';
import { useSession } from '../../../base/session/session.ts';
import { Button, IconButton } from '../../../base/ui/buttons.tsx';
import { classNames } from '../../../base/ui/class-names.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../base/ui/dialogs/menu.tsx';
import { Breadcrumbs, Section } from '../../../base/ui/layout/page.tsx';
import { ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { DeliveriesPart, DeliveryDialog } from './deliveries.tsx';
import { usePing, useUpdateWebhook, webhookQuery } from './queries.ts';
import { webhookEventTexts, webhookTexts } from './texts.ts';
import { EnabledBadge } from './webhook-badges.tsx';
import {
  DeleteWebhookDialog,
  EditWebhookDialog,
  RotateSecretDialog,
  VerifySnippet,
} from './webhook-dialogs.tsx';

const route = getRouteApi('/shell/settings/webhooks/$webhookId');

export function WebhookPage() {
  const { webhookId } = route.useParams();
  const { delivery, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const history = useInfiniteQuery(webhookQuery(webhookId));
  if (history.isPending) return <SkeletonRows rows={6} />;
  if (history.isLoadingError)
    return <ErrorState error={history.error} onRetry={() => void history.refetch()} />;
  const webhook = history.data.pages[0]?.webhook;
  if (!webhook) return null;
  const closeDelivery = () =>
    void navigate({
      search: ({ delivery: _closed, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <WebhookHead webhook={webhook} />
      <DeliveriesPart webhookId={webhookId} filter={filter} />
      <SubscribedEvents events={webhook.events} />
      <Section title={webhookTexts.verify.title} description={webhookTexts.verify.description}>
        <VerifySnippet />
      </Section>
      {delivery !== undefined && (
        <DeliveryDialog webhook={webhook} deliveryId={delivery} onClose={closeDelivery} />
      )}
    </>
  );
}

const texts = webhookTexts.page;

function WebhookHead({ webhook }: { webhook: WebhookEndpoint }) {
  const { has } = useSession();
  const ping = usePing(webhook.id);
  const { url, description, enabled, createdAt } = webhook;
  const above = [
    <Link key="webhooks" to="/settings/webhooks">
      {texts.above}
    </Link>,
  ];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <Breadcrumbs above={above} current={url} className="mb-1" />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="min-w-0 font-semibold text-lg [overflow-wrap:anywhere]">{url}</h2>
            <EnabledBadge enabled={enabled} />
          </div>
          <p className="mt-0.5 text-muted [overflow-wrap:anywhere]">
            {[description, texts.added(formatDay(createdAt))].filter(Boolean).join(' · ')}
          </p>
        </div>
        {has('admin') && <WebhookActions webhook={webhook} ping={ping} />}
      </div>
      {ping.data && <PingResult result={ping.data} />}
    </div>
  );
}

const pingTexts = webhookTexts.ping;

function PingResult({ result }: { result: Result }) {
  const { success } = result;
  const Icon = success ? CircleCheck : TriangleAlert;
  return (
    <p
      role="status"
      className={classNames(
        'flex items-start gap-2.5 rounded-lg px-3 py-2',
        success ? 'bg-good-soft text-good' : 'bg-danger-soft text-danger',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{describePing(result)}</span>
    </p>
  );
}

function describePing({ success, statusCode, durationMs, error }: Result): string {
  if (statusCode === null) return pingTexts.unreachable(error ?? pingTexts.noReason);
  return success
    ? pingTexts.answered(statusCode, durationMs)
    : pingTexts.refused(statusCode, durationMs);
}

interface WebhookActionsProps {
  webhook: WebhookEndpoint;
  ping: ReturnType<typeof usePing>;
}

function WebhookActions({ webhook, ping }: WebhookActionsProps) {
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'delete' | null>(null);
  const update = useUpdateWebhook(webhook.id, false);
  const enabled = !webhook.enabled;
  const turn = () =>
    update.mutate(
      { enabled },
      { onSuccess: () => showDoneToast(enabled ? texts.wasEnabled : texts.wasDisabled) },
    );
  const close = () => setAsking(null);
  const trigger = <IconButton icon={Ellipsis} label={texts.actions} className="size-9 border" />;
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={Send} busy={ping.isPending} onClick={() => ping.mutate()}>
        {texts.test}
      </Button>
      <Button icon={Pencil} onClick={() => setAsking('edit')}>
        {texts.edit}
      </Button>
      <Menu trigger={trigger}>
        <MenuItem
          icon={Power}
          label={webhook.enabled ? texts.disable : texts.enable}
          onSelect={turn}
        />
        <MenuItem
          icon={RefreshCw}
          label={webhookTexts.rotate.item}
          onSelect={() => setAsking('rotate')}
        />
        <MenuSeparator />
        <MenuItem
          icon={Trash2}
          label={webhookTexts.remove.item}
          danger
          onSelect={() => setAsking('delete')}
        />
      </Menu>
      {asking === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {asking === 'rotate' && <RotateSecretDialog webhook={webhook} onClose={close} />}
      {asking === 'delete' && <DeleteWebhookDialog webhook={webhook} onClose={close} />}
    </div>
  );
}

const described: Readonly<Record<string, string>> = webhookEventTexts;

function SubscribedEvents({ events }: { events: readonly string[] }) {
  return (
    <Section title={webhookTexts.page.subscribed}>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {events.map((event) => (
          <div key={event} className="min-w-0">
            <dt>
              <code className="text-xs">{event}</code>
            </dt>
            <dd className="text-muted text-sm">{described[event]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
