import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm } from '../../../testing/hostile/example-requests.ts';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

// ACC-16
test('the archive has the data with the audit log, and each attached file byte for byte', async () => {
  const headers = {
    cookie: [...tenant.owner.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
  };
  const { id } = (
    await tenant.owner.post<{ id: string }>('/api/engagements', {
      name: 'Pier',
      client: 'Port',
      brief: 'B',
    })
  ).body;
  const form = makeForm(
    { category: 'data' },
    { name: 'tides.csv', content: 'hour,metres\n1,2.5\n' },
  );
  const path = `${platform.baseUrl}/api/engagements/${id}/attachments`;
  const uploaded = await fetch(path, { method: 'POST', headers, body: form });
  const { attachment } = (await uploaded.json()) as { attachment: { id: string } };

  const response = await fetch(`${platform.baseUrl}/api/account/export/archive`, { headers });
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toMatch(/filename="service-export-.+\.zip"/);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const file = `files/${id}/${attachment.id} tides.csv`;
  expect(Object.keys(files)).toEqual([file, 'export.json', 'manifest.json']);
  expect(strFromU8(files[file] ?? new Uint8Array())).toBe('hour,metres\n1,2.5\n');
  const data = JSON.parse(strFromU8(files['export.json'] ?? new Uint8Array()));
  expect(data.engagements).toMatchObject([{ id, name: 'Pier' }]);
  expect(JSON.stringify(data.auditLog)).toContain('account.export');
});
