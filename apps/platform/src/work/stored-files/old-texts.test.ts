import type { DeliverableDetail, DeliverableRecord } from '@ecp/contract/work/deliverables';
import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { insertDeliverable } from '@ecp/testing/engagement-factory';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { openReleasing } from '../../../testing/releases/releasing-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { moveOldTexts } from './old-texts.ts';
import { engagementPrefix, purgeAbandonedUploads } from './stored-files.ts';

const longText = (title: string) =>
  `# ${title}\n\n${'Größe, 利益 und 🎯 stehen hier. '.repeat(120)}\n\n## End\n\nLast words.\n`;
const hour = 3_600_000;

let platform: TestPlatform;
let tenant: PopulatedTenant;
let team: ReturnType<typeof openReleasing>;
let engagementId: string;
let path: string;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());
beforeEach(async () => {
  engagementId = await tenant.addEngagement();
  team = openReleasing(platform, tenant, engagementId);
  path = `${team.path}/deliverables/paper.md`;
  for (const version of [1, 2, 3]) await team.addFile('paper.md', longText(`Paper ${version}`), version);
});

/** Moves the texts of this test's tenant that are older than two days, in three days. */
const move = (storage: Partial<TestPlatform['services']['storage']> = {}) => {
  const { services } = platform;
  const retention = { ...services.config.retention, oldTextDays: 2 };
  return moveOldTexts({
    database: services.database,
    storage: { ...services.storage, ...storage },
    clock: { now: () => new Date(Date.now() + 72 * hour) },
    config: { ...services.config, retention },
  });
};
const listFiles = () =>
  Array.fromAsync(
    platform.services.storage.list(`${engagementPrefix(tenant.tenantId, engagementId)}texts/`),
    ({ key }) => key,
  );
const versionsInRows = async () => {
  const rows = await platform.asSuperuser<{ place: string }>(
    `select filename || ' ' || version as place from platform.deliverables
      where engagement_id = $1 and content is not null order by 1`,
    [engagementId],
  );
  return rows.map(({ place }) => place).filter((place) => !place.startsWith('marker'));
};
const get = async <Body>(address: string) => (await tenant.owner.get<Body>(address)).body;

// RET-5
test('versions whose texts have moved are read, compared, drawn and exported as before', async () => {
  const readAll = async () => {
    const account = await get<{ deliverables: DeliverableRecord[] }>('/api/account/export');
    return {
      whole: await get<{ deliverables: DeliverableRecord[] }>(team.path),
      first: await get<DeliverableDetail>(`${path}?version=1`),
      diff: await get(`${path}/diff?from=1&to=3`),
      versions: await get(`${path}/versions`),
      exported: account.deliverables.filter((made) => made.engagementId === engagementId),
    };
  };
  const before = await readAll();
  await move();
  expect(await versionsInRows()).toEqual(['paper.md 3']);
  expect(await listFiles()).toHaveLength(2);
  expect(await readAll()).toEqual(before);
  await move();
  expect(await listFiles()).toHaveLength(2);
});

// RET-5
test('latest, approved, released and short texts stay, and a release brings its texts back', async () => {
  await team.addFile('short.md', '# Short\n', 1);
  await team.addFile('short.md', '# Short, too\n', 2);
  const { link, view } = await team.issue();
  expect((await team.release([link.id], [['paper.md', 1]])).status).toBe(201);
  const approved = { runId: null, filename: 'plan.md', content: longText('Plan'), taskId: null };
  const run = await platform.asSuperuser<{ id: string }>('select id from platform.runs where engagement_id = $1', [
    engagementId,
  ]);
  const runId = run[0]?.id ?? '';
  await insertDeliverable(platform.database, tenant.tenantId, engagementId, { ...approved, runId, version: 1 });
  expect((await tenant.owner.post(`${team.path}/deliverables/plan.md/review`, { action: 'approve' })).status).toBe(200);
  await insertDeliverable(platform.database, tenant.tenantId, engagementId, { ...approved, runId, version: 2 });
  await move();
  const stayed = ['paper.md 1', 'paper.md 3', 'plan.md 1', 'plan.md 2', 'short.md 1', 'short.md 2'];
  expect(await versionsInRows()).toEqual(stayed);

  expect((await team.release([link.id], [['paper.md', 2]])).status).toBe(201);
  expect(await versionsInRows()).toContain('paper.md 2');
  expect((await view()).deliverables).toMatchObject([{ content: longText('Paper 2') }]);
  // A reader or a backup may have seen the row that names the file.
  expect(await listFiles()).toHaveLength(1);
  const records = durableRecords(platform, 'platform');
  const waiting = (await records.read()).filter(({ id }) => id.startsWith('deleteStoredFiles:text-'));
  expect(waiting.map(({ waitMs }) => Math.round((waitMs ?? 0) / 3_600_000))).toEqual([24]);
  for (const { id } of waiting) await records.wake(id);
  expect(await pollUntil(listFiles, (files) => files.length === 0)).toEqual([]);
});

// RET-5, WRI-3
test('an old version can be restored and commented on', async () => {
  await move();
  const { storage } = platform.services;
  let reads = 0;
  const get: typeof storage.get = async (key) => {
    reads += 1;
    return storage.get(key);
  };
  platform.services.storage = { ...storage, get };
  onTestFinished(() => void Object.assign(platform.services, { storage }));
  const comment = { body: 'Was better.', quote: 'Last words.', version: 1 };
  expect(await tenant.owner.post(`${path}/comments`, comment)).toMatchObject({
    status: 201,
    body: { orphaned: false },
  });
  expect(reads).toBe(1);
  const whole = { body: 'Was better as a whole.', version: 1 };
  expect(await tenant.owner.post(`${path}/comments`, whole)).toMatchObject({ status: 201, body: { version: 1 } });
  expect(reads).toBe(1);
  const restored = await tenant.owner.post(`${path}/restore`, { version: 1 });
  expect(restored).toMatchObject({ status: 201, body: { version: 4, content: longText('Paper 1') } });
});

// RET-6
test('after a crash between the file and its row the text is there, and the file goes', async () => {
  const { storage } = platform.services;
  const crash = async (...[key, ...file]: Parameters<typeof storage.put>) => {
    const stored = await storage.put(key, ...file);
    if (key.includes(engagementId)) throw new Error('killed');
    return stored;
  };
  await expect(move({ put: crash })).rejects.toThrow('Housekeeping failed');
  expect(await listFiles()).not.toEqual([]);
  expect(await versionsInRows()).toHaveLength(3);
  const later = { now: () => new Date(Date.now() + hour) };
  await purgeAbandonedUploads({ ...platform.services, clock: later });
  expect(await listFiles()).toEqual([]);
  await move();
  expect((await get<DeliverableDetail>(`${path}?version=1`)).content).toBe(longText('Paper 1'));
});

/** Lets something happen before the first file of this test's engagement is read. */
const beforeFirstRead = (happen: (key: string) => Promise<unknown>) => {
  const { storage } = platform.services;
  let isFirst = true;
  const get: typeof storage.get = async (key) => {
    if (isFirst && key.includes(engagementId)) {
      isFirst = false;
      await happen(key);
    }
    return storage.get(key);
  };
  platform.services.storage = { ...storage, get };
  onTestFinished(() => void Object.assign(platform.services, { storage }));
};
const readExported = async () =>
  (await get<{ deliverables: DeliverableRecord[] }>('/api/account/export')).deliverables.filter(
    (made) => made.engagementId === engagementId && made.filename === 'paper.md',
  );
const contentsOf = (made: readonly DeliverableRecord[]) =>
  made.map(({ version, content }) => [version, content.slice(0, 9)]).toSorted();

// RET-7
test('a lost file takes the text of its version alone: that one is not found, and lists show it without words', async () => {
  await move();
  const [lost = ''] = await listFiles();
  await platform.services.storage.delete(lost);
  const answers = await Promise.all([1, 2].map((version) => tenant.owner.get(`${path}?version=${version}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  const without = answers[0]?.status === 404 ? 1 : 2;
  const left = [1, 2, 3].map((version) => [version, version === without ? '' : `# Paper ${version}`]);
  const whole = await tenant.owner.get<EngagementDetail>(team.path);
  expect(whole.status).toBe(200);
  expect(contentsOf(whole.body.deliverables.filter(({ filename }) => filename === 'paper.md'))).toEqual(left);
  expect(contentsOf(await readExported())).toEqual(left);
});

// RET-7
test('an export goes on when a text comes back to its row, or its engagement is deleted, while it is read', async () => {
  const { link } = await team.issue();
  await move();
  beforeFirstRead(async (key) => {
    for (const version of [1, 2]) await team.release([link.id], [['paper.md', version]]);
    await platform.services.storage.delete(key);
  });
  const all = [1, 2, 3].map((version) => [version, `# Paper ${version}`]);
  expect(contentsOf(await readExported())).toEqual(all);

  engagementId = await tenant.addEngagement();
  team = openReleasing(platform, tenant, engagementId);
  for (const version of [1, 2]) await team.addFile('paper.md', longText(`Paper ${version}`), version);
  await move();
  beforeFirstRead(async (key) => {
    await platform.asSuperuser('delete from platform.deliverables where engagement_id = $1', [engagementId]);
    await platform.services.storage.delete(key);
  });
  expect((await readExported()).map(({ version }) => version)).not.toContain(1);
});

// RET-5
test('moved texts are deleted with their engagement, and files that wait do not delay the erasing of an account', async () => {
  await move();
  expect(await listFiles()).toHaveLength(2);
  const { link } = await team.issue();
  await team.release([link.id], [['paper.md', 1]]);
  await pollUntil(
    () =>
      platform.services.durable.eraseTenantWork(tenant.tenantId).then(
        () => true,
        () => false,
      ),
    (erased) => erased,
  );
  expect((await tenant.owner.delete(team.path)).status).toBe(200);
  expect(await pollUntil(listFiles, (files) => files.length === 0)).toEqual([]);
});
