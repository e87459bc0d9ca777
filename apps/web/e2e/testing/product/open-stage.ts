import type { Client } from '@ecp/sdk/create-client';
import type { Page } from 'playwright-core';
import { openPerson } from '../person.ts';
import { sessionClient } from './session-client.ts';
import { signInByApi } from './sign-up-by-api.ts';
import { type MadeStage, makeStage, type Stage } from './stage.ts';

/** A browser profile, signed in as the owner of a tenant that has one of everything. */
export interface OpenStage {
  stage: Stage;
  client: Client;
  page: Page;
  /** Faults in the browser so far. */
  faults: string[];
  close(): Promise<void>;
}

/** Signs in as the owner of a stage, by default of a new one, and returns the profile. */
export async function openStage(
  baseUrl: string,
  made?: MadeStage,
  locale = 'en-US',
): Promise<OpenStage> {
  const { account, stage } = made ?? (await makeStage(baseUrl));
  // Pages of addresses that lead nowhere.
  const expected = [
    /^404 GET \/nowhere$/,
    /^404 GET \/answer\//,
    /^401 GET \/api\/question-link$/,
    /^400 GET \/api\/unsubscribe\//,
  ];
  const { page, context, faults, close } = await openPerson({ baseUrl, expected, locale });
  await signInByApi(page, account);
  const client = sessionClient(context, baseUrl);
  return { stage, client, page, faults, close };
}

/**
 * Returns the stage of the shared product. All who use it look at the same tenant, so they change
 * nothing.
 * @param starter the address `webStarter`
 */
export async function findSharedStage(starter: string): Promise<MadeStage> {
  const answer = await fetch(`${starter}/stage`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as MadeStage;
}

/** Signs in as the owner of the stage of the shared product. */
export async function openSharedStage(
  starter: string,
  baseUrl: string,
  locale?: string,
): Promise<OpenStage> {
  return openStage(baseUrl, await findSharedStage(starter), locale);
}
