import { authorizationOf, makePkce, startAssistantClient } from '@ecp/testing/assistant-client';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { closeByKeys, openByKeys } from './testing/open-by-keys.ts';
import { publicBaseUrl } from './testing/product/mailed-links.ts';
import { receiverHost } from './testing/product/receiver.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { usePeople } from './testing/use-people.ts';

/** A router that reads states as numbers would round it. */
const state = '12345678901234567890';

/** Lets the browser arrive at the assistant, and returns what it brings. */
async function arrive(page: Page, redirectUri: string): Promise<URLSearchParams> {
  await page.waitForURL(`${redirectUri}?**`);
  return new URL(page.url()).searchParams;
}

describe.runIf(hasBrowser())('assistants', () => {
  const openPerson = usePeople();

  // OAU-2, OAU-4, OAU-7, OAU-12, OAU-14
  it('a person signs in, allows an assistant to read, denies another request, and disconnects the assistant', async () => {
    const client = await startAssistantClient({ name: 'Night owl', host: receiverHost });
    const { page, context } = await openPerson({
      baseUrl: publicBaseUrl(),
      expected: [
        /^request to another origin: http:\/\/127\.0\.0\.1:49152\//,
        /^400 GET \/(oauth\/authorize|api\/account\/assistants\/consent)$/,
        /^401 GET \/api\//,
      ],
    });
    await context.route(`${client.redirectUri}**`, (route) =>
      route.fulfill({ body: 'Back at the assistant' }),
    );
    const { email, password } = await signUpByApi(page);
    await context.clearCookies();

    const { verifier, challenge } = makePkce();
    const asked = {
      ...authorizationOf(client, challenge, `${publicBaseUrl()}/mcp`),
      state,
      prompt: 'consent',
    };
    const address = `/oauth/authorize?${new URLSearchParams(asked)}`;
    await page.goto(address);
    await page.getByLabel('Work email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('“Night owl” wants to work in').waitFor();
    for (const shown of [new URL(client.clientId).host, 'a program on this device', email]) {
      await page.getByRole('definition').filter({ hasText: shown }).waitFor();
    }
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await sidewaysPx(page)).toBe(0);
    await page.getByRole('radio', { name: 'Read only' }).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    const answer = await arrive(page, client.redirectUri);
    expect(answer.get('state')).toBe(state);
    expect(answer.get('iss')).toBe(publicBaseUrl());
    const exchanged = await fetch(`${publicBaseUrl()}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: answer.get('code') ?? '',
        client_id: client.clientId,
        redirect_uri: client.redirectUri,
        code_verifier: verifier,
      }),
    });
    expect(await exchanged.json()).toMatchObject({ scope: 'read' });

    await page.goto(address);
    await page.getByRole('button', { name: 'Deny' }).click();
    expect((await arrive(page, client.redirectUri)).get('error')).toBe('access_denied');

    await page.goto(
      `/oauth/authorize?${new URLSearchParams({ ...asked, redirect_uri: 'https://evil.example/' })}`,
    );
    await page
      .getByRole('alert')
      .getByText('The assistant wants the answer at an address that it does not list.')
      .waitFor();
    expect(new URL(page.url()).pathname).toBe('/oauth/authorize');

    await page.goto('/settings/assistants');
    await page.getByText(`${publicBaseUrl()}/mcp`, { exact: true }).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Night owl' })
      .getByText('Read only')
      .waitFor();
    expect(await sidewaysPx(page)).toBe(0);
    const opening = { button: 'Disconnect Night owl' };
    await closeByKeys(page, await openByKeys(page, opening), opening);
    await page.getByRole('button', { name: opening.button }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('No assistant is connected').waitFor();
    await client.close();
  });
});
