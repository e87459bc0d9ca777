import type { StoredRunEvent } from '@ecp/sdk/follow-run';
import { describe, expect, test } from 'vitest';
import { applyEvents, emptyRunProjection } from './run-projection.ts';

let seconds = 0;
const event = (type: StoredRunEvent['type'], data: object) =>
  ({
    id: null,
    type,
    timestamp: new Date(Date.UTC(2026, 0, 1, 12, 0, seconds++)).toISOString(),
    ...data,
  }) as StoredRunEvent;
const task = (id: string, name: string, dependsOn: string[] = []) => ({
  id,
  name,
  description: '',
  dependsOn,
  filename: `${id}.md`,
  agent: 'pricing-strategist',
});
const started = event('status', { status: 'running', error: null });
const plan = event('plan', {
  planned: true,
  tasks: [task('a', 'Alpha'), task('b', 'Beta', ['a'])],
});
const begins = event('task_started', {
  taskId: 'a',
  taskName: 'Alpha',
  agent: 'change-lead',
  model: 'steady-3',
});
const paid = (purpose: string, cost: number, answered = true) =>
  event('cost', {
    estimated_cost: cost,
    input_tokens: 10,
    output_tokens: 5,
    steps: 1,
    call: { taskId: 'a', agent: 'change-lead', purpose, answered, cost },
  });
const projection = (...events: StoredRunEvent[]) => applyEvents(emptyRunProjection, events);

test('keeps the lines that tell what the run had to do without apart, with their task', () => {
  const line = (code: string, taskId: string | null) =>
    event('log', { level: 'warning', code, agent: null, taskId, message: code });
  const first = projection(plan, line('images_not_read', null), line('task_started', 'a'));
  const both = applyEvents(first, [line('model_left', 'a'), line('task_started', 'a')]);
  expect(both.notices.map(({ code, taskId, number }) => [code, taskId, number])).toEqual([
    ['images_not_read', null, 1],
    ['model_left', 'a', 3],
  ]);
  expect(both.lines).toHaveLength(4);
  expect(applyEvents(both, [line('task_started', 'a')]).notices).toBe(both.notices);
});

test('counts the questions to people, and waits until anything else happens', () => {
  const until = '2026-01-02T12:00:00.000Z';
  const question = event('question', {
    questionId: 'q',
    taskId: 'a',
    agent: 'change-lead',
    dueAt: until,
  });
  const waiting = projection(plan, begins, question, event('waiting', { until }));
  expect(waiting).toMatchObject({ questions: 1, waitsUntil: until });
  const line = event('log', {
    level: 'info',
    code: 'task_started',
    agent: null,
    taskId: null,
    message: 'x',
  });
  expect(applyEvents(waiting, [line]).waitsUntil).toBe(until);
  expect(applyEvents(waiting, [paid('draft', 0.1)])).toMatchObject({
    questions: 1,
    waitsUntil: null,
  });
});

describe('a task', () => {
  // RES-22
  test('searches and reads until its next paid call, and answers objections after them', () => {
    const line = (code: string, taskId: string | null) =>
      event('log', { level: 'info', code, agent: 'change-lead', taskId, message: code });
    const stepOf = (...events: StoredRunEvent[]) =>
      projection(plan, begins, ...events).tasks[0]?.step;
    expect(stepOf(paid('delegate', 0.1), line('web_searched', 'a'))).toBe('searching');
    expect(stepOf(paid('search', 0.1))).toBe('searching');
    expect(stepOf(line('web_searched', 'a'), line('page_read', 'a'))).toBe('reading');
    expect(stepOf(line('page_read', 'a'), paid('draft', 0.1))).toBe('observing');
    expect(stepOf(line('page_read', null), line('page_read', 'b'))).toBe('preparing');
    expect(stepOf(paid('draft', 0.1), paid('challenge', 0.1))).toBe('answering');
    const done = event('task_complete', {
      taskId: 'a',
      status: 'completed',
      error: null,
      cost: 0.3,
    });
    expect(stepOf(paid('draft', 0.1), done, line('page_read', 'a'))).toBe('observing');
  });

  test('goes from waiting to done, with the data of each event', () => {
    const before = projection(started, plan);
    expect(before).toMatchObject({
      status: 'running',
      planned: true,
      tasks: [{ state: 'waiting' }, { state: 'waiting' }],
    });
    const written = applyEvents(before, [
      begins,
      paid('draft', 0.25),
      event('deliverable', { taskId: 'a', filename: 'alpha.md', wordCount: 300 }),
    ]);
    expect(written.tasks[0]).toMatchObject({
      state: 'evaluating',
      agent: 'change-lead',
      filename: 'alpha.md',
      cost: 0.25,
    });
    const done = applyEvents(written, [
      event('score', { taskId: 'a', score: 82.1, feedback: 'Good' }),
      event('task_complete', { taskId: 'a', status: 'completed', error: null, cost: 0.3 }),
    ]);
    expect(done.tasks[0]).toMatchObject({ state: 'completed', score: 82.1, cost: 0.3 });
    expect(done.tasks[1]).toBe(before.tasks[1]);
  });

  // QUA-7
  test('that stands without a score says why, until it has one', () => {
    const left = projection(
      plan,
      begins,
      event('unscored', { taskId: 'a', reason: 'No model could evaluate it' }),
    );
    expect(left.tasks[0]).toMatchObject({ unscored: 'No model could evaluate it', score: null });
    const scored = applyEvents(left, [event('score', { taskId: 'a', score: 70, feedback: '' })]);
    expect(scored.tasks[0]).toMatchObject({ unscored: null, score: 70 });
  });

  test('takes its current step from its paid calls', () => {
    const steps = ['delegate', 'consult', 'draft', 'observe', 'revise'].map(
      (_purpose, index, all) => {
        const calls = all.slice(0, index + 1).map((each) => paid(each, 0.1));
        return projection(plan, begins, ...calls).tasks[0]?.step;
      },
    );
    expect(steps).toEqual(['drafting', 'consulting', 'observing', 'revising', 'observing']);
    expect(projection(plan, begins, paid('draft', 0.1, false)).tasks[0]?.step).toBe('preparing');
  });
});

test('excludes pauses from the elapsed time', () => {
  seconds = 0;
  const { pausedMs, pausedAt, endedAt } = projection(
    event('status', { status: 'running' }),
    event('status', { status: 'paused' }),
    event('log', { message: 'finishes' }),
    event('status', { status: 'running' }),
    event('status', { status: 'completed' }),
  );
  expect({ pausedMs, pausedAt, endedAt }).toEqual({
    pausedMs: 2_000,
    pausedAt: null,
    endedAt: '2026-01-01T12:00:04.000Z',
  });
});

test('numbers log lines over all events, and classifies them by their data, not by their words', () => {
  const searched =
    'Market Research Analyst searched the sources for "Alpha: failed: why": nothing found';
  const lines = [
    event('log', {
      level: 'info',
      code: 'plan_ready',
      agent: null,
      taskId: null,
      message: 'Planned 2 tasks',
    }),
    event('log', {
      level: 'error',
      code: 'task_failed',
      agent: 'change-lead',
      taskId: 'a',
      message: 'The wall',
    }),
    event('log', {
      level: 'info',
      code: 'sources_searched',
      agent: 'data-analyst',
      taskId: 'a',
      message: searched,
    }),
  ];
  const first = projection(plan, ...lines.slice(0, 2));
  expect(applyEvents(first, lines.slice(2)).lines).toMatchObject([
    { number: 1, level: 'info', agent: null },
    { number: 2, level: 'error', agent: 'change-lead' },
    { number: 3, level: 'info', agent: 'data-analyst', message: searched },
  ]);
});

test('stores question and answer of consultations, and the names of internal files', () => {
  const asked = {
    taskId: 'a',
    from: 'change-lead',
    to: 'brand-strategist',
    question: 'Who?',
    cost: 0.01,
  };
  const { consultations, reports } = projection(
    event('delegation', { ...asked, answer: 'They.' }),
    event('delegation', { ...asked, reused: true }),
    event('deliverable', { taskId: null, filename: '_run_report.md', wordCount: 9 }),
  );
  expect(consultations).toMatchObject([
    { answer: 'They.', reused: false },
    { answer: null, reused: true },
  ]);
  expect(new Set(consultations.map(({ id }) => id)).size).toBe(2);
  expect(reports).toEqual(['_run_report.md']);
});
