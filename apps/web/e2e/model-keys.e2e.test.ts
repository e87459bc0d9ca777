import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { chooseOption } from './testing/choose-option.ts';
import { findViolations } from './testing/find-violations.ts';
import { receiverHost } from './testing/product/receiver.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { usePeople } from './testing/use-people.ts';

describe.runIf(hasBrowser())('keys of a workspace', () => {
  const openPerson = usePeople();
  let provider: FakeLlmServer;

  beforeAll(async () => {
    provider = await startFakeLlmServer({ apiKey: 'sk-right-key-1234', host: receiverHost });
  });
  afterAll(() => provider?.close());

  // MKY-15
  it('an admin sets a key that a model answers, sees its models, and removes it', async () => {
    const refused = /^400 PUT \/api\/account\/model-keys\/openai-compatible$/;
    const { page } = await openPerson({ expected: [refused] });
    await signUpByApi(page);
    await page.goto('/settings/models');
    await page.getByText('Your workspace has no key of its own').waitFor();
    await page.getByRole('button', { name: 'Set a key' }).click();
    await chooseOption(page.getByLabel('Provider'), 'Ollama, vLLM, a gateway');
    await page.getByLabel('API key').fill('sk-wrong-key-1234');
    await page.getByLabel('Base URL').fill(provider.baseUrl);
    await page.getByLabel('Models (optional)').fill('fake-model');
    const submit = page.getByRole('button', { name: 'Try and set the key' });
    await submit.click();
    await page.getByText('The key cannot be used').waitFor();
    await page.getByLabel('API key').fill('sk-right-key-1234');
    await submit.click();
    const list = page.getByRole('list', { name: 'Keys of your workspace' });
    await list.getByText('ends in 1234').waitFor();
    await page.getByRole('table', { name: 'Connected models' }).getByText('fake-model').waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.content()).not.toContain('sk-right-key');
    await page.getByRole('button', { name: /^Actions for the key of/ }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove the key' }).click();
    await page.getByText('Your workspace has no key of its own').waitFor();
    await page.getByText('No model is connected').waitFor();
  });
});
