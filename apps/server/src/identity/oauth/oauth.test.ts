import type { IssuedApiKey } from '@ecp/contract/identity/api-keys';
import type { Assistant, Consent } from '@ecp/contract/identity/assistants';
import type { User } from '@ecp/contract/identity/auth';
import {
  type AssistantClient,
  authorizationOf,
  makePkce,
  startAssistantClient,
} from '@ecp/testing/assistant-client';
import { type CookieClient, createClient, writeCookies } from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import {
  Client,
  IssuerMismatchError,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectAssistant } from '../../../testing/assistant.ts';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { holdLocks, pollLockWaits } from '../../../testing/lock-waits.ts';
import { type LocalServer, startLocalServer } from '../../../testing/servers/local-server.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { revokeKeysOfMember } from '../api-keys/api-keys.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
let client: AssistantClient;
beforeAll(async () => {
  platform = await shareTestPlatform({ outboundAllowedHosts: ['127.0.0.1'] });
  // The documents of the service name its own address.
  Object.assign(platform.services.config, { baseUrl: platform.baseUrl });
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createKeyedTenant(platform);
  client = await startAssistantClient();
  return () => client.close();
});

type Parameters = Record<string, string>;

const request = (changes: Parameters = {}, challenge = makePkce().challenge): Parameters => ({
  ...authorizationOf(client, challenge, `${platform.baseUrl}/mcp`),
  ...changes,
});

/** Opens the authorization endpoint in a browser. */
const openPage = (by: CookieClient, parameters: Parameters) =>
  by.get(`/oauth/authorize?${new URLSearchParams(parameters)}`, {
    headers: { accept: 'text/html' },
  });

const decide = (
  by: CookieClient,
  parameters: Parameters,
  decision = 'allow',
  headers: Parameters = {},
) => by.post<{ url: string }>('/oauth/authorize', { ...parameters, decision }, headers);

/** Sends a form as a client does, without credentials. */
async function sendForm(path: string, fields: Parameters, headers: Parameters = {}) {
  const response = await fetch(platform.baseUrl + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, string>,
    headers: response.headers,
  };
}

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Connects an assistant by consent, as far as its first tokens. */
async function connect(by = tenant.owner, changes: Parameters = {}) {
  const { verifier, challenge } = makePkce();
  const { status, body } = await decide(by, request(changes, challenge));
  expect({ status, body }).toMatchObject({ status: 200 });
  const code = new URL(body.url).searchParams.get('code') ?? '';
  const exchange = {
    grant_type: 'authorization_code',
    code,
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
    resource: `${platform.baseUrl}/mcp`,
  };
  const answer = await sendForm('/oauth/token', exchange);
  expect(answer).toMatchObject({ status: 200 });
  return { exchange, tokens: answer.body as unknown as Tokens };
}

const refresh = (refreshToken: string, clientId = client.clientId) =>
  sendForm('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
  });

/** The status of a message to the server for assistants. */
async function reach(token: string): Promise<number> {
  const { status } = await createClient(platform.baseUrl, token).post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { accept: 'application/json, text/event-stream' },
  );
  return status;
}

const list = async (by = tenant.owner) =>
  (await by.get<{ url: string; assistants: Assistant[] }>('/api/account/assistants')).body
    .assistants;

async function joinAs(role: string): Promise<User & { client: CookieClient }> {
  const email = `${role}-${Math.random().toString(36).slice(2)}@example.com`;
  const { body: user } = await tenant.owner.post<User>('/api/team', { email, role });
  const person = createClient(platform.baseUrl);
  const [token] = tokensOf((await waitForMails(platform.dataDir, email))[0]);
  await person.get(`/api/auth/magic-link/verify?token=${token}`);
  return { ...user, client: person };
}

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };

/** The state that the protocol's own client keeps while it gets its tokens. */
function createProvider() {
  const kept = {
    asked: undefined as URL | undefined,
    tokens: undefined as OAuthTokens | undefined,
    verifier: '',
    discovered: undefined as OAuthDiscoveryState | undefined,
  };
  const provider: OAuthClientProvider = {
    redirectUrl: client.redirectUri,
    clientMetadata: { client_name: 'Test assistant', redirect_uris: [client.redirectUri] },
    clientInformation: () => ({ client_id: client.clientId }),
    state: () => 'state of the client',
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      kept.asked = url;
    },
    saveCodeVerifier: (given) => {
      kept.verifier = given;
    },
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (state) => {
      kept.discovered = state;
    },
    discoveryState: () => kept.discovered,
  };
  return { kept, provider };
}

// OAU-1, OAU-2, OAU-5, OAU-7, OAU-12, OAU-15
test('the protocol’s own client finds the way from 401 to a tool, refreshes its token, and is disconnected', async () => {
  const { kept, provider } = createProvider();
  const open = () =>
    new StreamableHTTPClientTransport(new URL('/mcp', platform.baseUrl), {
      authProvider: provider,
    });
  const first = open();
  await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(
    UnauthorizedError,
  );
  const parameters = Object.fromEntries(kept.asked?.searchParams ?? []);
  expect(parameters).toMatchObject({
    resource: `${platform.baseUrl}/mcp`,
    code_challenge_method: 'S256',
  });

  const stranger = await openPage(createClient(platform.baseUrl), parameters);
  expect(stranger.status).toBe(302);
  const next = new URL(stranger.headers.get('location') ?? '', platform.baseUrl);
  expect(next.pathname).toBe('/sign-in');
  expect(next.searchParams.get('next')).toBe(
    `${kept.asked?.pathname}${kept.asked?.search}`.replaceAll('%20', '+'),
  );
  const page = await openPage(tenant.owner, parameters);
  expect(page.headers.get('location')).toBeNull();
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  const { body: consent } = await tenant.owner.get<Consent>(
    `/api/account/assistants/consent?${new URLSearchParams(parameters)}`,
  );
  expect(consent).toEqual({
    name: 'Test assistant',
    host: new URL(client.clientId).host,
    redirectHost: null,
    scope: 'read_write',
  });

  const form = await fetch(`${platform.baseUrl}/oauth/authorize`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: writeCookies(tenant.owner.cookies), origin: platform.baseUrl },
    body: new URLSearchParams({ ...parameters, decision: 'allow' }),
  });
  expect(form.status).toBe(302);
  const answered = new URL(form.headers.get('location') ?? '');
  expect(answered.origin + answered.pathname).toBe(client.redirectUri);
  expect(answered.searchParams.get('state')).toBe('state of the client');
  expect(answered.searchParams.get('iss')).toBe(platform.baseUrl);
  await first.finishAuth(answered.searchParams);
  expect(kept.tokens).toMatchObject({
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'read write',
  });

  const assistant = new Client({ name: 'test', version: '1' });
  await assistant.connect(open());
  const made = await assistant.callTool({
    name: 'create_engagement',
    arguments: {
      name: 'Pricing',
      client: 'Roaster',
      brief: 'How should the roaster price its beans?',
    },
  });
  expect(made.isError ?? false).toBe(false);
  const [connected, ...others] = await list();
  expect(others).toEqual([]);
  expect(connected).toMatchObject({
    name: 'Test assistant',
    clientId: client.clientId,
    scope: 'read_write',
  });
  expect(connected).toMatchObject({
    person: { id: tenant.userId },
    lastUsedAt: expect.any(String),
  });

  const before = kept.tokens?.access_token;
  await platform.asSuperuser('update platform.api_keys set expires_at = now() where id = $1', [
    connected?.id,
  ]);
  expect(
    (await assistant.callTool({ name: 'list_engagements', arguments: {} })).isError ?? false,
  ).toBe(false);
  expect(kept.tokens?.access_token).not.toBe(before);

  expect((await tenant.owner.delete(`/api/account/assistants/${connected?.id}`)).status).toBe(200);
  expect(await reach(kept.tokens?.access_token ?? '')).toBe(401);
  expect(await refresh(kept.tokens?.refresh_token ?? '')).toMatchObject(invalidGrant);
  expect(await list()).toEqual([]);
  const { body } = await tenant.owner.get<{
    entries: { action: string; userId: string; metadata: object }[];
  }>('/api/audit-log');
  // What the assistant did is its person's, the tool's call and the change alike.
  for (const action of ['assistant.call_tool', 'engagement.create']) {
    const entry = body.entries.find((one) => one.action === action);
    expect(entry).toMatchObject({ userId: tenant.userId, metadata: { apiKeyId: connected?.id } });
  }
  const noted = body.entries.filter(({ action }) => action.startsWith('assistant.'));
  const used = ['assistant.call_tool', 'assistant.call_tool'];
  expect(noted.map(({ action }) => action)).toEqual([
    'assistant.disconnect',
    ...used,
    'assistant.connect',
  ]);
  await assistant.close();
});

// OAU-7, OAU-11
test('a server that sends the client here in order to get the code gets none', async () => {
  const stolen: string[] = [];
  const other: LocalServer = await startLocalServer((asked, response) => {
    const base = `http://127.0.0.1:${other.port}`;
    const documents: Record<string, object> = {
      '/.well-known/oauth-protected-resource/mcp': {
        resource: `${base}/mcp`,
        authorization_servers: [base],
      },
      '/.well-known/oauth-authorization-server': {
        issuer: base,
        authorization_endpoint: `${platform.baseUrl}/oauth/authorize`,
        token_endpoint: `${base}/token`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      },
    };
    const found = documents[asked.url ?? ''];
    if (asked.url === '/token') stolen.push(asked.url);
    response
      .writeHead(found ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(found ?? {}));
  });
  const { kept, provider } = createProvider();
  const transport = new StreamableHTTPClientTransport(
    new URL(`http://127.0.0.1:${other.port}/mcp`),
    {
      authProvider: provider,
    },
  );
  await expect(new Client({ name: 'test', version: '1' }).connect(transport)).rejects.toThrow(
    UnauthorizedError,
  );
  expect(kept.asked?.href).toMatch(`${platform.baseUrl}/oauth/authorize?`);
  const { resource, ...parameters } = Object.fromEntries(kept.asked?.searchParams ?? []);
  expect(resource).toBe(`http://127.0.0.1:${other.port}/mcp`);
  const answerOf = async (given: Parameters) =>
    new URL((await decide(tenant.owner, given)).body.url).searchParams;
  expect(
    (await answerOf({ ...parameters, resource: `http://127.0.0.1:${other.port}/mcp` })).get(
      'error',
    ),
  ).toBe('invalid_target');
  // An older client names no resource: it knows by `iss` that the answer is not from whom it asked.
  const answer = await answerOf(parameters);
  expect(answer.get('code')).not.toBeNull();
  await expect(transport.finishAuth(answer)).rejects.toThrow(IssuerMismatchError);
  expect(stolen).toEqual([]);
  expect(kept.tokens).toBeUndefined();
  await other.close();
});

// OAU-8
test('a token opens the server for assistants alone, and is in no list of keys', async () => {
  const { tokens } = await connect();
  expect(await reach(tokens.access_token)).toBe(200);
  expect(await reach(tokens.refresh_token)).toBe(401);
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    const program = createClient(platform.baseUrl, token);
    expect(await program.get('/api/engagements')).toMatchObject({
      status: 401,
      body: { code: 'invalid_api_key' },
    });
    expect((await program.get('/api/account/export')).status).toBe(401);
  }
  expect((await tenant.owner.get('/api/api-keys')).body).toEqual({ keys: [] });
  const [assistant] = await list();
  expect((await tenant.owner.delete(`/api/api-keys/${assistant?.id}`)).status).toBe(404);
  expect((await tenant.owner.patch(`/api/api-keys/${assistant?.id}`)).status).toBe(404);
});

// OAU-9, OAU-10
test('a refresh token and a code count once; what comes again ends the assistant', async () => {
  const one = await connect();
  const next = await refresh(one.tokens.refresh_token);
  expect(next).toMatchObject({ status: 200, body: { scope: 'read write' } });
  expect(next.headers.get('cache-control')).toBe('no-store');
  expect(await reach(one.tokens.access_token)).toBe(401);
  expect(await reach(next.body['access_token'] ?? '')).toBe(200);
  expect(await refresh(one.tokens.refresh_token)).toMatchObject(invalidGrant);
  expect(await reach(next.body['access_token'] ?? '')).toBe(401);
  expect(await refresh(next.body['refresh_token'] ?? '')).toMatchObject(invalidGrant);

  const other = await connect();
  expect(await sendForm('/oauth/token', other.exchange)).toMatchObject(invalidGrant);
  expect(await reach(other.tokens.access_token)).toBe(401);

  const parallel = await connect();
  const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(parallel.tokens.refresh_token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);

  const left = await connect();
  const revocation = { token: left.tokens.refresh_token, client_id: client.clientId };
  expect(
    (await sendForm('/oauth/revoke', { ...revocation, client_id: 'https://other.example/x' }))
      .status,
  ).toBe(200);
  expect(await reach(left.tokens.access_token)).toBe(200);
  expect((await sendForm('/oauth/revoke', revocation)).status).toBe(200);
  expect(await reach(left.tokens.access_token)).toBe(401);
  expect((await sendForm('/oauth/revoke', { ...revocation, token: 'unknown' })).status).toBe(200);
});

// OAU-4
test('an answer goes to no address that the document does not list', async () => {
  client.answer({
    ...client.document,
    redirect_uris: ['http://127.0.0.1/callback', 'https://app.example/done?x=1'],
  });
  const wrong = [
    'https://evil.example/callback',
    'http://127.0.0.1:49152/callback/more',
    'http://127.0.0.1.evil.example/callback',
    'http://localhost:49152/callback',
    'http://user@127.0.0.1:49152/callback',
    'http://127.0.0.1:49152/callback#x',
    'https://app.example/done',
    'https://app.example:8443/done?x=1',
    'javascript:alert(1)',
    '',
  ];
  for (const redirect of wrong) {
    const parameters = request({ redirect_uri: redirect });
    const page = await openPage(tenant.owner, parameters);
    expect({ redirect, status: page.status, location: page.headers.get('location') }).toEqual({
      redirect,
      status: 400,
      location: null,
    });
    const refused = {
      status: 400,
      body: { code: 'assistant_refused', values: { reason: 'redirect' } },
    };
    expect(await decide(tenant.owner, parameters)).toMatchObject(refused);
  }
  const { body } = await decide(
    tenant.owner,
    request({ redirect_uri: 'https://app.example/done?x=1' }),
    'deny',
  );
  const answer = new URL(body.url);
  expect(answer.origin + answer.pathname).toBe('https://app.example/done');
  expect(Object.fromEntries(answer.searchParams)).toEqual({
    x: '1',
    error: 'access_denied',
    state: 'state of the client',
    iss: platform.baseUrl,
  });
});

// OAU-5, OAU-11
test.each([
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ code_challenge_method: '' }, 'invalid_request'],
  [{ code_challenge: 'short' }, 'invalid_request'],
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
  [{ scope: 'everything' }, 'invalid_scope'],
])('a request with %j is refused at the client’s own address', async (changes, error) => {
  const page = await openPage(tenant.owner, request(changes));
  expect(page.status).toBe(302);
  const { searchParams } = new URL(page.headers.get('location') ?? '');
  expect(Object.fromEntries(searchParams)).toEqual({
    error,
    state: 'state of the client',
    iss: platform.baseUrl,
  });
  const { body } = await decide(tenant.owner, request(changes));
  expect(new URL(body.url).searchParams.get('code')).toBeNull();
});

// OAU-5, OAU-9, OAU-11
test('tokens are given to who began the request alone, for this resource', async () => {
  const { verifier, challenge } = makePkce();
  const { body } = await decide(tenant.owner, request({}, challenge));
  const exchange = {
    grant_type: 'authorization_code',
    code: new URL(body.url).searchParams.get('code') ?? '',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
  };
  const give = (changes: Parameters) => sendForm('/oauth/token', { ...exchange, ...changes });
  expect(await give({ code_verifier: makePkce().verifier })).toMatchObject(invalidGrant);
  expect(await give({ code_verifier: challenge })).toMatchObject(invalidGrant);
  expect(await give({ client_id: 'https://other.example/client.json' })).toMatchObject(
    invalidGrant,
  );
  expect(await give({ redirect_uri: 'http://127.0.0.1:49153/callback' })).toMatchObject(
    invalidGrant,
  );
  expect(await give({ code: 'unknown' })).toMatchObject(invalidGrant);
  const target = { status: 400, body: { error: 'invalid_target' } };
  expect(await give({ resource: 'https://other.example/mcp' })).toMatchObject(target);
  expect(await give({ grant_type: 'password' })).toMatchObject({
    body: { error: 'unsupported_grant_type' },
  });
  const { code_verifier: _without, ...unproven } = exchange;
  expect(await sendForm('/oauth/token', unproven)).toMatchObject({
    status: 400,
    body: { error: 'invalid_request' },
  });
  await platform.asSuperuser(
    'update platform.assistant_codes set expires_at = now() where tenant_id = $1',
    [tenant.tenantId],
  );
  expect(await give({})).toMatchObject(invalidGrant);
});

// OAU-6
test('a decision needs a session and our own page', async () => {
  const parameters = request();
  const { owner } = tenant;
  const foreign = { status: 403, body: { code: 'foreign_origin' } };
  expect(
    await decide(owner, parameters, 'allow', { origin: 'https://evil.example' }),
  ).toMatchObject(foreign);
  expect(await decide(owner, parameters, 'allow', { origin: 'null' })).toMatchObject(foreign);
  const unsigned = { status: 401, body: { code: 'authentication_required' } };
  expect(await decide(createClient(platform.baseUrl), parameters)).toMatchObject(unsigned);
  const { body: key } = await owner.post<IssuedApiKey>('/api/api-keys', { name: 'Key' });
  const program = createClient(platform.baseUrl, key.key);
  expect(await decide(program, parameters)).toMatchObject({
    status: 403,
    body: { code: 'session_required' },
  });
  expect(await decide(owner, parameters, 'perhaps')).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  });
});

// OAU-3
test('a client is known by its document alone', async () => {
  const describe = (clientId = client.clientId) =>
    tenant.owner.get<{ values?: { reason: string } }>(
      `/api/account/assistants/consent?${new URLSearchParams(request({ client_id: clientId }))}`,
    );
  const reasonOf = async (clientId?: string) => (await describe(clientId)).body.values?.reason;
  for (const id of [
    '',
    'client',
    'https://example.com',
    'https://example.com/',
    'http://example.com/client.json',
    'https://u:p@example.com/x',
    'https://example.com/a/../b',
    'https://example.com/x#y',
    'ftp://example.com/x',
  ]) {
    expect({ id, reason: await reasonOf(id) }).toEqual({ id, reason: 'client_id' });
  }
  const { document } = client;
  const answers: [object | string, number, string][] = [
    [document, 404, 'unreachable'],
    [document, 302, 'unreachable'],
    [{ ...document, padding: 'x'.repeat(40_000) }, 200, 'unreachable'],
    ['<html>', 200, 'document'],
    [[], 200, 'document'],
    [{ ...document, client_id: 'https://example.com/other' }, 200, 'document'],
    [{ ...document, redirect_uris: [] }, 200, 'document'],
    [
      { ...document, redirect_uris: ['javascript:alert(1)', 'http://example.com/x'] },
      200,
      'document',
    ],
    [{ ...document, client_secret: 'x' }, 200, 'document'],
    [{ ...document, token_endpoint_auth_method: 'client_secret_basic' }, 200, 'document'],
  ];
  for (const [answer, status, reason] of answers) {
    client.answer(answer, status);
    expect({ answer, status, reason: await reasonOf() }).toEqual({ answer, status, reason });
  }
  client.answer({ ...document, client_name: ' Good\n\u202ename ' });
  expect((await describe()).body).toMatchObject({ name: 'Good name' });
  const fetched = client.fetched();
  await describe();
  expect(client.fetched()).toBe(fetched);
});

// OAU-7, OAU-13
test('an assistant may do what its person may, at most what was consented to, as long as the person is there', async () => {
  const member = await joinAs('member');
  const reading = await connect(member.client, { scope: 'read' });
  const writing = await connect(member.client);
  const readOnly = await connectAssistant(platform.baseUrl, reading.tokens.access_token);
  const free = await connectAssistant(platform.baseUrl, writing.tokens.access_token);
  const brief = {
    name: 'Pricing',
    client: 'Roaster',
    brief: 'How should the roaster price its beans?',
  };
  expect((await readOnly.use('list_engagements')).refusal).toBeNull();
  expect((await readOnly.use('create_engagement', brief)).refusal).toContain('Read-only');
  expect((await free.use('create_engagement', brief)).refusal).toBeNull();
  await tenant.owner.patch(`/api/team/${member.id}`, { role: 'viewer' });
  expect((await free.use('create_engagement', brief)).refusal).not.toBeNull();

  const other = await joinAs('member');
  expect(await list(other.client)).toEqual([]);
  expect(await list(member.client)).toHaveLength(2);
  const all = await list();
  expect(all.map(({ person }) => person.id)).toEqual([member.id, member.id]);
  const missing = { status: 404, body: { code: 'not_found' } };
  expect(await other.client.delete(`/api/account/assistants/${all[0]?.id}`)).toMatchObject(missing);

  const { verifier, challenge } = makePkce();
  const pending = await decide(member.client, request({}, challenge));
  await platform.database.withTenant(tenant.tenantId, (tx) =>
    revokeKeysOfMember(tx, { tenantId: tenant.tenantId, userId: member.id }),
  );
  const late = {
    grant_type: 'authorization_code',
    code: new URL(pending.body.url).searchParams.get('code') ?? '',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
  };
  expect(await sendForm('/oauth/token', late)).toMatchObject(invalidGrant);
  expect(await list()).toEqual([]);

  const switchOff = 'update platform.users set deactivated_at = now() where id = $1';
  const { begun } = await holdLocks(platform, [switchOff, member.id], async () => {
    const consent = decide(member.client, request());
    await pollLockWaits(platform, 1);
    return { begun: consent };
  });
  expect((await begun).status).toBe(401);
  await platform.asSuperuser('update platform.users set deactivated_at = null where id = $1', [
    member.id,
  ]);

  const kept = await connect(member.client);
  await tenant.owner.delete(`/api/team/${member.id}?keys=take_over`);
  expect(await reach(kept.tokens.access_token)).toBe(401);
  expect(await reach(writing.tokens.access_token)).toBe(401);
  expect(await refresh(reading.tokens.refresh_token)).toMatchObject(invalidGrant);
  expect(await list()).toEqual([]);
  await Promise.all([readOnly.close(), free.close()]);
});
