import { createClient } from '@ecp/sdk/create-client';

/** The service, as the person of the session cookie. Every request of the app goes through it. */
export const api = createClient({ baseUrl: '', timeoutMs: 30_000, maxRetries: 2 });
