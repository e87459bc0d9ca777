import type { WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import { Link } from '@tanstack/react-router';
import { formatDay } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { webhookTexts } from '../../texts/en/settings/webhooks.ts';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { PingResult } from './deliveries/ping-result.tsx';
import { usePing } from './deliveries/use-ping.ts';
import { EnabledBadge } from './enabled-badge.tsx';
import { WebhookActions } from './webhook-actions.tsx';

const texts = webhookTexts.page;

/** Shows address and state of an endpoint, its actions, and the result of a test. */
export function WebhookHead({ webhook }: { webhook: WebhookEndpoint }) {
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
