import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOver, ofType } from '../../../apps/engine/testing/engine-client.ts';
import { startTestEngine, type TestEngine } from '../../../apps/engine/testing/start-test-engine.ts';
import { questionCases, rehearseQuestions, requestOf } from '../testing/rehearse-questions.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine?.close());

it('the offline model asks about nine gaps in ten and needlessly in at most every tenth run', async () => {
  const { missed, needless, share, perRun } = await rehearseQuestions(engine, 'local/extractive');
  expect(share, missed.join('\n')).toBeGreaterThanOrEqual(0.9);
  expect(perRun, needless.join('\n')).toBeLessThanOrEqual(0.1);
}, 300_000);

it('a document of the offline model states its assumptions once, in the words of the questions', async () => {
  const pool = questionCases.find(({ name }) => name === 'leisure-pool-repairs');
  if (pool === undefined) throw new Error('There is no case leisure-pool-repairs');
  const request = { ...(await requestOf(pool, 'local/extractive')), runId: 'pool-again' };
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
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
