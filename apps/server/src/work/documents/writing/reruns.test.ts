import type { DeliverableDetail, DeliverableVersions } from '@ecp/contract/work/deliverables';
import type { RunStarted } from '@ecp/contract/work/runs';
import { pollUntil } from '@ecp/testing/poll-until';
import type { Static } from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});

const written = '# Entry\n\nWe advise to enter.\n\n## Market\n\nIt grows.\n\n## Risks\n\nFew.\n';
const mine = '## Risks\n\nOnly the *two*  that the board named.';
const again = '# Entry\n\nWe advise to wait.\n\n## Market\n\nIt shrinks.\n\n## Risks\n\nMany.\n';

/** Makes an engagement whose one document has been written by an agent. */
async function createDocument() {
  const { id } = await tenant.createEngagement({ tasks: [{ id: 'entry', name: 'Entry' }] });
  const { body } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
  await deliver(body.runId, written);
  const path = `/api/engagements/${id}/deliverables/entry.md`;
  const read = async () => (await tenant.get<DeliverableDetail>(path)).body;
  const list = async () =>
    (await tenant.get<Static<typeof DeliverableVersions>>(`${path}/versions`)).body.versions;
  const arrived = (version: number) => pollUntil(read, (found) => found.version === version);
  await tenant.waitForEnd(id);
  return { id, path, read, list, arrived };
}

/** Lets a run deliver the document and end. `base` is what the engine says that it was given. */
async function deliver(
  runId: string,
  content: string,
  base?: { version: number; locked: number[] },
): Promise<void> {
  const run = await platform.engine.waitForRun(runId);
  const document = {
    taskId: 'entry',
    filename: 'entry.md',
    wordCount: 9,
    content,
    citations: [],
    figures: [],
  };
  run.push({ type: 'deliverable', ...document, ...(base && { base }) });
  run.push({ type: 'status', status: 'completed', error: null });
}

const edit = (path: string, content: string, baseVersion: number) =>
  tenant.put<DeliverableDetail>(path, { content, baseVersion });
const rerun = async (path: string) => (await tenant.post<RunStarted>(`${path}/rerun`)).body.runId;
const previousOf = async (runId: string) =>
  (await platform.engine.waitForRun(runId)).request.previous[0];

// WRI-7, WRI-8
test('the engine is told which sections stay; what it loses of them is put back, and its own text stays a version', async () => {
  const { path, read, list, arrived } = await createDocument();
  await edit(path, written.replace('## Risks\n\nFew.', mine), 1);
  const runId = await rerun(path);
  expect(await previousOf(runId)).toMatchObject({ version: 2, lockedSections: [2] });
  await deliver(runId, again, { version: 2, locked: [2] });
  await arrived(4);
  const latest = await read();
  expect(latest.content).toBe(again.replace('## Risks\n\nMany.', mine));
  expect(latest.sections.map(({ version, locked }) => [version, locked])).toEqual([
    [3, false],
    [3, false],
    [2, true],
  ]);
  expect(latest.sections[2]?.author).toMatchObject({ kind: 'user' });
  expect(await list()).toMatchObject([
    { version: 4, origin: 'agent', runId },
    { version: 3, origin: 'agent', runId: null },
    { version: 2, origin: 'human' },
    { version: 1 },
  ]);
  expect((await tenant.get<DeliverableDetail>(`${path}?version=3`)).body.content).toBe(again);
});

// WRI-8
test('a note about a section of a person frees it', async () => {
  const { path, read, arrived } = await createDocument();
  await edit(path, written.replace('## Risks\n\nFew.', mine), 1);
  await tenant.post(`${path}/review`, {
    action: 'request_revision',
    notes: 'The risks are too few.',
  });
  const runId = await rerun(path);
  expect(await previousOf(runId)).not.toHaveProperty('lockedSections');
  await deliver(runId, again, { version: 2, locked: [] });
  await arrived(3);
  expect(await read()).toMatchObject({
    content: again,
    sections: [{ version: 3 }, { version: 3 }, { version: 3 }],
  });
});

// WRI-10
test('what a person writes while a run is going is merged into the document of the run', async () => {
  const { path, read, list, arrived } = await createDocument();
  const runId = await rerun(path);
  const during = written.replace('It grows.', 'It grows by a tenth.').replace('Few.', 'Two.');
  expect((await edit(path, during, 1)).status).toBe(201);
  const run = again.replace('Many.', 'Few.');
  await deliver(runId, run, { version: 1, locked: [] });
  await arrived(4);
  const latest = await read();
  expect(latest.content).toBe(
    run.replace('It shrinks.', 'It grows by a tenth.').replace('Few.', 'Two.'),
  );
  expect(latest.sections.map(({ author, version }) => [author.kind, version])).toEqual([
    ['agent', 3],
    ['user', 2],
    ['user', 2],
  ]);
  expect((await list()).map(({ origin }) => origin)).toEqual(['agent', 'agent', 'human', 'agent']);
});

// WRI-9
test('a section is unlocked and locked by its place and heading, on the latest version', async () => {
  const { path, read } = await createDocument();
  const { body } = await edit(path, written.replace('## Risks\n\nFew.', mine), 1);
  const lock = (section: number, heading: string, locked: boolean) =>
    tenant.patch<Pick<DeliverableDetail, 'sections'>>(`${path}/sections`, {
      section,
      heading,
      locked,
    });
  expect(await lock(1, 'Risks', false)).toMatchObject({
    status: 409,
    body: { code: 'section_changed' },
  });
  expect((await lock(2, 'Risks', false)).body.sections.map(({ locked }) => locked)).toEqual([
    false,
    false,
    false,
  ]);
  expect((await lock(1, 'Market', true)).body.sections.map(({ locked }) => locked)).toEqual([
    false,
    true,
    false,
  ]);
  expect((await read()).sections[2]).toEqual({ ...body.sections[2], locked: false });
  const runId = await rerun(path);
  expect(await previousOf(runId)).toMatchObject({ lockedSections: [1] });
  const entries = (await tenant.get<{ entries: { action: string }[] }>('/api/audit-log?limit=20'))
    .body.entries;
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['section.lock', 'section.unlock']),
  );
});

// WRI-10
test('a later task of the run rests on the document as the run made it, not on what a person wrote meanwhile', async () => {
  const tasks = [
    { id: 'entry', name: 'Entry' },
    { id: 'plan', name: 'Plan', dependsOn: ['entry'] },
  ];
  const { id } = await tenant.createEngagement({ tasks });
  const { body } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
  const path = `/api/engagements/${id}/deliverables`;
  const run = await platform.engine.waitForRun(body.runId);
  const common = {
    type: 'deliverable' as const,
    wordCount: 9,
    content: written,
    citations: [],
    figures: [],
  };
  run.push({ ...common, taskId: 'entry', filename: 'entry.md' });
  await pollUntil(
    () => tenant.get(`${path}/entry.md`),
    ({ status }) => status === 200,
  );
  expect((await edit(`${path}/entry.md`, written.replace('Few.', 'Two.'), 1)).status).toBe(201);
  run.push({ ...common, taskId: 'plan', filename: 'plan.md' });
  run.push({ type: 'status', status: 'completed', error: null });
  await tenant.waitForEnd(id);
  expect((await tenant.get<DeliverableDetail>(`${path}/plan.md`)).body.staleBecause).toEqual([
    { taskId: 'entry', filename: 'entry.md', usedVersion: 1, latestVersion: 2 },
  ]);
});
