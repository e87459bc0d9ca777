import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { NoteAnswer } from '@ecp/contract/values/review-answers';
import type { Comment } from '@ecp/contract/work/comments';
import type { DeliverableDetail, DeliverableVersions } from '@ecp/contract/work/deliverables';
import type { Static } from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ScriptedRun } from '../../../../testing/scripted-engine/scripted-run.ts';
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

const answers: NoteAnswer[] = [
  {
    commentId: null,
    note: 'Add rent.',
    outcome: 'partly',
    section: 'Costs',
    text: 'Rent is open: ask the landlord.',
  },
  { commentId: null, note: 'Name owners.', outcome: 'not_met', section: null, text: '' },
];

/** Plays a run that writes one file, like an engine that amended it or one that drafted it. */
const write = (noteAnswers?: NoteAnswer[]) => (run: ScriptedRun) => {
  const content = '# A\n\n1. Of nothing. — **Met:** Words of the document.\n';
  const file = {
    taskId: 'a',
    filename: 'a.md',
    wordCount: 9,
    content,
    ...(noteAnswers && { noteAnswers }),
  };
  run.push({ type: 'deliverable', ...file });
  run.push({ type: 'status', status: 'completed', error: null });
};

// REV-16
test('a version has its note answers as data, separate from its text', async () => {
  const { id } = await tenant.createEngagement({ tasks: [{ id: 'a', name: 'A' }] });
  const path = `/api/engagements/${id}/deliverables/a.md`;
  platform.engine.onStart(write());
  await tenant.post(`/api/engagements/${id}/run`);
  await tenant.waitForEnd(id);
  platform.engine.onStart(write(answers));
  await tenant.post(`${path}/rerun`);
  await tenant.waitForEnd(id);

  expect((await tenant.get<DeliverableDetail>(path)).body).toMatchObject({
    version: 2,
    noteAnswers: answers,
  });
  expect((await tenant.get<DeliverableDetail>(`${path}?version=1`)).body.noteAnswers).toEqual([]);
  const { body } = await tenant.get<Static<typeof DeliverableVersions>>(`${path}/versions`);
  expect(body.versions.map(({ noteAnswers }) => noteAnswers)).toEqual([answers, []]);
  const { body: file } = await tenant.get<{ deliverables: DeliverableDetail[] }>(
    '/api/account/export',
  );
  expect(
    file.deliverables.map(({ version, noteAnswers }) => [version, noteAnswers]).sort(),
  ).toEqual([
    [1, []],
    [2, answers],
  ]);
});

// CMT-7, CMT-8, CMT-9
test('a rerun gets the open comments as data, those that a review sends back or all, and answers each', async () => {
  const { id } = await tenant.createEngagement({ tasks: [{ id: 'a', name: 'A' }] });
  const path = `/api/engagements/${id}/deliverables/a.md`;
  platform.engine.onStart(write());
  await tenant.post(`/api/engagements/${id}/run`);
  await tenant.waitForEnd(id);
  const comment = async (body: object) =>
    (await tenant.post<Comment>(`${path}/comments`, body)).body;
  const on = await comment({ body: 'Of what?', quote: 'Of nothing', suggestion: 'Of all' });
  await tenant.post(`/api/engagements/${id}/comments/${on.id}/replies`, { body: 'Ask.' });
  const whole = await comment({ body: 'Short?' });
  const done = await comment({ body: 'Done.' });
  await tenant.patch(`/api/engagements/${id}/comments/${done.id}`, { status: 'resolved' });

  const asData = {
    id: on.id,
    quote: 'Of nothing',
    section: 'A',
    body: 'Of what?',
    suggestion: 'Of all',
  };
  const first = { ...asData, authorKind: 'user', replies: [{ authorKind: 'user', body: 'Ask.' }] };
  const second = { id: whole.id, quote: null, section: null, body: 'Short?', suggestion: null };
  const rerun = async (answered: NoteAnswer[]) => {
    const requests: StartRunRequest[] = [];
    platform.engine.onStart((run) => {
      requests.push(run.request);
      write(answered)(run);
    });
    await tenant.post(`${path}/rerun`);
    await tenant.waitForEnd(id);
    return requests[0]?.previous[0];
  };
  const answer: NoteAnswer = {
    commentId: on.id,
    note: 'Of what?',
    outcome: 'met',
    section: 'A',
    text: 'Of words.',
  };
  const sent = await rerun([...answers, answer]);
  expect(sent?.comments).toEqual([first, { ...second, authorKind: 'user', replies: [] }]);
  const { comments } = (await tenant.get<{ comments: Comment[] }>(`${path}/comments`)).body;
  expect(comments).toMatchObject([
    { id: on.id, status: 'open', answer, answeredVersion: 2 },
    { id: whole.id, answer: null, answeredVersion: null },
    { id: done.id, answer: null },
  ]);

  const review = { action: 'request_revision', comments: [on.id, done.id] };
  expect(await tenant.post(`${path}/review`, review)).toMatchObject({
    status: 400,
    body: { code: 'comment_not_open' },
  });
  expect((await tenant.post(`${path}/review`, { ...review, comments: [whole.id] })).status).toBe(
    200,
  );
  expect((await rerun([]))?.comments?.map(({ id: given }) => given)).toEqual([whole.id]);
  // The review of an older version is over, and those that no version has answered come first.
  expect((await rerun([]))?.comments?.map(({ id: given }) => given)).toEqual([whole.id, on.id]);
});
