import { type FakeStripe, startFakeStripe } from '@ecp/testing/fake-stripe/fake-stripe';
import { type NameServer, startNameServer } from '@ecp/testing/name-server';
import { type OidcCounterpart, startOidcCounterpart } from '@ecp/testing/oidc/oidc-counterpart';
import { startSamlProvider } from '@ecp/testing/saml-provider';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { chooseOption } from './testing/choose-option.ts';
import { findViolations } from './testing/find-violations.ts';
import { follow } from './testing/follow.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { startWebProduct, type WebProduct } from './testing/product/web-product.ts';
import { newAccount } from './testing/sign-up.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const homeIsShown = (page: Page) => page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();

async function continueAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

describe.runIf(hasBrowser())('services of others', () => {
  const openPerson = usePeople();
  let names: NameServer;
  let provider: OidcCounterpart;
  let stripe: FakeStripe;
  let product: WebProduct;
  let firms = 0;

  beforeAll(async () => {
    names = await startNameServer();
    stripe = await startFakeStripe();
    product = await startWebProduct({
      DNS_SERVERS: names.address,
      OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
      STRIPE_PRICE_STARTER: 'price_s',
      STRIPE_PRICE_PROFESSIONAL: 'price_p',
      STRIPE_PRICE_ENTERPRISE: 'price_e',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.url,
      RATE_LIMIT_BILLING: '1000',
    });
    provider = await startOidcCounterpart({
      redirectUris: [`${publicUrl()}/api/auth/sso/callback`],
    });
  });
  afterAll(async () => {
    await product?.close();
    await provider?.close();
    await stripe?.close();
    await names?.close();
  });

  const publicUrl = () => product.baseUrl.replace('127.0.0.1', 'localhost');
  const atProvider = /^request to another origin: http:\/\/127\.0\.0\.1:\d+\/(auth|enter)/;
  const open = (...expected: RegExp[]) =>
    openPerson({ baseUrl: publicUrl(), expected: [atProvider, ...expected] });

  /** A workspace whose owner has an address of the domain of a firm. */
  async function openFirm(...expected: RegExp[]) {
    const domain = `firm-${++firms}.example`;
    const { page } = await open(...expected);
    const account = await signUpByApi(page, { ...newAccount(), email: `olga@${domain}` });
    return { page, account, domain };
  }

  /** Posts an event of Stripe about a subscription. */
  async function sendBillingEvent(
    { request }: Page,
    type: string,
    subscription: Record<string, unknown>,
  ): Promise<void> {
    const { body: data, signature } = stripe.signEvent(type, subscription);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await request.post('/api/billing/stripe-webhook', { data, headers });
    if (!answer.ok()) throw new Error(`The message was refused: ${await answer.text()}`);
  }

  /** Pays for the workspace of the page's user, as on the pages of Stripe. */
  async function subscribe(page: Page): Promise<void> {
    const { url } = await succeed<{ url: string }>(page.request, '/api/billing/checkout', {
      plan: 'professional',
    });
    const subscription = stripe.completeCheckout(url.split('/').at(-1) ?? '');
    await sendBillingEvent(page, 'customer.subscription.created', subscription);
  }

  // DIR-1, SSO-1, SSO-3, SSO-14, SSO-17
  it('an owner connects a provider and proves a domain, a person comes in until the directory switches them off, and a password leads to a required provider', async () => {
    const {
      page: owner,
      account,
      domain,
    } = await openFirm(
      /^404 GET \/api\/account\/sso$/,
      /^(401 GET \/api\/|403 POST \/api\/auth\/sign-in\/email$)/,
    );
    await owner.goto('/settings/single-sign-on');
    await owner.getByText('No provider is connected').waitFor();
    await owner.getByText(`${publicUrl()}/api/auth/sso/callback`).waitFor();
    await owner.getByRole('button', { name: 'Connect a provider' }).click();
    await owner.getByLabel('Issuer').fill(provider.issuer);
    await owner.getByLabel('Client ID').fill(provider.clientId);
    await owner.getByLabel('Client secret').fill(provider.clientSecret);
    await owner.getByRole('button', { name: 'Connect', exact: true }).click();
    await owner.getByText('Nobody signs in this way yet').waitFor();
    await owner.getByLabel('Domain', { exact: true }).fill(domain);
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
    await chooseOption(owner.getByRole('combobox', { name: 'Role of group 1' }), 'Admin');
    await owner.getByRole('button', { name: 'Save roles' }).click();
    await owner.getByText('Roles saved').waitFor();
    expect(await findViolations(owner)).toEqual([]);
    await subscribe(owner);
    await owner.goto('/settings/directory');
    await owner.getByRole('button', { name: 'Create token' }).click();
    await owner.getByLabel('Name').fill('Entra ID');
    await owner.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    const token = await owner.getByRole('status', { name: 'Token' }).textContent();
    await owner.getByRole('button', { name: 'I have copied it' }).click();
    await owner.getByRole('heading', { name: 'Entra ID', exact: true }).waitFor();

    const email = `ann@${domain}`;
    provider.claims = { email, email_verified: false };
    const { page: ann } = await open(/^401 /);
    await ann.goto('/settings/security');
    expect(await ann.getByLabel('Password').count()).toBe(0);
    await continueAs(ann, 'somebody@elsewhere.example');
    await ann.getByLabel('Password').waitFor();
    await ann.goto('/settings/security');
    await continueAs(ann, email);
    await ann.getByText('Your provider names no address that this workspace accepts').waitFor();
    provider.claims = { email, email_verified: true, name: 'Ann Arbor', groups: ['Partners'] };
    await ann.goto('/settings/security');
    await continueAs(ann, email);
    await ann.waitForURL('**/settings/security');
    await ann.getByText('Single sign-on', { exact: true }).first().waitFor();
    const directory = {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    };
    const people = `${publicUrl()}/api/scim/v2/Users`;
    const filter = new URLSearchParams({ filter: `userName eq "${email}"` });
    const answer = await owner.request.get(`${people}?${filter}`, directory);
    const { Resources } = (await answer.json()) as { Resources: { id: string }[] };
    const off = await owner.request.patch(`${people}/${Resources[0]?.id}`, {
      ...directory,
      data: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
      },
    });
    expect(off.status()).toBe(200);
    await ann.goto('/sign-in');
    await continueAs(ann, email);
    await ann.getByText('Your account has been switched off').waitFor();

    await follow(owner, '/settings/single-sign-on');
    await owner.getByRole('checkbox', { name: 'Require single sign-on' }).click();
    const question = owner.getByRole('dialog', { name: 'Require single sign-on?' });
    await question.getByText('You have no second factor').waitFor();
    await question.getByRole('button', { name: 'Require it' }).click();
    await owner.getByText('Single sign-on is now required').waitFor();
    await owner.context().clearCookies();
    await owner.goto('/sign-in');
    await owner.getByRole('button', { name: 'Use a password or a link' }).click();
    await owner.getByLabel('Work email').fill(account.email);
    await owner.getByLabel('Password').fill(account.password);
    await owner.getByRole('button', { name: 'Sign in', exact: true }).click();
    await owner.getByText('This workspace requires single sign-on').waitFor();
    provider.claims = { email: account.email, email_verified: true };
    await owner.getByRole('button', { name: 'Sign in through your organization' }).click();
    await homeIsShown(owner);
  });

  // SML-9
  it('a person comes in by SAML from a provider of another site', async () => {
    const saml = await startSamlProvider();
    const { page: sam, domain } = await openFirm(
      /^request to another origin: http:\/\/127\.0\.0\.1:\d+\/sign-in\?SAMLRequest=/,
    );
    const data = { kind: 'saml', metadata: saml.metadata(), domains: [domain] };
    const connection = await sam.request.put('/api/account/sso', { data });
    const { domains } = (await connection.json()) as { domains: { token: string }[] };
    names.records.set(domain, [`ecp-verification=${domains[0]?.token}`]);
    await succeed(sam.request, '/api/account/sso/verify', { domain });
    await sam.context().clearCookies();
    saml.person = { nameId: `sam@${domain}`, attributes: { displayName: ['Sam Sommer'] } };
    await sam.goto('/sign-in');
    await continueAs(sam, `sam@${domain}`);
    await homeIsShown(sam);
    await sam.getByText('Sam Sommer').first().waitFor();
    await saml.close();
  });

  it('leads through the checkout to a subscription and its invoices, and reports a failed payment', async () => {
    const toStripe = /^request to another origin: https:\/\/(checkout|billing)\.stripe\.test\//;
    const { page, context } = await openPerson({ baseUrl: publicUrl(), expected: [toStripe] });
    await showStripe(context);
    await signUpByApi(page);
    await page.goto('/settings/billing');
    await page.getByText('There is no subscription yet').waitFor();
    await page.getByText('$49.00 per month').first().waitFor();

    await page.getByRole('button', { name: 'Choose Professional' }).click();
    await page.getByRole('heading', { name: 'Pay at Stripe' }).waitFor();
    const subscription = stripe.completeCheckout(page.url().split('/').at(-1) ?? '');
    await page.goto(`${publicUrl()}/settings/billing`);
    await page.getByText('Waiting for the confirmation of your payment').waitFor();
    await sendBillingEvent(page, 'customer.subscription.created', subscription);
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByText('0 of 25').waitFor();

    // A change of the billing plan is confirmed in Stripe's portal, so there is never a second
    // subscription.
    await page.getByRole('button', { name: 'Switch to Enterprise' }).click();
    await page.getByRole('heading', { name: 'Invoices at Stripe' }).waitFor();
    await page.goBack();

    Object.assign(subscription, { status: 'past_due' });
    await sendBillingEvent(page, 'customer.subscription.updated', subscription);
    await page.reload();
    await page.getByText('The last payment did not go through').waitFor();
    await page.getByRole('button', { name: 'Payment and invoices' }).click();
    await page.getByRole('heading', { name: 'Invoices at Stripe' }).waitFor();
    await page.goBack();

    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByRole('button', { name: 'Cancel the subscription' }).click();
    await page.getByText('The subscription is canceled').first().waitFor();
    await page.getByRole('button', { name: 'Choose Starter' }).waitFor();
  });
});

/** Replaces Stripe's own pages, which cannot be reached. */
async function showStripe(context: BrowserContext): Promise<void> {
  for (const [host, title] of [
    ['checkout', 'Pay at Stripe'],
    ['billing', 'Invoices at Stripe'],
  ] as const) {
    const body = `<!doctype html><title>${title}</title><h1>${title}</h1>`;
    await context.route(`https://${host}.stripe.test/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    );
  }
}
