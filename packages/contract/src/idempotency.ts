import type { Endpoint } from './endpoint.ts';

/**
 * Whether an endpoint heeds `Idempotency-Key` (contract, 5): POSTs of a known caller with a JSON body or none. Signing
 * in and out answers with cookies, which are never kept; forms are read as they come and never whole.
 */
export function takesIdempotencyKey({ method, path, credentials, multipart }: Endpoint): boolean {
  return method === 'POST' && credentials !== 'none' && !multipart && !path.startsWith('/api/auth/');
}
