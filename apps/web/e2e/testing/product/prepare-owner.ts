import type { Page } from 'playwright-core';
import { openPerson } from '../person.ts';
import type { Account } from '../sign-up.ts';
import { signUpByApi } from './sign-up-by-api.ts';

/**
 * Signs an owner up and lets `prepare` work in that session, for tests that share the account and
 * its records.
 */
export async function prepareOwner<Made>(
  baseUrl: string,
  prepare: (page: Page) => Promise<Made>,
): Promise<{ owner: Account; made: Made }> {
  const { page, close } = await openPerson({ baseUrl });
  const owner = await signUpByApi(page);
  const made = await prepare(page);
  await close();
  return { owner, made };
}
