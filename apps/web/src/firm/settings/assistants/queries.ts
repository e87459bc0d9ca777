import type { AuthorizationQuery } from '@ecp/contract/identity/assistants';
import { ApiError } from '@ecp/sdk/api-error';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../base/api/client.ts';

/** The connected assistants, and the address that assistants connect to. */
export const assistantsQuery = queryOptions({
  queryKey: ['assistants'],
  queryFn: ({ signal }) => api.listAssistants({}, { signal }),
});

/** The request of an assistant. */
export const consentQuery = (asked: AuthorizationQuery) =>
  queryOptions({
    queryKey: ['assistants', 'consent', asked],
    queryFn: ({ signal }) => api.getConsent(asked, { signal }),
    retry: false,
  });

/** The parameters that count. Others, such as `prompt`, change nothing. */
const parameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const satisfies (keyof AuthorizationQuery)[];

/**
 * Reads what the assistant has sent from the address that the browser loaded. The router writes
 * addresses anew, and a long number would no longer be the same.
 */
export function readAuthorization(): AuthorizationQuery {
  const loaded = performance.getEntriesByType('navigation').map(({ name }) => URL.parse(name));
  const url = loaded.find((one) => one?.pathname === location.pathname) ?? new URL(location.href);
  return Object.fromEntries(
    parameters.flatMap((name) => {
      const value = url.searchParams.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

const timeoutMs = 30_000;

/** Sends the person's decision. Returns the address of the assistant with the answer. */
export async function decideConsent(
  asked: AuthorizationQuery,
  decision: { decision: 'allow' | 'deny'; scope: string },
): Promise<string> {
  const response = await fetch('/oauth/authorize', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...asked, ...decision }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const body = (await response.json()) as { url: string } & ConstructorParameters<
    typeof ApiError
  >[0] & {
      error: string;
    };
  if (response.ok) return body.url;
  const { code, error: message, requestId, values = {}, details = [] } = body;
  throw new ApiError({
    status: response.status,
    code,
    message,
    requestId,
    values,
    details,
    retryAfterMs: null,
  });
}
