import { type NameServer, startNameServer } from '@ecp/testing/name-server';
import { type OidcCounterpart, startOidcCounterpart } from '@ecp/testing/oidc/oidc-counterpart';
import { startSamlProvider } from '@ecp/testing/saml-provider';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { type ScriptedProduct, startScriptedProduct } from './testing/product/scripted-product.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { newAccount } from './testing/sign-up.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const homeIsShown = (page: Page) => page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
}

async function continueAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** The upper and lower edge of an element on the screen. */
async function boxOf(element: Locator): Promise<{ top: number; bottom: number }> {
  const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return { top: y, bottom: y + height };
}

describe.runIf(hasBrowser())('single sign-on', () => {
  const openPerson = usePeople();
  let names: NameServer;
  let provider: OidcCounterpart;
  let product: ScriptedProduct;
  let firms = 0;

  beforeAll(async () => {
    names = await startNameServer();
    product = await startScriptedProduct({ DNS_SERVERS: names.address, OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' });
    provider = await startOidcCounterpart({ redirectUris: [`${publicUrl()}/api/auth/sso/callback`] });
  });
  afterAll(async () => {
    await product.close();
    await provider.close();
    await names.close();
  });

  const publicUrl = () => product.baseUrl.replace('127.0.0.1', 'localhost');
  const atProvider = /^request to another origin: http:\/\/127\.0\.0\.1:\d+\/(auth|enter)/;
  const open = (...expected: RegExp[]) => openPerson({ baseUrl: publicUrl(), expected: [atProvider, ...expected] });

  /** A workspace whose owner has an address of the firm's domain, with a proved connection. */
  async function openFirm(...expected: RegExp[]) {
    const domain = `firm-${++firms}.example`;
    const { page } = await open(...expected);
    const account = { ...newAccount(), email: `olga@${domain}` };
    await signUpByApi(page, account);
    const { issuer, clientId, clientSecret } = provider;
    const put = await page.request.put('/api/account/sso', {
      data: { kind: 'oidc', issuer, clientId, clientSecret, domains: [domain] },
    });
    const { domains } = (await put.json()) as { domains: { token: string }[] };
    names.records.set(domain, [`ecp-verification=${domains[0]?.token}`]);
    await succeed(page.request, '/api/account/sso/verify', { domain });
    return { page, account, domain };
  }

  // SSO-1, SSO-3, SSO-8, SSO-11, SSO-17
  it('an owner connects a provider, proves a domain, gives a group a role, and a person comes in for the first time', async () => {
    const domain = `firm-${++firms}.example`;
    const { page: owner } = await open(/^(404 GET|400 PUT) \/api\/account\/sso$/);
    await signUpByApi(owner, { ...newAccount(), email: `olga@${domain}` });
    await owner.goto('/settings/single-sign-on');
    await owner.getByText('No provider is connected').waitFor();
    await owner.getByText(`${publicUrl()}/api/auth/sso/callback`).waitFor();
    await owner.getByRole('button', { name: 'Connect a provider' }).click();
    await owner.getByLabel('Issuer').fill(provider.issuer.replace('127.0.0.1', '10.0.0.1'));
    await owner.getByLabel('Client ID').fill('another');
    await owner.getByLabel('Client secret').fill('another secret');
    await owner.getByRole('button', { name: 'Connect', exact: true }).click();
    await owner.getByText('Enter a whole address that begins with https://.').waitFor();
    await owner.getByLabel('Issuer').fill(provider.issuer);
    await owner.getByLabel('Client ID').fill(provider.clientId);
    await owner.getByLabel('Client secret').fill(provider.clientSecret);
    await owner.getByRole('button', { name: 'Connect', exact: true }).click();
    await owner.getByText('Nobody signs in this way yet').waitFor();
    await owner.getByLabel('Domain', { exact: true }).fill('not a domain');
    await owner.getByRole('button', { name: 'Add domain' }).click();
    await owner.getByText('Enter a domain, such as').waitFor();
    await owner.getByLabel('Domain', { exact: true }).fill(domain.toUpperCase());
    await owner.getByRole('button', { name: 'Add domain' }).click();
    const record = (await owner.getByText(/^ecp-verification=/).textContent()) ?? '';
    const check = owner.getByRole('button', { name: `Check now: ${domain}` });
    await check.click();
    await owner.getByText('The record was not found').waitFor();
    names.records.set(domain, ['v=spf1 -all', record]);
    await check.click();
    await owner.getByText(`People with an address of ${domain} sign in`).waitFor();
    await owner.getByRole('button', { name: 'Add group' }).click();
    await owner.getByLabel('Group 1', { exact: true }).fill('Partners');
    await owner.getByRole('combobox', { name: 'Role of group 1' }).click();
    await owner.getByRole('option', { name: 'Admin' }).click();
    await owner.getByRole('button', { name: 'Save roles' }).click();
    await owner.getByText('Roles saved').waitFor();
    expect(await findViolations(owner)).toEqual([]);

    provider.claims = { email: `ann@${domain}`, email_verified: true, name: 'Ann Arbor', groups: ['Partners'] };
    const { page: ann } = await open();
    await ann.goto('/settings/security');
    expect(await ann.getByLabel('Password').count()).toBe(0);
    expect(await findViolations(ann)).toEqual([]);
    await continueAs(ann, `ann@${domain}`);
    await ann.waitForURL('**/settings/security');
    await ann.getByText('Single sign-on', { exact: true }).first().waitFor();
    await ann.goto('/settings/team');
    await ann.getByText('Ann Arbor').first().waitFor();
    await ann.getByRole('button', { name: 'Invite' }).waitFor();

    const { page: stranger } = await open();
    await stranger.goto('/sign-in');
    await continueAs(stranger, 'somebody@elsewhere.example');
    await stranger.getByLabel('Password').waitFor();
    expect(await stranger.getByLabel('Work email').inputValue()).toBe('somebody@elsewhere.example');
  });

  // SSO-14, SSO-15
  it('where it is required a password leads to the provider, and an owner is warned without a second factor', async () => {
    const { page, account, domain } = await openFirm(/^403 POST \/api\/auth\/sign-in\/email$/);
    await page.goto('/settings/single-sign-on');
    await page.getByRole('checkbox', { name: 'Require single sign-on' }).click();
    const question = page.getByRole('dialog', { name: 'Require single sign-on?' });
    await question.getByText('You have no second factor').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Require it' }).click();
    await page.getByText('Single sign-on is now required').waitFor();
    await signOut(page);
    await page.getByRole('button', { name: 'Use a password or a link' }).click();
    await page.getByLabel('Work email').fill(account.email);
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('This workspace requires single sign-on').waitFor();
    provider.claims = { email: `olga@${domain}`, email_verified: true };
    await page.getByRole('button', { name: 'Sign in through your organization' }).click();
    await homeIsShown(page);
  });

  // SSO-9, SSO-16
  it('a provider that fails, refuses or vouches for nobody is told in a sentence, and the next try works', async () => {
    const { domain } = await openFirm();
    const { page } = await open(/^502 POST \/api\/auth\/sso$/);
    await page.goto('/sign-in');
    provider.behave('fails');
    await continueAs(page, `ben@${domain}`);
    await page.getByText('does not respond').waitFor();
    provider.behave('well');
    provider.claims = { email: `ben@${domain}`, email_verified: false };
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText('Your provider names no address that this workspace accepts').waitFor();
    expect(await findViolations(page)).toEqual([]);
    provider.claims = { email: `ben@${domain}`, email_verified: true };
    await continueAs(page, `ben@${domain}`);
    await homeIsShown(page);
    await page.goto('/api/auth/sso/callback?error=access_denied&state=unknown');
    await homeIsShown(page);
  });

  // SML-2, SML-4, SML-9
  it('an owner is told once what is wrong with metadata, and then a person comes in by SAML', async () => {
    const domain = `firm-${++firms}.example`;
    const saml = await startSamlProvider();
    const { page: owner } = await open(/^(404 GET|400 PUT) \/api\/account\/sso$/);
    await signUpByApi(owner, { ...newAccount(), email: `olga@${domain}` });
    await owner.setViewportSize({ width: 360, height: 740 });
    await owner.goto('/settings/single-sign-on');
    await owner.getByRole('button', { name: 'Connect a provider' }).click();
    await owner.getByRole('radio', { name: 'SAML 2.0' }).click();
    await owner.getByRole('radio', { name: 'Pasted text' }).click();
    await owner.getByLabel('Metadata as XML').fill('<EntityDescriptor>');
    await owner.getByRole('button', { name: 'Connect', exact: true }).click();
    const problem = owner.getByText(/^The text is no plain XML/);
    const actions = owner.getByRole('button', { name: 'Connect', exact: true });
    await expect.poll(async () => (await boxOf(problem)).bottom <= (await boxOf(actions)).top).toBe(true);
    expect(await owner.getByText('The text is no plain XML').count()).toBe(1);
    // The provider is another site than the product, which is at localhost.
    await owner.getByLabel('Metadata as XML').fill(saml.metadata());
    await actions.click();
    await owner.getByText('Reply address (ACS)').waitFor();
    await owner.getByLabel('Domain', { exact: true }).fill(domain);
    await owner.getByRole('button', { name: 'Add domain' }).click();
    names.records.set(domain, [(await owner.getByText(/^ecp-verification=/).textContent()) ?? '']);
    await owner.getByRole('button', { name: `Check now: ${domain}` }).click();
    await owner.getByText(`People with an address of ${domain} sign in`).waitFor();

    saml.person = { nameId: `sam@${domain}`, attributes: { displayName: ['Sam Sommer'] } };
    const { page: sam } = await open(/^request to another origin: http:\/\/127\.0\.0\.1:\d+\/sign-in\?SAMLRequest=/);
    await sam.goto('/sign-in');
    await continueAs(sam, `sam@${domain}`);
    await homeIsShown(sam);
    await sam.getByText('Sam Sommer').first().waitFor();
    await saml.close();
  });

  // DIR-1, DIR-10
  it('who is switched off by the directory during a run is signed out at once and cannot come back', async () => {
    const { page: owner, domain } = await openFirm();
    await owner.goto('/settings/directory');
    await owner.getByText('No directory is connected').waitFor();
    await owner.getByText(`${publicUrl()}/api/scim/v2`).waitFor();
    await owner.getByRole('button', { name: 'Create token' }).click();
    await owner.getByLabel('Name').fill('Entra ID');
    await owner.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    const token = await owner.getByRole('status', { name: 'Token' }).textContent();
    expect(await findViolations(owner)).toEqual([]);
    await owner.getByRole('button', { name: 'I have copied it' }).click();
    await owner.getByRole('heading', { name: 'Entra ID', exact: true }).waitFor();

    provider.claims = { email: `cas@${domain}`, email_verified: true, name: 'Cas' };
    const { page: cas } = await open(/^401 /);
    await cas.goto('/sign-in');
    await continueAs(cas, `cas@${domain}`);
    await homeIsShown(cas);
    const { id } = await succeed<{ id: string }>(cas.request, '/api/engagements', {
      name: 'Heating',
      client: 'C',
      brief: 'B',
    });
    await succeed(cas.request, `/api/engagements/${id}/run`, {});
    await cas.goto(`/engagements/${id}`);
    await cas.getByRole('button', { name: 'Pause' }).waitFor();
    const directory = { headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' } };
    const people = `${publicUrl()}/api/scim/v2/Users`;
    const filter = new URLSearchParams({ filter: `userName eq "cas@${domain}"` });
    const { Resources } = (await (await owner.request.get(`${people}?${filter}`, directory)).json()) as {
      Resources: { id: string }[];
    };
    const off = await owner.request.patch(`${people}/${Resources[0]?.id}`, {
      ...directory,
      data: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
      },
    });
    expect(off.status()).toBe(200);
    await cas.getByRole('alertdialog', { name: 'Sign in to continue' }).waitFor();
    await cas.goto('/sign-in');
    await continueAs(cas, `cas@${domain}`);
    await cas.getByText('Your account has been switched off').waitFor();
  });
});
