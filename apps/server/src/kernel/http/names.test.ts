import { createClient } from '@ecp/testing/cookie-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

const password = 'a long password 7';
const engagement = { name: 'N', client: 'C', brief: 'One line.\nAnother line.\tIndented.' };

/** Requests with a name, by what they name. */
const requests: Record<string, (name: string) => Promise<{ status: number }>> = {
  'a company': (company) =>
    createClient(platform.baseUrl).post('/api/auth/sign-up/email', {
      company,
      name: 'N',
      email: `n-${Math.random()}@example.com`,
      password,
    }),
  'a person': (name) => tenant.owner.patch('/api/me', { name }),
  'an invited person': (name) =>
    tenant.owner.post('/api/team', {
      email: `i-${Math.random()}@example.com`,
      role: 'member',
      name,
    }),
  'an engagement': (name) => tenant.owner.post('/api/engagements', { ...engagement, name }),
  'a client': (client) => tenant.owner.post('/api/engagements', { ...engagement, client }),
  'a key': (name) => tenant.owner.post('/api/api-keys', { name }),
  'a template': (name) =>
    tenant.owner.post('/api/templates', { name, description: 'D\nE', brief: 'B' }),
  'a wall': (name) =>
    tenant.owner.post('/api/walls', { name, engagementIds: [], memberIds: [], excludes: [] }),
  'a brand': (companyName) => tenant.owner.patch('/api/account/branding', { companyName }),
};

// REQ-13
test.each(Object.entries(requests))(
  'the name of %s is one line that has no control characters',
  async (_what, send) => {
    expect((await send('Ärzte & Söhne “東京” 👩\u200d🚀 \u200fשלום!\u200f')).status).toBeLessThan(
      300,
    );
    const lines = [
      'A\r\nBcc: b@example.com',
      'A\nB',
      'A\tB',
      'A\u001bB',
      'A\u0085B',
      'A\u2028B',
      'A\u007fB',
    ];
    const turned = ['\u202egpj.exe', 'A\u202eB', 'A\u202aB', 'A\u2066B\u2069', 'A\u2068B'];
    for (const broken of [...lines, ...turned]) {
      expect([broken, (await send(broken)).status]).toEqual([broken, 400]);
    }
  },
);
