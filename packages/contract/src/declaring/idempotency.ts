import type { Endpoint } from './endpoint.ts';

/**
 * True if an endpoint honours `Idempotency-Key` (REQ-3), as every POST of an authenticated caller does. Those about a
 * person's own session and factors do not, because answers with cookies or secrets are never stored. A mailed link
 * works once anyway.
 */
export function takesIdempotencyKey({ method, path, credentials }: Endpoint): boolean {
  return (
    method === 'POST' && credentials !== 'none' && credentials !== 'answer_link' && !/^\/api\/(auth|me)\//.test(path)
  );
}
