import { eventTexts } from '../../texts/en/settings/webhook-events.ts';
import { webhookTexts } from '../../texts/en/settings/webhooks.ts';

/** How much an endpoint hears of, in two words. */
export function summarizeEvents(events: readonly string[]): string {
  const isAll = Object.keys(eventTexts).every((event) => events.includes(event));
  return isAll ? webhookTexts.allEvents : webhookTexts.countEvents(events.length);
}
