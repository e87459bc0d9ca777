import type { Endpoint } from './endpoint.ts';

/**
 * Whether an endpoint heeds `Idempotency-Key` (contract, 5): POSTs of a known caller. Signing in and out
 * answers with cookies, which are never kept.
 */
export function takesIdempotencyKey({ method, path, credentials }: Endpoint): boolean {
  return method === 'POST' && credentials !== 'none' && !path.startsWith('/api/auth/');
}
