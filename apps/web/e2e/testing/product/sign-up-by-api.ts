import type { Page } from 'playwright-core';
import { type Account, newAccount } from '../sign-up.ts';

/**
 * Creates an account and signs the page's browser in, for tests of something other than the form.
 */
export async function signUpByApi(page: Page, account: Account = newAccount()): Promise<Account> {
  const answer = await page.request.post('/api/auth/sign-up/email', { data: account });
  if (answer.status() !== 201) throw new Error(`Sign-up was refused: ${await answer.text()}`);
  return account;
}

/** Signs the page's browser in to an existing account. */
export async function signInByApi(page: Page, { email, password }: Account): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in/email', { data: { email, password } });
  if (!answer.ok()) throw new Error(`Sign-in was refused: ${await answer.text()}`);
}
