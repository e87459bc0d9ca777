import type { Endpoint } from './endpoint.ts';

/**
 * Whether an endpoint heeds `Idempotency-Key` (REQ-3): POSTs of a known caller. Signing in and out
 * answers with cookies, which are never kept.
 */
export function takesIdempotencyKey({ method, path, credentials }: Endpoint): boolean {
  return method === 'POST' && credentials !== 'none' && !path.startsWith('/api/auth/');
}
