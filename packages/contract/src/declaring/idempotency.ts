import type { Endpoint } from './endpoint.ts';

/**
 * True if an endpoint honours `Idempotency-Key` (REQ-3), as every POST of an authenticated caller does. Those about a
 * person's own session and factors do not, because answers with cookies or secrets are never stored.
 */
export function takesIdempotencyKey({ method, path, credentials }: Endpoint): boolean {
  return method === 'POST' && credentials !== 'none' && !/^\/api\/(auth|me)\//.test(path);
}
