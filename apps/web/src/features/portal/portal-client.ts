import type { PortalView } from '@ecp/contract/reach/portal';
import { type Client, createClient, isApiError } from '@ecp/sdk/create-client';
import { queryOptions } from '@tanstack/react-query';

const freshEveryMs = 30_000;

/** The service as the client of a link: no session goes along, and nothing of it is used (POR-5). */
export const portalClient = (token: string): Client =>
  createClient({ baseUrl: '', apiKey: token, timeoutMs: 30_000, maxRetries: 2 });

/** Whether a text can be a portal token at all; others are not sent anywhere. */
export const isPortalToken = (text: string): boolean => /^svc_portal_[0-9a-f]{32}$/.test(text);

/** What the client sees; asked for again while the page is open, so that new versions and answers appear. */
export const portalQuery = (token: string) =>
  queryOptions({
    queryKey: ['portal', token],
    refetchInterval: freshEveryMs,
    queryFn: ({ signal }) => portalClient(token).getPortal({}, { signal }),
  });

/** A link that is unknown, expired or revoked: the service does not tell which (docs/requirements/portal.md). */
export const isClosedLink = (error: unknown): boolean => isApiError(error, 'invalid_portal_token', 'invalid_api_key');

/** A deliverable as a client sees it. */
export type SharedDocument = PortalView['deliverables'][number];
