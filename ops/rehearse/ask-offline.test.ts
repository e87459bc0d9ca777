import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOver, ofType } from '../../apps/engine/testing/engine-client.ts';
import { startTestEngine, type TestEngine } from '../../apps/engine/testing/start-test-engine.ts';
import { questionCases } from './testing/tally-questions.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine?.close());

it('a document of the offline model states its assumptions once, in the words of the questions', async () => {
  const pool = questionCases.find(({ name }) => name === 'leisure-pool-repairs');
  if (pool === undefined) throw new Error('There is no case leisure-pool-repairs');
  const { name, client, brief = '', tasks = [] } = pool.engagement;
  await engine.startRun({
    runId: pool.name,
    engagement: {
      ...{ id: pool.name, name, client, brief },
      ...{ budgetUsd: 5, model: 'local/extractive', askBack: 'assume' },
    },
    tasks: tasks.map(({ id = '', name: taskName, description = '' }) => ({ id, name: taskName, description })),
    ...{ sources: [], previous: [], rerunTaskId: null },
  });
  const events = await engine.eventsUntil(pool.name, isOver);
  const asked = ofType(events, 'question');
  const resting = ofType(events, 'deliverable').filter(({ assumptions = [] }) => assumptions.length > 0);
  expect(asked).toHaveLength(3);
  expect(resting.flatMap(({ assumptions = [] }) => assumptions).sort()).toEqual(
    asked.map(({ questionId }) => questionId).sort(),
  );
  for (const { taskId, content = '' } of resting) {
    expect(content.match(/^## Assumptions$/gm)).toHaveLength(1);
    const own = asked.filter((question) => question.taskId === taskId);
    for (const { assumption } of own) expect(content).toContain(assumption);
  }
});
