import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import type { ExampleRequest } from '../../apps/server/testing/hostile/example-requests.ts';

/** Returns the input with which the SDK's method of an endpoint sends this request. */
export function toInput(
  endpoint: Endpoint,
  { path, body }: ExampleRequest,
): Record<string, unknown> {
  const { pathname, searchParams } = new URL(path, 'http://x');
  const parts = pathname.split('/');
  const params = endpoint.path
    .split('/')
    .flatMap((part, i) =>
      part.startsWith(':') ? [[part.slice(1), decodeURIComponent(parts[i] ?? '')]] : [],
    );
  const fields = body instanceof FormData ? Object.fromEntries(body) : body;
  const raw = endpoint.rawBody ? { payload: '{}' } : {};
  return { ...Object.fromEntries(params), ...Object.fromEntries(searchParams), ...fields, ...raw };
}
