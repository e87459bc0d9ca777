import type { NoteAnswer } from '@ecp/contract/values/note-answers';
import type { DeliverableDetail, DeliverableVersions } from '@ecp/contract/work/deliverables';
import type { ScriptedRun } from '@ecp/testing/scripted-engine/scripted-run';
import type { Static } from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});

const answers: NoteAnswer[] = [
  { note: 'Add rent.', outcome: 'partly', section: 'Costs', text: 'Rent is open: ask the landlord.' },
  { note: 'Name owners.', outcome: 'not_met', section: null, text: '' },
];

/** Plays a run that writes one file, like an engine that amended it or one that drafted it. */
const write = (noteAnswers?: NoteAnswer[]) => (run: ScriptedRun) => {
  const content = '# A\n\n1. Of nothing. — **Met:** Words of the document.\n';
  const file = { taskId: 'a', filename: 'a.md', wordCount: 9, content, ...(noteAnswers && { noteAnswers }) };
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

  expect((await tenant.get<DeliverableDetail>(path)).body).toMatchObject({ version: 2, noteAnswers: answers });
  expect((await tenant.get<DeliverableDetail>(`${path}?version=1`)).body.noteAnswers).toEqual([]);
  const { body } = await tenant.get<Static<typeof DeliverableVersions>>(`${path}/versions`);
  expect(body.versions.map(({ noteAnswers }) => noteAnswers)).toEqual([answers, []]);
  const { body: file } = await tenant.get<{ deliverables: DeliverableDetail[] }>('/api/account/export');
  expect(file.deliverables.map(({ version, noteAnswers }) => [version, noteAnswers]).sort()).toEqual([
    [1, []],
    [2, answers],
  ]);
});
