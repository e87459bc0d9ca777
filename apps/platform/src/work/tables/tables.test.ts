import type { DataTable, RecordedQuery } from '@ecp/contract/work/tables';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAttachmentTenant } from '../../../testing/attachment-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

test('spike', async () => {
  const tenant = await createAttachmentTenant(platform);
  await tenant.upload('sales.csv', 'region,amount\nNorth,10\nSouth,32\n');
  const at = performance.now();
  const base = `/api/engagements/${tenant.engagementId}`;
  const { body } = await tenant.get<{ tables: DataTable[] }>(`${base}/tables`);
  console.log(JSON.stringify(body), performance.now() - at);
  const answer = await tenant.post<RecordedQuery>(`${base}/queries`, { sql: 'select sum(amount) as total from sales' });
  console.log(JSON.stringify(answer));
  console.log(JSON.stringify(await tenant.get(`${base}/tables/${body.tables[0]?.id}/rows`)));
  console.log(JSON.stringify(await tenant.get(`${base}/queries`)));
  console.log(JSON.stringify(await tenant.post(`${base}/queries/${answer.body.id}/verify`)));
  console.log(JSON.stringify(await tenant.post(`${base}/queries`, { sql: 'drop table sales' })));
  expect(1).toBe(1);
});
