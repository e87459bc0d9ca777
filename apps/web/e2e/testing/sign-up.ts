import type { Page } from 'playwright-core';

export interface Account {
  company: string;
  name: string;
  email: string;
  password: string;
}

/** Returns the data of a new, unique account. */
export function newAccount(company = 'Northwind Advisory'): Account {
  const email = `owner-${crypto.randomUUID()}@example.com`;
  return { company, name: 'Ada Owner', email, password: 'correct horse battery' };
}

/** Creates an account through the form and waits for the queue. */
export async function signUp(page: Page, account: Account = newAccount()): Promise<Account> {
  await page.goto('/sign-up');
  await page.getByLabel('Company').fill(account.company);
  await page.getByLabel('Your name').fill(account.name);
  await page.getByLabel('Work email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  return account;
}
