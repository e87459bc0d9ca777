import type { ExampleRequest } from './hostile/example-requests.ts';
import type { TestPlatform } from './start-test-platform.ts';

/** A response as received; `json` is the parsed body, undefined if it is not JSON. */
export interface SentAnswer {
  status: number;
  headers: Headers;
  text: string;
  json: { code?: string; requestId?: string } | undefined;
}

/**
 * Sends a request with the caller's headers, follows no redirect, and reads the response to its
 * end.
 */
export async function sendRequest(
  { baseUrl }: Pick<TestPlatform, 'baseUrl'>,
  { method, path, body }: ExampleRequest,
  headers: Record<string, string> = {},
): Promise<SentAnswer> {
  const response = await fetch(baseUrl + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const isJson =
    text !== '' && response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

/** Returns the response in short: its status, and the code of an error. */
export function outcome({ status, json }: SentAnswer): string {
  return status >= 400 ? `${status} ${json?.code}` : String(status);
}
