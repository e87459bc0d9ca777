import type { RunStarted } from '@ecp/contract/work/runs';
import {
  type CookieClient,
  createClient,
  signUpTenant,
  writeCookies,
} from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { pollUntil } from '@ecp/testing/poll-until';
import { connectDirectory, proveDomain } from './directory.ts';
import {
  addPasskey,
  createPasskeyDevice,
  enrolTotp,
  type ManualClock,
  openTotpApp,
  requestChallenge,
} from './factor-person.ts';
import type { Ids } from './hostile/example-requests.ts';
import { indexAllTexts } from './index-all-texts.ts';
import type { Credentials, PopulatedTenant } from './populated-tenant.ts';
import type { WebAuthnOptions } from './software-authenticator.ts';
import type { TestPlatform } from './start-test-platform.ts';
import { createTableTenant } from './table-tenant.ts';
import { createTestTenant } from './test-tenant.ts';

/** The ids, credentials and body that replace the usual ones in the request of an example. */
interface Scene {
  ids?: Partial<Ids>;
  credentials?: Credentials;
  body?: object;
}

/** The platform, and the tenant for scenes that need no tenant of their own. */
export interface Stage {
  platform: TestPlatform;
  tenant: PopulatedTenant;
}

const cookiesOf = ({ cookies }: Pick<CookieClient, 'cookies'>): Credentials => ({
  cookie: writeCookies(cookies),
});

/** The time of the machine, which no scene moves. */
const clock: ManualClock = { now: () => new Date(), advance: () => undefined };

const password = 'correct horse battery';
let people = 0;

/** Signs up a person whose names and address an example may show. */
async function signUpPerson({ platform }: Stage) {
  people += 1;
  const email = `example-${90_000 + people}@example.com`;
  const client = createClient(platform.baseUrl);
  const { tenantId } = await signUpTenant(client, {
    company: 'Acme',
    name: 'Mia',
    email,
    password,
  });
  return { client, email, tenantId };
}

/**
 * Signs up a person with an authenticator app. Each code of the app holds once, so the next is that
 * of a later step.
 */
async function signUpWithTotp(stage: Stage) {
  const { client, email } = await signUpPerson(stage);
  const { body } = await client.post<{ secret: string }>('/api/me/totp');
  const app = openTotpApp(body.secret, clock);
  await client.post('/api/me/totp/confirm', { code: app.code() });
  return { client, email, nextCode: () => app.code(1) };
}

/** Signs up a person with a passkey. */
async function signUpWithPasskey(stage: Stage) {
  const { client } = await signUpPerson(stage);
  const device = createPasskeyDevice(stage.platform);
  const { passkey } = await addPasskey(client, device);
  return { client, device, passkeyId: passkey.id };
}

/**
 * Signs up a firm whose engagement's run is at work, paused, or has completed tasks of which one
 * builds on another.
 */
async function runEngagement({ platform }: Stage, state: 'running' | 'paused' | 'completed') {
  const tenant = await createTestTenant(platform);
  const tasks = [
    { id: 'market', name: 'Market' },
    { id: 'entry', name: 'Entry', dependsOn: ['market'] },
  ];
  const { id } = await tenant.createEngagement({ tasks });
  if (state !== 'completed') platform.engine.onStart(undefined);
  const { body } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
  await platform.engine.waitForRun(body.runId);
  platform.engine.onStart((run) => run.complete());
  if (state === 'paused') await tenant.post(`/api/engagements/${id}/pause`);
  if (state === 'completed') await tenant.waitForEnd(id);
  return { tenant, credentials: { cookie: tenant.cookie }, ids: { engagement: id } };
}

/** Signs up a firm whose run waits for a person to approve its answer. */
async function awaitApproval(stage: Stage) {
  const scene = await runEngagement(stage, 'running');
  const { tenantId } = scene.tenant;
  const { asSuperuser } = stage.platform;
  const answer = {
    question: 'Which site does the firm keep?',
    answer: 'It keeps Halle.',
    claims: [],
    model: null,
    motions: [],
    notDone: [],
    contradictions: [],
    unknown: [],
    division: [],
    objections: [],
  };
  await asSuperuser(
    `insert into platform.answers (tenant_id, engagement_id, version, status, content, run_id, step)
      select tenant_id, engagement_id, 1, 'challenged', $3, id, 'settle' from platform.runs
      where tenant_id = $1 and engagement_id = $2`,
    [tenantId, scene.ids.engagement, JSON.stringify(answer)],
  );
  await asSuperuser(
    `insert into platform.answer_approvals (tenant_id, engagement_id, run_id, round)
      select tenant_id, engagement_id, id, 1 from platform.runs
      where tenant_id = $1 and engagement_id = $2`,
    [tenantId, scene.ids.engagement],
  );
  return scene;
}

/** The table of sales of each platform, which all scenes only read. */
const salesOf = new WeakMap<TestPlatform, ReturnType<typeof tabulateSales>>();

/** Returns a firm with a table of sales and a query of it. */
function shareSales({ platform }: Stage): ReturnType<typeof tabulateSales> {
  const sales = salesOf.get(platform) ?? tabulateSales(platform);
  salesOf.set(platform, sales);
  return sales;
}

async function tabulateSales(platform: TestPlatform) {
  const tenant = await createTableTenant(platform);
  const [table] = await tenant.listTables();
  const query = await tenant.query('select region, amount from sales', 'Sales');
  const ids = { engagement: tenant.engagementId, table: table?.id ?? '', query: query.id };
  return { credentials: { cookie: tenant.cookie }, ids };
}

const chart = { type: 'bar', x: 'region', y: ['amount'], title: 'Sales' };

/**
 * Sets the scene for operations that the records of a populated tenant do not suffice for, by their
 * names.
 */
export const exampleScenes: Record<string, (stage: Stage) => Promise<Scene>> = {
  async search({ platform }) {
    await indexAllTexts(platform);
    return {};
  },
  async confirmAddress(stage) {
    const { client, tenantId } = await signUpPerson(stage);
    const { body } = await client.post<{ token: string }>('/api/account/scim-tokens', {});
    const directory = connectDirectory(stage.platform.baseUrl, body.token);
    await proveDomain(stage.platform, tenantId, `${tenantId}.example`);
    const former = `mia@${tenantId}.example`;
    const added = await directory.post('/Users', { userName: former });
    const operation = {
      op: 'replace',
      path: 'userName',
      value: `mia@elsewhere-${tenantId}.example`,
    };
    await directory.patch(`/Users/${added.body.id}`, [operation]);
    const mails = await pollUntil(
      () => waitForMails(stage.platform.dataDir, former),
      (known) => known.some((mail) => mail.includes('/confirm-address')),
    );
    const [token = ''] = tokensOf(mails.find((mail) => mail.includes('/confirm-address')));
    return { body: { token } };
  },
  async resetPassword(stage) {
    const { client, email } = await signUpPerson(stage);
    await client.post('/api/auth/request-password-reset', { email });
    const [token = ''] = tokensOf((await waitForMails(stage.platform.dataDir, email))[0]);
    return { body: { token, newPassword: 'another long-password' } };
  },
  async signIn(stage) {
    const { email } = await signUpPerson(stage);
    return { body: { email, password } };
  },
  async signInByLink(stage) {
    const { client, email } = await signUpPerson(stage);
    await client.post('/api/auth/sign-in/magic-link', { email });
    const [token = ''] = tokensOf((await waitForMails(stage.platform.dataDir, email))[0]);
    return { body: { token } };
  },
  async changePassword(stage) {
    const { client } = await signUpPerson(stage);
    return {
      credentials: cookiesOf(client),
      body: { current: password, next: 'another long-password' },
    };
  },
  async confirmTotp(stage) {
    const { client } = await signUpPerson(stage);
    const { body } = await client.post<{ secret: string }>('/api/me/totp');
    const app = openTotpApp(body.secret, clock);
    return { credentials: cookiesOf(client), body: { code: app.code() } };
  },
  async removeTotp(stage) {
    const { client, nextCode } = await signUpWithTotp(stage);
    return { credentials: cookiesOf(client), body: { password, code: nextCode() } };
  },
  async renewRecoveryCodes(stage) {
    const { client, nextCode } = await signUpWithTotp(stage);
    return { credentials: cookiesOf(client), body: { password, code: nextCode() } };
  },
  async stepUp(stage) {
    const { client, nextCode } = await signUpWithTotp(stage);
    return { credentials: cookiesOf(client), body: { password, code: nextCode() } };
  },
  async addPasskey(stage) {
    const { client } = await signUpPerson(stage);
    const { body: options } = await client.post<WebAuthnOptions>('/api/me/passkeys/options');
    const response = createPasskeyDevice(stage.platform).register(options);
    return { credentials: cookiesOf(client), body: { name: 'Laptop', response } };
  },
  async removePasskey(stage) {
    const { client, device, passkeyId } = await signUpWithPasskey(stage);
    const passkey = device.sign(await requestChallenge(client));
    return {
      credentials: cookiesOf(client),
      ids: { passkey: passkeyId },
      body: { password, passkey },
    };
  },
  async signInByPasskey(stage) {
    const { device } = await signUpWithPasskey(stage);
    const client = createClient(stage.platform.baseUrl);
    const passkey = device.sign(await requestChallenge(client));
    return { credentials: cookiesOf(client), body: { passkey } };
  },
  async removeMemberFactors({ platform, tenant }) {
    const { cookie = '' } = await tenant.openSession('viewer');
    const client = createClient(platform.baseUrl);
    client.cookies.set(...(cookie.split('=') as [string, string]));
    await enrolTotp(client, clock);
    const { body } = await client.get<{ user: { id: string } }>('/api/me');
    return { ids: { member: body.user.id } };
  },
  async getSso({ tenant }) {
    await tenant.setSso();
    return {};
  },
  async verifySsoDomain({ tenant }) {
    await tenant.setSso();
    const { body } = await tenant.owner.get<{ domains: { domain: string }[] }>('/api/account/sso');
    return { body: { domain: body.domains[0]?.domain ?? '' } };
  },
  async reproduceNotebookEntry(stage) {
    return shareSales(stage);
  },
  sendMessage: (stage) => runEngagement(stage, 'running'),
  approveAnswer: (stage) => awaitApproval(stage),
  returnAnswer: (stage) => awaitApproval(stage),
  pauseRun: (stage) => runEngagement(stage, 'running'),
  resumeRun: (stage) => runEngagement(stage, 'paused'),
  stopRun: (stage) => runEngagement(stage, 'running'),
  async rerunStale(stage) {
    const { tenant, ...scene } = await runEngagement(stage, 'completed');
    const path = `/api/engagements/${scene.ids.engagement}`;
    await tenant.post(`${path}/deliverables/market.md/rerun`);
    await tenant.waitForEnd(scene.ids.engagement);
    return scene;
  },
  async lockSection({ tenant }) {
    return { body: { section: 0, heading: tenant.marker, locked: true } };
  },
  async deleteSchedule({ tenant }) {
    const engagement = await tenant.addEngagement();
    await tenant.addUpdate(engagement);
    return { ids: { engagement } };
  },
  readTable: shareSales,
  summarizeTable: shareSales,
  drawTableChart: shareSales,
  async previewChart(stage) {
    return { ...(await shareSales(stage)), body: chart };
  },
  async deleteAccount(stage) {
    const { client } = await signUpPerson(stage);
    return { credentials: cookiesOf(client), body: { confirmText: 'DELETE MY ACCOUNT' } };
  },
};

/** Operations whose example shows no answer, with the reason. */
export const unansweredOperations: Record<string, string> = {
  attachFromUrl:
    'It fetches a page of the Web, and the service of the tests reaches no other host.',
  getConsent: 'It needs the metadata document of an assistant, which is on a host of its maker.',
  getPortalSource:
    'The source of the example is an attachment that is gone, and a client does not learn of it.',
  getUnsubscription: 'Its token stands in a mail of the day, which is sent once a day.',
  stripeWebhook: 'Only the provider of payments can sign its body.',
  unsubscribe: 'As for getUnsubscription.',
};
