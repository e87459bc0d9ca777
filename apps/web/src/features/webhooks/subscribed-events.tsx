import { webhookEventTexts } from '../../texts/en/settings/webhook-events.ts';
import { webhookTexts } from '../../texts/en/settings/webhooks.ts';
import { Section } from '../../ui/layout/section.tsx';

const described: Readonly<Record<string, string>> = webhookEventTexts;

/** Lists the events of an endpoint, each with a description. */
export function SubscribedEvents({ events }: { events: readonly string[] }) {
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
