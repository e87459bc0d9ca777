import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

const cookie = () =>
  [...tenant.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const ask = (query: Record<string, string>) =>
  fetch(`${platform.baseUrl}/api/account/branding/preview?${new URLSearchParams(query)}`, {
    headers: { cookie: cookie() },
  });

async function preview(query: Record<string, string>) {
  const answer = await ask(query);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return readPdf(new Uint8Array(await answer.arrayBuffer()));
}

test('renders a sample report with an unsaved branding, and saves nothing', async () => {
  const saved = { companyName: 'Saved & Sons', primaryColor: '#aa0044' };
  await tenant.owner.patch('/api/account/branding', saved);
  const tried = await preview({ companyName: ' Tried & Søn ', primaryColor: '#0b6e6e' });
  expect(tried.text).toContain('Tried & Søn');
  expect(tried.text).not.toContain('Saved');
  expect(tried.cover.colours).toContain('#0b6e6e');
  const asSaved = await preview({});
  expect(asSaved.text).toContain('Saved & Sons');
  expect(asSaved.cover.colours).toContain('#aa0044');
  const { body } = await tenant.owner.get<typeof saved>('/api/account/branding');
  expect(body).toMatchObject(saved);
});

test('an empty name becomes the tenant’s, an empty colour the default', async () => {
  const { body } = await tenant.owner.get<{ tenant: { name: string } }>('/api/me');
  const { text, cover } = await preview({ companyName: '', primaryColor: '' });
  expect(text).toContain(body.tenant.name);
  expect(cover.colours).not.toContain('#aa0044');
});

test.each([{ primaryColor: 'teal' }, { primaryColor: '#fff' }, { companyName: 'x'.repeat(201) }])(
  '%j is refused',
  async (query: Record<string, string>) => {
    const answer = await ask(query);
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid_request' }]);
  },
);

test('special characters and markup in a name are printed literally', async () => {
  const { text } = await preview({ companyName: '#set text(red) $x$ *a* <b> \\ @y' });
  expect(text).toContain('#set text(red) $x$ *a* <b> \\ @y');
});
