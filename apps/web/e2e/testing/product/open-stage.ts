import type { Client } from '@ecp/sdk/create-client';
import type { Page } from 'playwright-core';
import { openPerson } from '../person.ts';
import { signUp } from '../sign-up.ts';
import { sessionClient } from './session-client.ts';
import { type Stage, setStage } from './stage.ts';

/** A browser profile, signed in as the owner of a tenant that has one of everything. */
export interface OpenStage {
  stage: Stage;
  client: Client;
  page: Page;
  /** Faults in the browser so far. */
  faults: string[];
  close(): Promise<void>;
}

/** Signs up at a product, sets the stage, and returns the signed-in profile. */
export async function openStage(baseUrl: string): Promise<OpenStage> {
  // Pages of addresses that lead nowhere.
  const expected = [
    /^404 GET \/nowhere$/,
    /^404 GET \/answer\//,
    /^401 GET \/api\/question-link$/,
    /^400 GET \/api\/unsubscribe\//,
  ];
  const { page, context, faults, close } = await openPerson({ baseUrl, expected });
  await signUp(page);
  const client = sessionClient(context, baseUrl);
  const stage = await setStage(client);
  return { stage, client, page, faults, close };
}
