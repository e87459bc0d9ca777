import type { BrowserContext, Page } from 'playwright-core';
import { type Account, newAccount } from '../sign-up.ts';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/**
 * The session of each account that has come in, by email address. A password takes the service a
 * quarter of a second of processor time at each sign-in.
 */
const sessions = new Map<string, Cookies>();

/**
 * Creates an account and signs the page's browser in, for tests of something other than the form.
 */
export async function signUpByApi(page: Page, account: Account = newAccount()): Promise<Account> {
  const answer = await page.request.post('/api/auth/sign-up/email', { data: account });
  if (answer.status() !== 201) throw new Error(`Sign-up was refused: ${await answer.text()}`);
  sessions.set(account.email, await page.context().cookies());
  return account;
}

/**
 * Signs the page's browser in to an existing account. All browsers of a test file share its
 * session, so nothing may end it before.
 */
export async function signInByApi(page: Page, { email, password }: Account): Promise<void> {
  const session = sessions.get(email);
  if (session) return page.context().addCookies(session);
  const answer = await page.request.post('/api/auth/sign-in/email', { data: { email, password } });
  if (!answer.ok()) throw new Error(`Sign-in was refused: ${await answer.text()}`);
  sessions.set(email, await page.context().cookies());
}
