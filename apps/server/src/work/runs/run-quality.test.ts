import type { DeliverableListItem, DeliverableVersions } from '@ecp/contract/work/deliverables';
import type { RunQuality } from '@ecp/contract/work/runs';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import type { Static } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFinishedRun } from '../../../testing/finished-work.ts';
import { comparable, createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const read = async <Answer>(path: string) =>
  (await tenant.owner.get<Answer>(`/api/engagements/${path}`)).body;
const listOf = (id: string) =>
  read<Static<typeof DeliverableListItem>[]>(`${id}/deliverables?include_internal=true`);

/**
 * Makes an engagement whose tasks `a` (80), `b` (60.5) and `c` (without a score) ran, then `a` (90)
 * alone.
 */
async function createRerun(owner = tenant): Promise<string> {
  const tasks = [{ taskId: 'a', score: 80 }, { taskId: 'b', score: 60.5 }, { taskId: 'c' }];
  const id = await addFinishedRun(platform, owner.tenantId, { finishedAt: at(1), tasks });
  const again = {
    engagementId: id,
    finishedAt: at(2),
    version: 2,
    tasks: [{ taskId: 'a', score: 90 }],
  };
  return addFinishedRun(platform, owner.tenantId, again);
}

/** Returns the ids of the whole run and of the rerun, as the list of deliverables names them. */
async function runsOf(id: string): Promise<{ whole: string; rerun: string }> {
  const list = await listOf(id);
  const runOf = (version: number) =>
    list.find((entry) => entry.taskId === 'a' && entry.version === version)?.runId;
  return { whole: runOf(1) ?? '', rerun: runOf(2) ?? '' };
}

test('every version in lists has the score of its task in its own run, however many runs followed', async () => {
  const id = await createRerun();
  const { runId: newest } = await read<RunQuality>(`${id}/quality`);
  const { whole, rerun } = await runsOf(id);
  expect(rerun).toBe(newest);
  expect(whole).not.toBe(newest);
  const report = { runId: whole, filename: '_run_report.md', taskId: null, createdAt: at(3) };
  await insertDeliverable(platform.database, tenant.tenantId, id, report);

  const list = await listOf(id);
  expect(
    list.map(({ filename, version, score, runId }) => [filename, version, score, runId]),
  ).toEqual([
    ['_run_report.md', 1, null, whole],
    ['a.md', 2, 90, rerun],
    ['a.md', 1, 80, whole],
    ['b.md', 1, 60.5, whole],
    ['c.md', 1, null, whole],
  ]);
  const { versions } = await read<Static<typeof DeliverableVersions>>(
    `${id}/deliverables/a.md/versions`,
  );
  expect(versions.map(({ version, score, runId }) => [version, score, runId])).toEqual([
    [2, 90, rerun],
    [1, 80, whole],
  ]);
});

// MOD-27
test('a count of the offline model is no score of a version, and is marked in the quality', async () => {
  const id = await createRerun();
  await platform.asSuperuser(
    'update platform.quality_scores set offline = true where engagement_id = $1',
    [id],
  );
  expect(new Set((await listOf(id)).map(({ score }) => score))).toEqual(new Set([null]));
  const { scores } = await read<RunQuality>(`${id}/quality`);
  expect(scores).toMatchObject([{ score: 90, offline: true }]);
});

test('quality is that of the newest run, or of the requested run', async () => {
  const id = await createRerun();
  const { whole, rerun } = await runsOf(id);
  const newest = await read<RunQuality>(`${id}/quality`);
  expect(newest).toMatchObject({
    runId: rerun,
    averageScore: 90,
    scores: [{ taskId: 'a', taskName: 'a', score: 90 }],
  });
  expect(await read(`${id}/quality?runId=${rerun}`)).toEqual(newest);
  const earlier = await read<RunQuality>(`${id}/quality?runId=${whole}`);
  expect(earlier).toMatchObject({ runId: whole, averageScore: 70.25, runStatus: 'completed' });
  expect(earlier.runStartedAt).toBe(at(1).toISOString());
  expect(earlier.scores.map(({ taskId, score }) => [taskId, score]).toSorted()).toEqual([
    ['a', 80],
    ['b', 60.5],
  ]);
});

test('a run without scores shows no scores of another run', async () => {
  const id = await createRerun();
  const runId = await insertRun(platform.database, tenant.tenantId, id, {
    startedAt: at(9),
    status: 'failed',
  });
  const nothing = { runId, averageScore: null, runStatus: 'failed', scores: [] };
  expect(await read(`${id}/quality?runId=${runId}`)).toMatchObject(nothing);
});

test('a run of another engagement or tenant answers exactly like one that never existed', async () => {
  const stranger = await createKeyedTenant(platform);
  const [id, other, foreign] = [
    await createRerun(),
    await createRerun(),
    await createRerun(stranger),
  ];
  const [elsewhere] = await platform.asSuperuser(
    'select id from platform.runs where engagement_id = $1',
    [foreign],
  );
  const never = await tenant.owner.get(`/api/engagements/${id}/quality?runId=tz4a98xxat96iws9`);
  expect(never).toMatchObject({ status: 404, body: { error: 'Not found', code: 'not_found' } });
  const empty = await insertEngagement(platform.database, tenant.tenantId);
  for (const path of [
    `${id}/quality?runId=${(await runsOf(other)).whole}`,
    `${id}/quality?runId=${elsewhere?.id}`,
    `${foreign}/quality?runId=${elsewhere?.id}`,
    `${empty}/quality?runId=${(await runsOf(other)).whole}`,
  ]) {
    expect(comparable(await tenant.owner.get(`/api/engagements/${path}`))).toEqual(
      comparable(never),
    );
  }
});
