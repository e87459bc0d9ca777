import Fastify from 'fastify';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { checkAnswers } from './check-answers.ts';

async function answerOf(answer: unknown, status = 200): Promise<number> {
  const app = Fastify();
  checkAnswers(app);
  const schema = Type.Object({
    id: Type.String(),
    tasks: Type.Array(Type.Object({}, { additionalProperties: true })),
  });
  app.get(
    '/',
    { config: { endpoint: {} } as never, schema: { response: { 200: schema } } },
    (_request, reply) => reply.code(status as 200).send(answer as never),
  );
  const { statusCode } = await app.inject('/');
  await app.close();
  return statusCode;
}

// REQ-7
test('a declared response passes', async () => {
  expect(await answerOf({ id: 'a', tasks: [{ anything: 1 }] })).toBe(200);
});

test.each([{ id: 'a' }, { id: 1, tasks: [] }, { id: 'a', tasks: [], secret: 'x' }])(
  'a response with another shape fails: %j',
  async (answer) => {
    expect(await answerOf(answer)).toBe(500);
  },
);

// REQ-7
test('an undeclared status fails', async () => {
  expect(await answerOf({ id: 'a', tasks: [] }, 202)).toBe(500);
});
