import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type AssistantClient, startAssistantClient } from '@ecp/testing/assistant-client';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import type { PlatformConfig } from '../../kernel/settings.ts';
import { findClient } from './clients.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
let assistant: AssistantClient;
beforeAll(async () => {
  platform = await shareTestPlatform();
  // The documents of the service name its own address.
  Object.assign(platform.services.config, { baseUrl: platform.baseUrl });
  tenant = await createKeyedTenant(platform);
  assistant = await startAssistantClient();
});
afterAll(async () => {
  await platform.close();
  await assistant.close();
});

type Settings = Partial<Pick<PlatformConfig, 'baseUrl' | 'host'>>;

/** Reads the document of an assistant as an installation with these settings does. */
const readClient = (clientId: string, settings: Settings = {}) => {
  const { outbound, config } = platform.services;
  return findClient({ outbound, config: { ...config, ...settings } }, clientId);
};

const refusal = { code: 'assistant_refused', values: { reason: 'client_id' } };

describe('an assistant whose document is on this machine', () => {
  // OAU-16
  test('is known to an installation of this machine alone', async () => {
    expect(await readClient(assistant.clientId)).toMatchObject({ name: 'Test assistant' });
  });

  // OAU-16
  test.each<[string, Settings]>([
    ['has a public address', { baseUrl: 'https://consulting.example.com' }],
    ['has an address of its network', { baseUrl: 'http://10.0.0.7:3000' }],
    [
      'has a public name that begins like a local one',
      { baseUrl: 'https://localhost.example.com' },
    ],
    ['listens for other machines', { host: '0.0.0.0' }],
  ])('is unknown where the installation %s', async (_case, settings) => {
    const fetched = assistant.fetched();
    // Another path, because a document that was read counts for some minutes.
    const clientId = assistant.clientId.replace('client', 'other');
    await expect(readClient(clientId, settings)).rejects.toMatchObject(refusal);
    expect(assistant.fetched()).toBe(fetched);
  });

  // OAU-16
  test.each([
    'http://10.0.0.7/client.json',
    'http://169.254.169.254/client.json',
    'http://192.168.1.1/client.json',
    'http://localhost.example.com/client.json',
    'http://127.0.0.1.nip.io/client.json',
    'http://127.0.0.1:4060/',
  ])('is no other address without TLS, and no address without a path: %s', async (clientId) => {
    await expect(readClient(clientId)).rejects.toMatchObject(refusal);
  });
});

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Reads the block of a kind from the walkthrough on the page for assistants. */
async function readBlock(kind: string): Promise<string> {
  const page = await readFile(join(root, 'docs/assistants.md'), 'utf8');
  const [, block = ''] = page.split(`\`\`\`${kind} local assistant\n`);
  const [text = ''] = block.split('```');
  return text.trim();
}

// OAU-16
test('the walkthrough of the page connects an assistant on this machine, by the consent of its person', async () => {
  const [command, promises] = await Promise.all([readBlock('bash'), readBlock('text')]);
  const [, ...parts] = command.split(' ');
  expect(command).toBe(
    'node_modules/.bin/node examples/local-assistant.ts http://localhost:3000 127.0.0.1:4060',
  );
  const example = parts.find((part) => part.endsWith('.ts')) ?? '';
  const address = `127.0.0.1:${await chooseTestPort()}`;
  const program = spawn(process.execPath, [example, platform.baseUrl, address], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(program, 'close');
  const lines: string[] = [];
  for await (const line of createInterface({ input: program.stdout })) {
    lines.push(line);
    if (!line.startsWith('Open ')) continue;
    const parameters = Object.fromEntries(new URL(line.slice('Open '.length)).searchParams);
    const decided = await tenant.owner.post<{ url: string }>('/oauth/authorize', {
      ...parameters,
      decision: 'allow',
    });
    expect(decided.status).toBe(200);
    // The person's browser follows the answer.
    await fetch(decided.body.url);
  }
  expect(await ended).toEqual([0, null]);
  const patterns = promises
    .split('\n')
    .map((promise) => promise.split('…').map(RegExp.escape).join('.*'));
  expect(patterns).toHaveLength(lines.length);
  for (const [index, pattern] of patterns.entries())
    expect(lines[index]).toMatch(new RegExp(`^${pattern}$`));
});
