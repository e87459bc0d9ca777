import type { Question } from '@ecp/contract/work/questions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../../../testing/populated-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());

// ASK-18
test('what a document leaves open is asked once, and the document rests on it', async () => {
  const { engagement, filename } = tenant.ids;
  const path = `/api/engagements/${engagement}/questions`;
  const body = { filename, question: 'Who owns the meters?' };
  const asked = await tenant.owner.post<Question>(path, body);
  expect(asked).toMatchObject({
    status: 201,
    body: {
      question: body.question,
      status: 'assumed',
      answer: null,
      dueAt: null,
      documents: [{ filename }],
    },
  });
  expect((await tenant.owner.post<Question>(path, body)).body.id).toBe(asked.body.id);
  const { questions } = (await tenant.owner.get<{ questions: Question[] }>(path)).body;
  expect(questions.filter(({ question }) => question === body.question)).toHaveLength(1);
  const unknown = { ...body, filename: 'none.md' };
  expect(await tenant.owner.post(path, unknown)).toMatchObject({ status: 404 });
  const answered = await tenant.owner.post<Question>(`${path}/${asked.body.id}/answer`, {
    answer: 'The council.',
  });
  expect(answered).toMatchObject({
    status: 200,
    body: { status: 'answered', answer: 'The council.' },
  });
});
