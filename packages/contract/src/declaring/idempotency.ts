import type { Endpoint } from './endpoint.ts';

/**
 * True if an endpoint honours `Idempotency-Key` (REQ-3), as every POST of an authenticated caller does. Sign-in and
 * sign-out do not, because answers with cookies are never stored.
 */
export function takesIdempotencyKey({ method, path, credentials }: Endpoint): boolean {
  return method === 'POST' && credentials !== 'none' && !path.startsWith('/api/auth/');
}
