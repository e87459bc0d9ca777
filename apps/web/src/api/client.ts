import { createClient } from '@ecp/sdk/create-client';

/** The client for every request of the app. The session cookie identifies the user. */
export const api = createClient({ baseUrl: '', timeoutMs: 30_000, maxRetries: 2 });
