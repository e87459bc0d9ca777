import { ApiError } from '@ecp/contract/declaring/errors';
import { webhookEvents } from '@ecp/contract/reach/webhook-events';
import { isAllowedHost, isPrivateLiteral, OutboundError, parseOutboundUrl } from '../../kernel/outbound/addresses.ts';

/**
 * Checks the address of an endpoint: it must be https, and public as far as is known without asking a name server.
 * Hosts of OUTBOUND_ALLOWED_HOSTS may be private and plain http (WEB-6, WEB-7). Errors: `webhook_url_not_https`,
 * `webhook_url_private`.
 */
export function checkWebhookUrl(given: string, allowedHosts: readonly string[]): void {
  const url = readUrl(given);
  if (isAllowedHost(url, allowedHosts)) return;
  if (url.protocol !== 'https:') throw new ApiError('webhook_url_not_https');
  if (isPrivateLiteral(url)) throw new ApiError('webhook_url_private');
}

function readUrl(given: string): URL {
  try {
    return parseOutboundUrl(given);
  } catch (error) {
    if (error instanceof OutboundError) throw new ApiError('webhook_url_not_https');
    throw error;
  }
}

const known = new Set<string>(webhookEvents);

/** Returns the events without repetitions. Error: `unknown_event`. */
export function checkEvents(given: readonly string[]): string[] {
  const unknown = given.find((event) => !known.has(event));
  if (unknown !== undefined) throw new ApiError('unknown_event', { values: { event: unknown } });
  return [...new Set(given)];
}
