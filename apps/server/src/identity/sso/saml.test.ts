import type { SsoConnection } from '@ecp/contract/identity/sso';
import { type CookieClient, createClient, writeCookies } from '@ecp/testing/cookie-client';
import {
  makeSamlKey,
  readSamlRequest,
  type SamlTestProvider,
  startSamlProvider,
} from '@ecp/testing/saml-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishedAttacks } from '../../../testing/saml/published-attacks.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

interface Me {
  user: { email: string; name: string | null; role: string };
  tenant: { id: string };
}

describe('sign-in by a SAML provider', () => {
  let platform: TestPlatform;
  let provider: SamlTestProvider;
  let tenant: TestTenant;
  let connection: SsoConnection;
  let laterMs = 0;
  const domain = 'firm.test';
  const records = new Map<string, string[]>();

  beforeAll(async () => {
    [platform, provider] = await Promise.all([
      startTestPlatform({
        config: { outboundAllowedHosts: ['127.0.0.1'] },
        clock: { now: () => new Date(Date.now() + laterMs) },
      }),
      startSamlProvider(),
    ]);
    platform.services.readTextRecords = async (name) => records.get(name) ?? [];
    tenant = await createTestTenant(platform);
    await put({ metadataUrl: provider.metadataUrl });
    const [proof] = connection.domains;
    records.set(domain, [`ecp-verification=${proof?.token}`]);
    const { body } = await tenant.post('/api/account/sso/verify', { domain });
    expect(body).toEqual({ domain, verified: true });
  });
  afterAll(async () => {
    await platform?.close();
    await provider?.close();
  });
  beforeEach(() => {
    provider.behave('well');
    provider.person = { nameId: `ada@${domain}` };
  });

  /** Sets the connection; also a new one, so that no description of the provider is known. */
  async function put(fields: Record<string, unknown>) {
    const groupRoles = [
      { group: 'Partners', role: 'admin' },
      { group: 'Guests', role: 'viewer' },
    ];
    const answer = await tenant.put('/api/account/sso', {
      kind: 'saml',
      domains: [domain],
      groupRoles,
      ...fields,
    });
    if (answer.status === 200) connection = answer.body as unknown as SsoConnection;
    return answer;
  }

  /** Begins in a new browser. */
  async function begin(email = `ada@${domain}`) {
    const browser = createClient(platform.baseUrl);
    const { status, body } = await browser.post<{ url: string }>('/api/auth/sso', { email });
    return { browser, status, body, url: body.url };
  }

  /** Posts the provider's form from its own page. */
  async function submit(
    browser: CookieClient,
    fields: Record<string, string>,
    { path = '', accept = '*/*' } = {},
  ) {
    const response = await fetch(
      `${platform.baseUrl}${path || `/api/auth/saml/${connection.id}/acs`}`,
      {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: writeCookies(browser.cookies), origin: 'https://provider.test', accept },
        body: new URLSearchParams(fields),
      },
    );
    const session = response.headers.getSetCookie().find((line) => /session=[^;]/.test(line));
    if (session)
      browser.cookies.set(session.split('=')[0] ?? '', /=([^;]*)/.exec(session)?.[1] ?? '');
    return {
      status: response.status,
      page: response.headers.get('location'),
      isSignedIn: session !== undefined,
    };
  }

  async function signIn(person: Partial<SamlTestProvider['person']> = {}) {
    provider.person = { ...provider.person, ...person };
    const { browser, url } = await begin();
    const outcome = await submit(browser, provider.answer(url).fields);
    return { browser, outcome, me: (await browser.get<Me>('/api/me')).body };
  }

  // SML-1
  it('describes itself to the provider', async () => {
    const answer = await createClient(platform.baseUrl).get<string>(
      `/api/auth/saml/${connection.id}/metadata`,
    );
    const base = `${platform.services.config.baseUrl}/api/auth/saml/${connection.id}`;
    expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml');
    expect(answer.body).toContain(`entityID="${base}/metadata"`);
    expect(answer.body).toContain(`Location="${base}/acs"`);
    expect((await tenant.get('/api/auth/saml/unknown/metadata')).status).toBe(404);
  });

  // SML-2
  it('takes only metadata that it can read', async () => {
    const { id } = connection;
    const { body: before } = await tenant.get('/api/account/sso');
    const put400 = async (fields: Record<string, unknown>) => {
      const { status, body } = await put(fields);
      expect(status).toBe(400);
      return JSON.stringify(body);
    };
    expect(
      await put400({ metadata: `<!DOCTYPE x [<!ENTITY y "z">]>${provider.metadata()}` }),
    ).toContain('document type');
    expect(await put400({ metadata: '<html/>' })).toContain('no identity provider');
    expect(
      await put400({ metadataUrl: `${new URL(provider.metadataUrl).origin}/sign-in` }),
    ).toContain('/metadataUrl');
    expect((await tenant.get('/api/account/sso')).body).toEqual(before);
    expect((await put({ metadata: provider.metadata() })).status).toBe(200);
    expect((await signIn()).me.user.email).toBe(`ada@${domain}`);
    expect((await put({ metadataUrl: provider.metadataUrl })).body).toMatchObject({ id });
  });

  // SML-3
  it('asks the provider for an address, without saying how it signs people in', async () => {
    const { url } = await begin();
    const { searchParams, origin, pathname } = new URL(url);
    expect(origin + pathname).toBe(`${new URL(provider.metadataUrl).origin}/sign-in`);
    expect(readSamlRequest(url)).toMatchObject({
      issuer: expect.stringContaining('/metadata'),
      acs: expect.stringContaining('/acs'),
    });
    expect([...searchParams.keys()]).toEqual(['SAMLRequest']);
  });

  // SML-4, SML-8
  it('makes a person at the first sign-in, and gives the highest role of their groups at each', async () => {
    const attributes = { groups: ['Guests', 'Partners'], displayName: ['Ada Lovelace'] };
    const first = await signIn({ nameId: `Ada.L@${domain.toUpperCase()}`, attributes });
    expect(first.outcome).toMatchObject({ status: 302, isSignedIn: true });
    expect(first.me).toMatchObject({
      user: { email: `ada.l@${domain}`, name: 'Ada Lovelace', role: 'admin' },
      tenant: { id: tenant.tenantId },
    });
    const second = await signIn({ nameId: `ada.l@${domain}`, attributes: { groups: ['Guests'] } });
    expect(second.me.user.role).toBe('viewer');
    const third = await signIn({ nameId: `ada.l@${domain}`, attributes: {} });
    expect(third.me.user.role).toBe('member');
  });

  // SML-5
  it('refuses every published attack, in the browser that has begun a sign-in', async () => {
    const own = await makeSamlKey();
    const outcomes = await Promise.all(
      publishedAttacks.map(async ({ name, forge }) => {
        const { browser, url } = await begin();
        const { id, issuer, acs } = readSamlRequest(url);
        const facts = {
          issuer: provider.entityId,
          audience: issuer,
          recipient: acs,
          requestId: id,
          nameId: `guest@${domain}`,
        };
        const xml = forge({ facts, provider: provider.key, own, victim: tenant.email });
        const { status, isSignedIn } = await submit(browser, {
          SAMLResponse: Buffer.from(xml).toString('base64'),
        });
        return { name, status, isSignedIn };
      }),
    );
    expect(outcomes.filter(({ status, isSignedIn }) => isSignedIn || status !== 400)).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(40);
  });

  // SML-6
  it('counts a response once, in its own browser, at its own connection', async () => {
    const { browser, url } = await begin();
    const { fields } = provider.answer(url);
    const stranger = createClient(platform.baseUrl);
    expect(await submit(stranger, fields)).toMatchObject({ status: 400, isSignedIn: false });
    const other = await begin();
    expect(await submit(other.browser, fields)).toMatchObject({ status: 400, isSignedIn: false });
    expect(await submit(browser, fields, { path: '/api/auth/saml/unknown/acs' })).toMatchObject({
      isSignedIn: false,
    });
    const again = await begin();
    const answer = provider.answer(again.url);
    const cookies = new Map(again.browser.cookies);
    expect(await submit(again.browser, answer.fields)).toMatchObject({
      status: 302,
      isSignedIn: true,
    });
    const thief = createClient(platform.baseUrl);
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    expect(await submit(thief, answer.fields)).toMatchObject({ status: 400, isSignedIn: false });
  });

  // SML-9
  describe('in a browser that brings a cookie with no form of another site', () => {
    /** Posts as a browser does: Lax cookies come only with what begins at our own origin. */
    async function navigate(
      browser: CookieClient,
      fields: Record<string, string>,
      from: 'provider' | 'own',
    ) {
      const origin = from === 'own' ? platform.services.config.baseUrl : 'https://provider.test';
      const response = await fetch(`${platform.baseUrl}/api/auth/saml/${connection.id}/acs`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          ...(from === 'own' ? { cookie: writeCookies(browser.cookies) } : {}),
          origin,
          accept: 'text/html,*/*;q=0.8',
          'accept-language': 'fr-CH, fr;q=0.9',
        },
        body: new URLSearchParams(fields),
      });
      return { response, text: await response.text() };
    }

    const fieldsOf = (page: string) =>
      Object.fromEntries(
        [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      );
    const isSignedIn = (response: Response) =>
      response.headers.getSetCookie().some((line) => /session=[^;]/.test(line));

    it('signs in by a page of our own that passes the form on', async () => {
      const browser = createClient(platform.baseUrl);
      const begun = await browser.post<{ url: string }>('/api/auth/sso', {
        email: `ada@${domain}`,
      });
      expect(begun.headers.getSetCookie()).toEqual([
        expect.stringMatching(/; HttpOnly; SameSite=Lax$/),
      ]);
      const first = await navigate(browser, provider.answer(begun.body.url).fields, 'provider');
      expect([first.response.status, isSignedIn(first.response)]).toEqual([200, false]);
      expect(first.response.headers.get('cache-control')).toBe('no-store');
      expect(first.text).toContain('<html lang="fr">');
      const second = await navigate(browser, fieldsOf(first.text) as Record<string, string>, 'own');
      expect([second.response.status, isSignedIn(second.response)]).toEqual([302, true]);
    });

    it('lets nobody sign another browser in as themselves', async () => {
      const attacker = await begin();
      const victim = (await begin()).browser;
      const { fields } = provider.answer(attacker.url);
      const first = await navigate(victim, fields, 'provider');
      const second = await navigate(victim, fieldsOf(first.text) as Record<string, string>, 'own');
      expect([second.response.status, isSignedIn(second.response)]).toEqual([302, false]);
      expect(second.response.headers.get('location')).toMatch(/notice=sso&reason=expired$/);
    });

    it('shows nothing of a form that is no base64', async () => {
      const first = await navigate(
        (await begin()).browser,
        { SAMLResponse: '"><script>alert(1)</script>' },
        'provider',
      );
      expect(first.text).not.toContain('<script>alert');
    });
  });

  // SML-4
  it('signs in nobody whose address is outside the proved domains', async () => {
    const { outcome } = await signIn({ nameId: 'ada@elsewhere.test' });
    expect(outcome).toMatchObject({ status: 400, isSignedIn: false });
    expect((await signIn({ nameId: 'ada' })).outcome.isSignedIn).toBe(false);
  });

  // SML-4
  it('tells the owner what is wrong with a response', async () => {
    const { browser, url } = await begin();
    await submit(browser, provider.answer(url, { audience: 'https://other.test' }).fields);
    const { body } = await tenant.get<{ entries: { metadata: Record<string, unknown> }[] }>(
      '/api/audit-log?action=auth.sign_in_failed&limit=1',
    );
    expect(body.entries[0]?.metadata).toMatchObject({
      reason: 'invalid',
      detail: expect.stringContaining('https://other.test'),
    });
  });

  // SML-4
  it('leads the browser of somebody whom the provider declines back to the sign-in page', async () => {
    const { browser, url } = await begin();
    const declined = Buffer.from(provider.answer(url).fields.SAMLResponse, 'base64')
      .toString()
      .replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, '')
      .replace('status:Success', 'status:Responder');
    const fields = { SAMLResponse: Buffer.from(declined).toString('base64') };
    const { status, page, isSignedIn } = await submit(browser, fields, { accept: 'text/html' });
    expect({ status, isSignedIn }).toEqual({ status: 302, isSignedIn: false });
    expect(page).toMatch(/\/sign-in\?notice=sso&reason=denied$/);
  });

  // SML-7
  it('knows a new certificate within 60 s and forgets an old one', async () => {
    await put({ metadataUrl: provider.metadataUrl });
    const before = provider.key;
    expect((await signIn()).outcome.isSignedIn).toBe(true);
    await provider.rotate({ keepsOld: true });
    laterMs += 60_000;
    expect((await signIn()).outcome.isSignedIn).toBe(true);
    await provider.rotate({ keepsOld: false });
    laterMs += 60_000;
    const { browser, url } = await begin();
    const stale = provider.answer(url, {}, { key: before });
    expect((await submit(browser, stale.fields)).isSignedIn).toBe(false);
    expect((await signIn()).outcome.isSignedIn).toBe(true);
  });

  // SML-7
  it('says that a provider is not there, and signs nobody in by what it knew', async () => {
    provider.behave('fails');
    laterMs += 60_000;
    expect(await begin()).toMatchObject({ status: 502, body: { code: 'sso_unavailable' } });
    provider.behave('well');
    expect((await signIn()).outcome.isSignedIn).toBe(true);
  });
});
