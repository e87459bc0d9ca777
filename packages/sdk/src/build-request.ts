import type { CallOptions } from './method-types.ts';
import type { Operation } from './operation.ts';

/** The service that a client calls, and its credentials. */
export interface Connection {
  /** Address without a trailing slash. Empty in a page of the service itself. */
  baseUrl: string;
  apiKey: string | undefined;
  credentials: 'omit' | 'same-origin' | 'include';
  fetch: typeof fetch;
  timeoutMs: number;
  maxRetries: number;
  retryDelayMs: number;
  onAttempt: (reached: boolean) => void;
}

export type OperationInput = Readonly<Record<string, unknown>>;

/** A request, the same on each attempt. */
export interface PreparedRequest {
  url: string;
  init: RequestInit & { method: string };
}

/**
 * Builds the request of an operation. Throws a TypeError if a path parameter is missing or would
 * change the path.
 */
export function buildRequest(
  { baseUrl, apiKey, credentials }: Connection,
  { method, path, sends, answers, takesKey }: Operation,
  input: OperationInput,
  options: CallOptions,
): PreparedRequest {
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    delete rest[name];
    return encodePathPart(name, input[name]);
  });
  const headers = new Headers(options.headers);
  if (apiKey !== undefined) headers.set('authorization', `Bearer ${apiKey}`);
  const key = options.idempotencyKey ?? (takesKey ? createIdempotencyKey() : undefined);
  if (key !== undefined) headers.set('idempotency-key', key);
  const init: PreparedRequest['init'] = { method, headers, credentials };
  if (options.keepalive) init.keepalive = true;
  if (answers === 'redirect') init.redirect = 'manual';
  if (sends === 'json' || sends === 'text') headers.set('content-type', 'application/json');
  if (sends === 'json') init.body = JSON.stringify(rest);
  if (sends === 'text') init.body = String(input['payload']);
  if (sends === 'form') init.body = toForm(rest);
  return { url: baseUrl + filled + (sends === 'query' ? toQuery(rest) : ''), init };
}

/**
 * Makes an Idempotency-Key of 128 random bits. `crypto.randomUUID` is missing in pages without
 * https.
 */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Refuses dots, which would be resolved away, and an empty part, which would name the collection.
 */
function encodePathPart(name: string, value: unknown): string {
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new TypeError(`${name} must be an id or a name`);
  return encodeURIComponent(value);
}

const given = (input: OperationInput) =>
  Object.entries(input).filter(([, value]) => value !== undefined && value !== null);

function toQuery(input: OperationInput): string {
  const query = new URLSearchParams(
    given(input).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return query.size > 0 ? `?${query}` : '';
}

/** Puts texts before the file, because they say how to process it. */
function toForm(input: OperationInput): FormData {
  const form = new FormData();
  const isFile = ([, value]: [string, unknown]) => value instanceof Blob;
  for (const [name, value] of given(input).filter((entry) => !isFile(entry)))
    form.set(name, String(value));
  for (const [name, value] of given(input).filter(isFile)) form.set(name, value as Blob);
  return form;
}
