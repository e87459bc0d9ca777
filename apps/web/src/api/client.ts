import { type Client, createClient } from '@ecp/sdk/create-client';
import { noteAttempt } from './connection-state.ts';
import { repeatAfterProof } from './repeat-after-proof.ts';

/** The client for every request of the app. The session cookie identifies the user. */
export const api: Client = repeatAfterProof(
  createClient({ baseUrl: '', timeoutMs: 30_000, maxRetries: 2, onAttempt: noteAttempt }),
);
