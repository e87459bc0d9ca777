import { setTimeout as delay } from 'node:timers/promises';
import type { ResearchRefusal } from '@ecp/contract/values/research-refusals';
import { OutboundError, type OutboundErrorKind } from '../../../kernel/outbound/addresses.ts';
import { type OutboundResponse, openOutboundClient } from '../../../kernel/outbound/outbound-request.ts';
import type { PlatformConfig, SearchSettings } from '../../../kernel/settings.ts';
import { createBraveDialect } from './brave.ts';
import { readHits } from './read-hits.ts';
import type { SearchDialect, SearchOutcome, SearchPort } from './search-port.ts';
import { createSearxngDialect } from './searxng.ts';
import { createTavilyDialect } from './tavily.ts';

const timeoutMs = 10_000;
const maxBodyBytes = 2_000_000;
/** The longest wait that a busy provider may ask for. */
const longestWaitMs = 5_000;
const usualWaitMs = 1_000;

/** Failures before the provider can have got the request. */
const beforeSending: OutboundErrorKind[] = ['dns', 'connect', 'tls', 'invalid_url', 'scheme', 'private_address'];

const refused = (reason: ResearchRefusal['reason'], detail: string | number | null, paid: boolean): SearchOutcome => ({
  refusal: { reason, detail: detail === null ? null : String(detail) },
  paid,
});

/** Opens the search provider of the settings; null without one. Its address is the operator's, so it may be private. */
export function openSearch({ search }: Pick<PlatformConfig, 'search'>): SearchPort | null {
  if (search === null) return null;
  const dialect = chooseDialect(search);
  const client = openOutboundClient({ allowedHosts: [new URL(search.url).host] });
  return {
    close: () => client.close(),
    async search(request) {
      const { path, ...asked } = dialect.ask(request);
      const send = () =>
        client.request({
          url: search.url + path,
          method: asked.body === undefined ? 'GET' : 'POST',
          timeoutMs,
          maxBodyBytes,
          followRedirects: 0,
          ...asked,
        });
      try {
        const first = await send();
        if (first.status !== 429) return readAnswer(dialect, first);
        await delay(waitOf(first));
        return readAnswer(dialect, await send());
      } catch (error) {
        return readFailure(error);
      }
    },
  };
}

function chooseDialect({ provider, apiKey = '' }: SearchSettings): SearchDialect {
  if (provider === 'brave') return createBraveDialect(apiKey);
  if (provider === 'tavily') return createTavilyDialect(apiKey);
  return createSearxngDialect(apiKey === '' ? undefined : apiKey);
}

/** Returns how long the provider asks to wait, within bounds. */
function waitOf({ headers }: OutboundResponse): number {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds * 1_000), longestWaitMs) : usualWaitMs;
}

function readAnswer(dialect: SearchDialect, { status, body, truncated }: OutboundResponse): SearchOutcome {
  if (status === 429) return refused('provider_busy', null, false);
  // Providers bill no search that they refuse. One that failed may have been counted.
  if (status < 200 || status > 299) return refused('provider_error', status, status >= 500);
  const hits = truncated ? null : dialect.read(parseJson(body));
  return hits ? { hits: readHits(hits), paid: true } : refused('provider_answer', null, true);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

function readFailure(error: unknown): SearchOutcome {
  if (!(error instanceof OutboundError)) throw error;
  const reason = error.kind === 'timeout' ? 'timeout' : 'provider_answer';
  return refused(reason, null, !beforeSending.includes(error.kind));
}
