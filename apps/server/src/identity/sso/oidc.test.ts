import { type OidcCounterpart, startOidcCounterpart } from '@ecp/testing/oidc/oidc-counterpart';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Firm, failed, readRecords, useFirms } from '../../../testing/sso-firms.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let provider: OidcCounterpart;

beforeAll(async () => {
  platform = await shareTestPlatform({ outboundAllowedHosts: ['127.0.0.1'] });
  platform.services.readTextRecords = readRecords;
  const redirectUris = [`${platform.services.config.baseUrl}/api/auth/sso/callback`];
  provider = await startOidcCounterpart({ redirectUris });
});
afterAll(async () => {
  await platform.close();
  await provider.close();
});
beforeEach(() => {
  provider.behave('well');
  provider.changeIdToken = undefined;
  provider.description = {};
});

const { open, openFirm, walk, enter } = useFirms(() => ({ platform, provider }));

describe('an id token that the provider has signed', () => {
  let firm: Firm;
  beforeAll(async () => {
    firm = await openFirm();
  });
  const now = () => Math.floor(Date.now() / 1000);
  const enterWith = async (changes: object) => {
    const client = open();
    const path = await walk(client, { email: `ivy@${firm.domain}` });
    provider.changeIdToken = (token, signAgain) => {
      const claims = JSON.parse(
        Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
      ) as object;
      return signAgain({ ...claims, ...changes });
    };
    return client.get(path);
  };

  // SSO-7
  test.each([
    ['for another client', () => ({ aud: 'another-client' })],
    ['for another sign-in', () => ({ nonce: 'another' })],
    ['in the name of another issuer', () => ({ iss: 'https://evil.example' })],
    ['about another person than the user info', () => ({ sub: 'another' })],
    [
      'and that is over for longer than clocks differ',
      () => ({ iat: now() - 600, exp: now() - 125 }),
    ],
    ['and that holds from a later time than clocks differ', () => ({ nbf: now() + 180 })],
  ])('%s signs nobody in', async (_title, changesOf) => {
    expect(await enterWith(changesOf())).toMatchObject(failed('invalid'));
  });

  // SSO-7
  test('counts while clocks differ by less than two minutes', async () => {
    const time = now();
    for (const changes of [
      { iat: time + 110, nbf: time + 110, exp: time + 400 },
      { exp: time - 110 },
    ]) {
      expect((await enterWith(changes)).status).toBe(302);
    }
  });
});

describe('a provider', () => {
  // SSO-16
  test('that is not there is unavailable, slows nobody, and is asked anew', async () => {
    const firm = await openFirm();
    const email = `lea@${firm.domain}`;
    const unavailable = { status: 502, body: { code: 'sso_unavailable' } };
    provider.behave('fails');
    expect(await open().post('/api/auth/sso', { email })).toMatchObject(unavailable);
    provider.behave('well');
    const client = open();
    const path = await walk(client, { email });
    provider.behave('fails', /^\/token/);
    expect(await client.get(path)).toMatchObject(unavailable);
    provider.behave('well');
    for (let i = 0; i < 12; i += 1)
      await open().get('/api/auth/sso/callback?state=guess&code=guess');
    expect((await enter({ email })).status).toBe(302);
    await firm.put({ issuer: 'http://127.0.0.1:1' });
    expect(await open().post('/api/auth/sso', { email })).toMatchObject(unavailable);
  });

  // SSO-16
  test('has 15 s for a start and 15 s for an end, with all its requests', async () => {
    const firm = await openFirm();
    const email = `lou@${firm.domain}`;
    const { outbound } = platform.services;
    const limits: number[] = [];
    const hurry: typeof outbound = {
      ...outbound,
      request: (request) => {
        limits.push(request.timeoutMs);
        return outbound.request({ ...request, timeoutMs: request.timeoutMs / 100 });
      },
    };
    const unavailable = { status: 502, body: { code: 'sso_unavailable' } };
    const client = open();
    platform.services.outbound = hurry;
    try {
      provider.behave('hangs');
      expect(await open().post('/api/auth/sso', { email })).toMatchObject(unavailable);
      provider.behave('well');
      const path = await walk(client, { email });
      provider.behave('hangs', /^\/token/);
      expect(await client.get(path)).toMatchObject(unavailable);
    } finally {
      platform.services.outbound = outbound;
    }
    expect(limits.every((limit) => limit > 10_000 && limit <= 15_000)).toBe(true);
  });

  // SSO-16
  test.each([
    ['a script for a page', { authorization_endpoint: 'javascript:alert(1)//' }],
    [
      'an address of another kind for a page',
      { authorization_endpoint: 'data:text/html,sign%20in' },
    ],
    ['no page', { authorization_endpoint: undefined }],
    ['another issuer', { issuer: 'https://evil.example' }],
  ])('that names %s is taken for none', async (_title, description) => {
    const firm = await openFirm();
    provider.description = description;
    const answer = await open().post('/api/auth/sso', { email: `mia@${firm.domain}` });
    expect(answer).toMatchObject({ status: 502, body: { code: 'sso_unavailable' } });
  });

  // SSO-7
  test('that stands for all tenants of Microsoft is taken for none', async () => {
    const firm = await openFirm();
    const { outbound } = platform.services;
    const microsoft = 'https://login.microsoftonline.com';
    const { body: known } = await open().get<object>(
      `${provider.issuer}/.well-known/openid-configuration`,
    );
    const body = Buffer.from(JSON.stringify({ ...known, issuer: `${microsoft}/{tenantid}/v2.0` }));
    const headers = { 'content-type': 'application/json' };
    const answer = {
      status: 200,
      headers,
      body,
      truncated: false,
      finalUrl: microsoft,
      durationMs: 1,
    };
    await firm.put({ issuer: `${microsoft}/organizations/v2.0` });
    platform.services.outbound = { ...outbound, request: async () => answer };
    try {
      const refused = await open().post('/api/auth/sso', { email: `mia@${firm.domain}` });
      expect(refused).toMatchObject({ status: 502, body: { code: 'sso_unavailable' } });
    } finally {
      platform.services.outbound = outbound;
    }
  });

  // SSO-16
  test('may sign with a new key from one sign-in to the next', async () => {
    const { domain } = await openFirm();
    expect((await enter({ email: `max@${domain}` })).status).toBe(302);
    provider.rotateKeys();
    expect((await enter({ email: `max@${domain}` })).status).toBe(302);
  });

  // SSO-7
  test('may want the secret in the body, and may put all claims into the id token', async () => {
    const redirectUris = [`${platform.services.config.baseUrl}/api/auth/sso/callback`];
    const other = await startOidcCounterpart({
      redirectUris,
      clientAuthentication: 'client_secret_post',
      claimsInIdToken: true,
    });
    const before = provider;
    provider = other;
    try {
      const { domain } = await openFirm();
      for (const _time of [1, 2])
        expect((await enter({ email: `ned@${domain}`, name: 'Ned' })).status).toBe(302);
    } finally {
      provider = before;
      await other.close();
    }
  });
});
