import type { LibraryEntry } from '@ecp/contract/reach/library';
import type { RunPattern } from '@ecp/contract/values/run-facts';
import { createId } from '@ecp/database/create-id';
import { insertEngagement } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { examplePattern } from '../../../testing/scripted-engine/scripted-run.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { insertLibraryEntry } from '../../work/runs/run-effects.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createKeyedTenant(platform);
});

const createdAt = new Date('2026-02-03T04:05:06.007Z');
async function add(
  title: string,
  { tenantId } = tenant,
): Promise<{ engagementId: string; jsonData: RunPattern }> {
  const engagementId = await insertEngagement(platform.database, tenantId, {
    name: `Name: of ${title}`,
  });
  const jsonData = examplePattern(engagementId, createId(), title);
  await platform.database.withTenant(tenantId, (tx) =>
    insertLibraryEntry(tx, { tenantId, engagementId, title, jsonData, createdAt }),
  );
  return { engagementId, jsonData };
}
async function list(query = '') {
  const { body, headers } = await tenant.owner.get<{ entries: LibraryEntry[] }>(
    `/api/library${query}`,
  );
  const next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  return { entries: body.entries, next: next === undefined ? undefined : new URL(next) };
}

// INS-1, INS-2, INS-6, INS-7
test('the library lists the tenant’s entries with their data and the names of their engagements', async () => {
  await add('Foreign', await createKeyedTenant(platform));
  expect(await list()).toEqual({ entries: [], next: undefined });
  const { engagementId, jsonData } = await add('First');
  const { entries } = await list();
  expect(entries).toEqual([
    {
      id: expect.any(String),
      engagementId,
      engagementName: 'Name: of First',
      title: 'First',
      jsonData,
      createdAt: createdAt.toISOString(),
    },
  ]);
  const renamed = { name: 'Market entry: 2 tasks (research), not scored' };
  expect((await tenant.owner.patch(`/api/engagements/${engagementId}`, renamed)).status).toBe(200);
  expect((await list()).entries[0]).toMatchObject({ engagementName: renamed.name, title: 'First' });
});

// INS-2
test('its pages have no gaps or duplicates', async () => {
  const titles = Array.from({ length: 7 }, (_, index) => `Entry ${index}`);
  for (const title of titles) await add(title);
  const seen: LibraryEntry[] = [];
  let query: string | undefined = '?limit=3';
  while (query) {
    const { entries, next } = await list(query);
    seen.push(...entries);
    query = next?.search;
  }
  expect(seen.map(({ title }) => title).sort()).toEqual(titles);
  expect(seen.map(({ id }) => id)).toEqual(
    seen
      .map(({ id }) => id)
      .toSorted()
      .reverse(),
  );
  expect(await tenant.owner.get(`/api/library?cursor=${createId()}`)).toMatchObject({
    status: 400,
  });
});
