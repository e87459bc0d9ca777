import type { IssuedApiKey } from '@ecp/contract/identity/api-keys';
import {
  type CookieClient,
  createClient,
  type SignedUpTenant,
  signUpTenant,
} from '@ecp/testing/cookie-client';
import type { TestPlatform } from './start-test-platform.ts';

export interface KeyedTenant extends SignedUpTenant {
  /** A client with the owner's session. */
  owner: CookieClient;
  /** Creates an API key and returns a client that uses it. */
  createKey(options?: {
    scope?: 'read_only' | 'read_write';
    engagementId?: string;
  }): Promise<CookieClient>;
}

/** Signs up a new tenant on the platform under test. */
export async function createKeyedTenant(
  platform: Pick<TestPlatform, 'baseUrl'>,
): Promise<KeyedTenant> {
  const owner = createClient(platform.baseUrl);
  const tenant = await signUpTenant(owner);
  return {
    ...tenant,
    owner,
    async createKey(options = {}) {
      const answer = await owner.post<IssuedApiKey>('/api/api-keys', {
        name: 'Test key',
        ...options,
      });
      if (answer.status !== 201)
        throw new Error(`The key was refused: ${JSON.stringify(answer.body)}`);
      return createClient(platform.baseUrl, answer.body.key);
    },
  };
}

/** Returns what must be equal for a stranger: status and body without the request's id. */
export function comparable({ status, body }: { status: number; body: unknown }): unknown {
  return { status, body: { ...(body as object), requestId: '' } };
}
