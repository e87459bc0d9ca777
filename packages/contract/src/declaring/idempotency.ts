import type { Endpoint } from './endpoint.ts';

/**
 * Whether an endpoint honours `Idempotency-Key` (REQ-3): every POST of an authenticated caller. Sign-in and sign-out are
 * answers with cookies, which are never kept.
 */
export function takesIdempotencyKey({ method, path, credentials }: Endpoint): boolean {
  return method === 'POST' && credentials !== 'none' && !path.startsWith('/api/auth/');
}
