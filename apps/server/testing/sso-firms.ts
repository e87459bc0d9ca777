import type { Me } from '@ecp/contract/identity/auth';
import type { SsoConnection } from '@ecp/contract/identity/sso';
import { type CookieClient, createClient, signUpTenant } from '@ecp/testing/cookie-client';
import type { OidcCounterpart } from '@ecp/testing/oidc/oidc-counterpart';
import { expect } from 'vitest';
import type { TestPlatform } from './start-test-platform.ts';

/** A firm whose people come in through a provider. */
export interface Firm {
  domain: string;
  owner: CookieClient;
  tenantId: string;
  email: string;
  password: string;
  put(fields?: object): Promise<SsoConnection>;
  prove(domain?: string): Promise<boolean>;
  audit(action: string): Promise<{ userId: string | null; metadata: Record<string, unknown> }[]>;
}

/** The TXT records of each name; null: no name server answers. */
export const records = new Map<string, string[] | null>();

/** Answers for the name servers from `records`. */
export const readRecords = async (name: string): Promise<string[] | null> =>
  records.has(name) ? (records.get(name) ?? null) : [];

let firms = 0;

/** The steps of tests of single sign-on, with the platform and the provider of that moment. */
export function useFirms(parts: () => { platform: TestPlatform; provider: OidcCounterpart }) {
  const open = () => createClient(parts().platform.baseUrl);

  /**
   * Signs up a firm whose owner has an address of the firm's domain, with a connection to the
   * provider.
   */
  async function openFirm({
    proved = true,
    ...fields
  }: {
    proved?: boolean;
    [field: string]: unknown;
  } = {}): Promise<Firm> {
    const domain = `firm-${++firms}.example`;
    const owner = open();
    const { tenantId, email, password } = await signUpTenant(owner, { email: `olga@${domain}` });
    const firm: Firm = {
      domain,
      owner,
      tenantId,
      email,
      password,
      async put(changes = {}) {
        const { issuer, clientId, clientSecret } = parts().provider;
        const body = {
          kind: 'oidc',
          issuer,
          clientId,
          clientSecret,
          domains: [domain],
          ...fields,
          ...changes,
        };
        const { status, body: connection } = await owner.put<SsoConnection>(
          '/api/account/sso',
          body,
        );
        expect({ status, connection }).toMatchObject({ status: 200 });
        return connection;
      },
      async prove(name = domain) {
        const { body } = await owner.post<{ verified: boolean }>('/api/account/sso/verify', {
          domain: name,
        });
        return body.verified;
      },
      async audit(action) {
        const { body } = await owner.get<{ entries: Awaited<ReturnType<Firm['audit']>> }>(
          `/api/audit-log?action=${action}`,
        );
        return body.entries;
      },
    };
    const { domains } = await firm.put();
    if (proved) {
      records.set(domain, ['v=spf1 -all', `ecp-verification=${domains[0]?.token}`]);
      expect(await firm.prove()).toBe(true);
    }
    return firm;
  }

  const begin = async (client: CookieClient, email: string) =>
    (await client.post<{ url: string | null }>('/api/auth/sso', { email })).body.url;

  /**
   * Walks through the provider as the person of these claims. Returns the path of the answer with
   * its parameters.
   */
  async function walk(client: CookieClient, claims: Record<string, unknown>): Promise<string> {
    parts().provider.claims = claims;
    const url = await begin(client, String(claims['address'] ?? claims['email']));
    if (url === null) throw new Error('No provider');
    const answer = await parts().provider.answer(url);
    return answer.pathname + answer.search;
  }

  /** Signs in through the provider, and returns the client with what the service answers. */
  async function enter(claims: Record<string, unknown>, client = open()) {
    const answer = await client.get<{ code?: string; values?: object }>(await walk(client, claims));
    return { client, status: answer.status, headers: answer.headers, body: answer.body };
  }

  return { open, openFirm, begin, walk, enter };
}

/** Reads who is signed in. */
export const me = async (client: CookieClient): Promise<Me> =>
  (await client.get<Me>('/api/me')).body;

/** The refusal of an answer. */
export const failed = (reason: string) => ({
  status: 400,
  body: { code: 'sso_failed', values: { reason } },
});
