import type { Engagement, EngagementDetail } from '@ecp/contract/work/engagements';
import { type ClientAnswer, createClient, signUpTenant } from '@ecp/testing/cookie-client';
import { pollUntil } from '@ecp/testing/poll-until';
import type { TestPlatform } from './start-test-platform.ts';

/** A new tenant with its owner's session, and the calls that tests of runs share. */
export interface TestTenant {
  tenantId: string;
  userId: string;
  email: string;
  /** Value of the Cookie header. */
  cookie: string;
  get<Body = Record<string, unknown>>(path: string): Promise<ClientAnswer<Body>>;
  post<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<ClientAnswer<Body>>;
  put<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<ClientAnswer<Body>>;
  patch<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<ClientAnswer<Body>>;
  delete(path: string): Promise<ClientAnswer<Record<string, unknown>>>;
  createEngagement(fields?: Record<string, unknown>): Promise<Engagement>;
  getEngagement(id: string): Promise<EngagementDetail>;
  /** Waits until no run of the engagement is active and returns the engagement. */
  waitForEnd(id: string): Promise<EngagementDetail>;
}

/**
 * Signs up a tenant through the API. Its billing plan allows five engagements, so each test should
 * have its own.
 */
export async function createTestTenant({
  baseUrl,
}: Pick<TestPlatform, 'baseUrl'>): Promise<TestTenant> {
  const client = createClient(baseUrl);
  const { tenantId, userId, email } = await signUpTenant(client);
  const getEngagement = async (id: string) =>
    (await client.get<EngagementDetail>(`/api/engagements/${id}`)).body;
  return {
    tenantId,
    userId,
    email,
    cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    get: (path) => client.get(path),
    post: (path, body) => client.post(path, body),
    put: (path, body) => client.put(path, body),
    patch: (path, body) => client.patch(path, body),
    delete: (path) => client.delete(path),
    async createEngagement(fields = {}) {
      const given = {
        name: 'Market entry',
        client: 'Acme',
        brief: 'Enter the Nordic market.',
        ...fields,
      };
      const answer = await client.post<Engagement>('/api/engagements', given);
      if (answer.status !== 201)
        throw new Error(`Create answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    getEngagement,
    waitForEnd: (id) =>
      pollUntil(
        () => getEngagement(id),
        ({ status }) => status === 'completed' || status === 'failed',
      ),
  };
}
