import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

const question = 'Which margin does the board want in 2028?';
const assumption = 'The board wants a margin of 40 % in 2028.';
const impact = 'The price of the subscription';
const ask = (given = question) => ({
  name: 'ask_question',
  arguments: JSON.stringify({ question: given, assumption, impact }),
});

let provider: PricedProvider;
let engine: TestEngine;
beforeAll(async () => {
  provider = await startPricedProvider();
  provider.respondWith((body) => {
    const asks =
      textOf({ body }).includes('Task: Cost analysis') &&
      purposeOf({ body }) === 'draft' &&
      body.tools;
    if (!asks || body.messages.some(({ role }) => role === 'tool')) return null;
    return {
      toolCalls: textOf({ body }).includes('Ask four')
        ? [1, 2, 3, 4].map((n) => ask(`${n}?`))
        : [ask()],
    };
  });
  engine = await startTestEngine({ models: provider.settings });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});

type Asking = Pick<StartRunRequest['engagement'], 'askBack' | 'askBackHours'>;

function request(asking: Asking, overrides: Partial<StartRunRequest> = {}): StartRunRequest {
  const made = runRequest({
    tasks: [{ id: 'costs', name: 'Cost analysis', description: 'Costs.' }],
    ...overrides,
  });
  return { ...made, engagement: { ...made.engagement, ...asking } };
}

const answer = (runId: string, questionId: string, text: string) =>
  engine.answer(runId, questionId, text);
const isParked = (events: Parameters<typeof isOver>[0]) => events.at(-1)?.type === 'waiting';
const openWork = async (runId: string) =>
  (await durableRecords(engine, 'engine').read()).filter(
    ({ id, state }) => state !== 'ended' && id.includes(runId),
  );
const lastPrompt = (runId: string) =>
  textOf(
    provider.meter.calls.findLast(
      (call) => purposeOf(call) === 'draft' && textOf(call).includes(`${runId}.`),
    ) as never,
  );

describe('with assumptions', () => {
  // ASK-15
  it('goes on at once, and the document states the assumption that its text lacks', async () => {
    const given = request({ askBack: 'assume' });
    await engine.startRun(given);
    const events = await engine.eventsUntil(given.runId, isOver);
    const [asked] = ofType(events, 'question');
    expect(asked).toMatchObject({ taskId: 'costs', question, assumption, impact, dueAt: null });
    const [document] = ofType(events, 'deliverable');
    expect(document?.assumptions).toEqual([asked?.questionId]);
    expect(document?.content).toContain(`## Assumptions\n\n- ${assumption}\n`);
    expect(lastPrompt(given.runId)).toContain('Go on from the assumption');
    expect(await answer(given.runId, asked?.questionId ?? '', '38 %')).toBe(true);
    const after = await engine.eventsUntil(given.runId, isOver);
    expect(after).toEqual(events);
  });

  // ASK-16
  it('asks at most three questions a task', async () => {
    const given = request({ askBack: 'assume' });
    const engagement = { ...given.engagement, brief: `Ask four. ${given.engagement.brief}` };
    await engine.startRun({ ...given, engagement });
    const events = await engine.eventsUntil(given.runId, isOver);
    expect(ofType(events, 'question').map((event) => event.question)).toEqual(['1?', '2?', '3?']);
  });

  // ASK-16
  it('offers no questions where the engagement has them off', async () => {
    const given = request({ askBack: 'off' });
    await engine.startRun(given);
    const events = await engine.eventsUntil(given.runId, isOver);
    expect(ofType(events, 'question')).toEqual([]);
    expect(ofType(events, 'log').some(({ code }) => code === 'tool_refused')).toBe(false);
  });
});

describe('with waiting', () => {
  // ASK-14
  it('keeps neither workflow nor money until the answer, which is then a source', async () => {
    const given = request({ askBack: 'wait', askBackHours: 24 });
    await engine.startRun(given);
    const before = await engine.eventsUntil(given.runId, isParked);
    const questionId = ofType(before, 'question')[0]?.questionId ?? '';
    expect(ofType(before, 'waiting')[0]?.until).toBe(ofType(before, 'question')[0]?.dueAt);
    await expect.poll(() => openWork(given.runId)).toEqual([]);
    expect((await engine.readRun(given.runId)).status).toBe('running');
    const [budget] = await engine.asSuperuser<{ reserved: string }>(
      'select reserved_nano_usd as reserved from engine.budgets where engagement_id = $1',
      [given.engagement.id],
    );
    expect(Number(budget?.reserved)).toBe(0);
    expect(await answer(given.runId, questionId, 'The board wants 38 %.')).toBe(true);
    expect(await answer(given.runId, questionId, 'Another.')).toBe(false);
    const events = await engine.eventsUntil(given.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'completed' });
    expect(lastPrompt(given.runId)).toContain(`Cite as: Answer ${questionId}`);
    expect(ofType(events, 'deliverable')[0]?.assumptions).toBeUndefined();
    expect(ofType(events, 'task_complete')).toHaveLength(1);
  });

  // ASK-3
  it('goes on from the assumption when the time is over', async () => {
    const given = request({ askBack: 'wait', askBackHours: 0.0002 });
    await engine.startRun(given);
    const events = await engine.eventsUntil(given.runId, isOver);
    const questionId = ofType(events, 'question')[0]?.questionId;
    expect(ofType(events, 'question_assumed')).toMatchObject([{ questionId }]);
    expect(ofType(events, 'deliverable')[0]).toMatchObject({ assumptions: [questionId] });
  });

  // ASK-14
  it('lets the other tasks go on, and the waiting one beside them', async () => {
    const tasks = [
      { id: 'costs', name: 'Cost analysis', description: 'Costs.' },
      { id: 'market', name: 'Market research', description: 'Markets.' },
      { id: 'plan', name: 'Growth plan', description: 'Both.', dependsOn: ['costs', 'market'] },
    ];
    const given = request({ askBack: 'wait' }, { tasks });
    await engine.startRun(given);
    const before = await engine.eventsUntil(given.runId, isParked);
    expect(ofType(before, 'task_complete').map(({ taskId }) => taskId)).toEqual(['market']);
    await answer(
      given.runId,
      ofType(before, 'question')[0]?.questionId ?? '',
      'The board wants 38 %.',
    );
    const events = await engine.eventsUntil(given.runId, isOver);
    expect(ofType(events, 'task_complete').map(({ taskId }) => taskId)).toEqual([
      'market',
      'costs',
      'plan',
    ]);
    const drafts = provider.meter.calls.filter((call) => textOf(call).includes(`${given.runId}.`));
    const firstTurns = drafts.filter(
      (call) => purposeOf(call) === 'draft' && textOf(call).includes('Task: Cost analysis'),
    );
    expect(firstTurns).toHaveLength(2);
  });

  // ASK-14
  it('ends at Stop, and an answer no longer wakes it', async () => {
    const given = request({ askBack: 'wait' });
    await engine.startRun(given);
    const before = await engine.eventsUntil(given.runId, isParked);
    await engine.control(given.runId, 'stop');
    const events = await engine.eventsUntil(given.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'failed', failureReason: 'stopped' });
    const questionId = ofType(before, 'question')[0]?.questionId ?? '';
    expect(await answer(given.runId, questionId, '38 %')).toBe(true);
    expect(await openWork(given.runId)).toEqual([]);
    expect((await engine.readRun(given.runId)).status).toBe('failed');
  });

  // ASK-14
  it('stays paused with its answer until it is resumed', async () => {
    const given = request({ askBack: 'wait' });
    await engine.startRun(given);
    const before = await engine.eventsUntil(given.runId, isParked);
    await engine.control(given.runId, 'pause');
    await answer(given.runId, ofType(before, 'question')[0]?.questionId ?? '', '38 %');
    expect(await openWork(given.runId)).toEqual([]);
    await engine.control(given.runId, 'resume');
    const events = await engine.eventsUntil(given.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'completed' });
  });

  // ASK-14
  it('is erased with its questions', async () => {
    const given = request({ askBack: 'wait' });
    await engine.startRun(given);
    await engine.eventsUntil(given.runId, isParked);
    await engine.deleteEngagement(given.engagement.id);
    const left = await engine.asSuperuser('select from platform.questions where run_id = $1', [
      given.runId,
    ]);
    expect(left).toEqual([]);
    const works = await durableRecords(engine, 'engine').read();
    expect(works.filter(({ id }) => id.includes(`/${given.runId}`))).toEqual([]);
  });
});

describe('a planner that asks', () => {
  // ASK-17
  it('lets the task wait that needs the answer, and no other', async () => {
    provider.respondWith((body) => {
      if (purposeOf({ body }) !== 'plan') return null;
      const task = { description: 'Look at it.', agent: 'market-research-analyst', dependsOn: [] };
      const tasks = ['one', 'two'].map((id) => ({ ...task, id, name: `Part ${id}` }));
      return JSON.stringify({ tasks, questions: [{ task: 'two', question, assumption, impact }] });
    });
    const given = request({ askBack: 'wait' }, { tasks: [] });
    await engine.startRun(given);
    const before = await engine.eventsUntil(given.runId, isParked);
    expect(ofType(before, 'question')).toMatchObject([
      { taskId: 'two', agent: expect.any(String), question },
    ]);
    expect(ofType(before, 'task_complete').map(({ taskId }) => taskId)).toEqual(['one']);
    expect(ofType(before, 'task_started').map(({ taskId }) => taskId)).toEqual(['one']);
    await answer(given.runId, ofType(before, 'question')[0]?.questionId ?? '', '38 %');
    const events = await engine.eventsUntil(given.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'completed' });
  });
});
