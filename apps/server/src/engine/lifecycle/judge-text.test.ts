import {
  EngineJudgement,
  type EngineJudgementRequest,
} from '@ecp/contract/engine/engine-judgements';
import type { JudgeQuestion } from '@ecp/contract/values/judging';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isOver, testTenant } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { readMoney } from '../../../testing/engine/read-money.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';
import type { CatalogModel } from '../models/catalog.ts';

const priced = (id: string, kind?: 'judge'): CatalogModel => {
  const prices = { inputPerMillion: 1, outputPerMillion: 4 };
  return { id, provider: 'openai-compatible', tier: 'standard', ...prices, ...(kind && { kind }) };
};

let engine: TestEngine;
let provider: PricedProvider;
beforeAll(async () => {
  provider = await startPricedProvider([priced('writer'), priced('judge-only', 'judge')]);
  engine = await startTestEngine({
    models: provider.settings,
    limits: { backoffMs: 10, maxBackoffMs: 50 },
  });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});
beforeEach(() => {
  provider.failWhen(() => null);
  provider.respondWith(({ response_format: format }) => {
    if (format?.json_schema?.name !== 'judge') return null;
    const answers = [true, false].map((holds, at) => ({
      question: at + 1,
      holds,
      reason: `Answer ${at + 1}.`,
    }));
    return JSON.stringify({ answers });
  });
});

const question = (statement: string): JudgeQuestion => ({
  statement,
  ask: 'carried',
  figures: [],
  doubts: [],
  passages: [{ source: 'survey.md', words: 'Nobody asked for a smaller bag.' }],
});

function order(changes: Partial<EngineJudgementRequest> = {}): EngineJudgementRequest {
  const { runId: judgementId, engagement } = runRequest();
  const questions = [
    question('Few want a smaller bag.'),
    question('Many want one.'),
    question('The bag is blue.'),
  ];
  return { judgementId, engagement, taskId: null, date: '2026-03-02', questions, ...changes };
}

async function ask(asked: EngineJudgementRequest): Promise<EngineJudgement> {
  return Value.Parse(EngineJudgement, await engine.calls.judge(testTenant, asked));
}
const answersOf = ({ judged }: EngineJudgement) =>
  judged.map(({ answer }) => answer?.holds ?? null);
const calls = () => provider.meter.calls.filter((call) => purposeOf(call) === 'judge');

// CHK-8
test('a text of a person is judged in one call, and a repeated request pays nothing', async () => {
  const asked = order();
  const before = calls().length;
  const judgement = await ask(asked);
  expect(judgement).toMatchObject({ judgementId: asked.judgementId, status: 'completed' });
  expect(answersOf(judgement)).toEqual([true, false, null]);
  expect(judgement.judged.map(({ question: { statement } }) => statement)).toEqual(
    asked.questions.map(({ statement }) => statement),
  );
  const [call] = calls().slice(before);
  expect(call?.body.model).toBe('judge-only');
  expect(call && textOf(call)).toContain('The document is of 2026-03-02');
  expect(await ask({ ...asked, questions: [question('Another one.')] })).toEqual(judgement);
  expect(calls().length - before).toBe(1);
  const money = await readMoney(engine, asked.engagement.id);
  expect(money).toMatchObject({ spent: expect.any(Number), reserved: 0 });
  expect(judgement.judgingSpentUsd).toBeCloseTo(Number(money.spent) / 1e9, 9);
  expect(judgement.judgingSpentUsd).toBeGreaterThan(0);
});

// CHK-8
test('without money, or when every judge fails, it ends without answers', async () => {
  const before = calls().length;
  const { engagement } = order();
  const poor = await ask(order({ engagement: { ...engagement, budgetUsd: 0.000_1 } }));
  expect([poor.status, answersOf(poor), calls().length - before]).toEqual([
    'completed',
    [null, null, null],
    0,
  ]);
  provider.failWhen(() => ({ kind: 'bad_request' }));
  const failed = await ask(order());
  expect([failed.status, answersOf(failed)]).toEqual(['completed', [null, null, null]]);
});

// CHK-8, CHK-2
test('the model that wrote for the task of the document does not judge it', async () => {
  const { engagement } = order();
  const { runId, ...request } = runRequest({ tasks: [{ id: 'one', name: 'Market research' }] });
  await engine.startRun({ runId, ...request, engagement });
  await engine.eventsUntil(runId, isOver);
  provider.failWhen(({ model }) => (model === 'judge-only' ? { kind: 'bad_request' } : null));
  const before = calls().length;
  expect(answersOf(await ask(order({ engagement, taskId: 'one' })))).toEqual([null, null, null]);
  expect(
    new Set(
      calls()
        .slice(before)
        .map(({ body }) => body.model),
    ),
  ).toEqual(new Set(['judge-only']));
  expect(answersOf(await ask(order({ taskId: null })))).toEqual([true, false, null]);
});
