import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.close());

const decisionsOf = (runId: string) =>
  engine.asSuperuser<{
    task_id: string;
    observer_score: number;
    evaluator_score: number;
    review: string | null;
  }>(
    `select task_id, observer_score, evaluator_score, review from engine.routing_decisions where run_id = $1
      order by task_id`,
    [runId],
  );

// QUA-5
it('a run records reasons and scores of each choice, and the next start brings the reviews', async () => {
  const first = runRequest();
  await engine.startRun(first);
  const events = await engine.eventsUntil(first.runId, isOver);
  const scores = new Map(ofType(events, 'score').map(({ taskId, score }) => [taskId, score]));
  const [analytics] = ofType(events, 'analytics');
  for (const routed of analytics?.analytics.modelRouting ?? []) {
    expect(routed.explored).toBe(false);
    expect(routed.candidates).toMatchObject([
      { model: 'local/extractive', verdict: 'best', affordable: true, expectedCost: 0, samples: 0 },
    ]);
    expect(routed.candidates?.[0]?.why).toMatch(/^Chosen/);
  }
  const report =
    ofType(events, 'deliverable').find(({ filename }) => filename === '_run_report.md')?.content ??
    '';
  expect(report).toContain('# Run report');
  // An engine with one model has no choice to report.
  expect(report).not.toContain('## Choice of models');
  for (const { task_id: taskId, observer_score: observed, ...decision } of await decisionsOf(
    first.runId,
  )) {
    expect(observed).toBeGreaterThan(0);
    expect(decision).toEqual({ evaluator_score: scores.get(taskId), review: null });
  }
  const [marked] = ofType(events, 'score');
  expect(marked?.criteria[0]).toMatchObject({
    name: expect.any(String),
    weight: expect.any(Number),
  });

  const reviewOutcomes = [
    { runId: first.runId, taskId: 'market', outcome: 'rejected' as const },
    { runId: first.runId, taskId: 'plan', outcome: 'approved' as const },
    { runId: 'a-run-of-another-time', taskId: 'plan', outcome: 'approved' as const },
  ];
  const second = runRequest({ reviewOutcomes });
  await engine.startRun(second);
  const reviews = (await decisionsOf(first.runId)).map(({ task_id: taskId, review }) => [
    taskId,
    review,
  ]);
  expect(reviews).toEqual([
    ['costs', null],
    ['market', 'rejected'],
    ['plan', 'approved'],
  ]);
  expect((await engine.eventsUntil(second.runId, isOver)).at(-1)).toMatchObject({
    status: 'completed',
  });
  // The router learns from the reviews, but the run does not store them and no model gets them.
  const kept = await engine.asSuperuser<{ input: object }>(
    'select input from engine.runs where id = $1',
    [second.runId],
  );
  expect(kept[0]?.input).not.toHaveProperty('reviewOutcomes');
});

it('a pinned model writes every document, and the log says that it is pinned', async () => {
  const request = runRequest();
  request.engagement.model = 'local/extractive';
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  expect(ofType(events, 'task_started').map(({ model }) => model)).toEqual(
    Array(3).fill('local/extractive'),
  );
  const started = ofType(events, 'log').filter(({ code }) => code === 'task_started');
  expect(started.map(({ message }) => message)).toEqual(
    Array(3).fill(expect.stringContaining('(pinned: ')),
  );
});
