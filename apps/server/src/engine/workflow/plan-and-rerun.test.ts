import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import { type PricedProvider, purposeOf, textOf } from '../../../testing/engine/priced-provider.ts';
import { findRunFaults } from '../../../testing/engine/run-integrity.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { shareTestEngine } from '../../../testing/engine/share-test-engine.ts';
import type { TestEngine } from '../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
let provider: PricedProvider;

beforeAll(async () => {
  ({ engine, provider } = await shareTestEngine());
});
beforeEach(() => {
  provider.failWhen(() => null);
  provider.respondWith(() => null);
});

const callsOf = (runId: string, purpose: string) =>
  provider.meter.calls.filter(
    (call) => textOf(call).includes(` ${runId}.`) && purposeOf(call) === purpose,
  );

/**
 * Answers the calls of some purposes with fixed values. The provider answers the others as usual.
 */
function script(answers: Record<string, (body: ChatRequest) => unknown>): void {
  provider.respondWith((body) => {
    const answer = answers[purposeOf({ body })]?.(body);
    return answer === undefined
      ? null
      : typeof answer === 'string'
        ? answer
        : JSON.stringify(answer);
  });
}

describe('a run without tasks', () => {
  // PLN-1
  it('is planned from the brief; the plan is repaired, emitted and executed', async () => {
    const task = { description: 'Look at it.', agent: 'market-research-analyst' };
    script({
      plan: () => ({
        tasks: [
          { ...task, id: 'scan', name: 'Scan the market', dependsOn: ['close', 'nowhere'] },
          { ...task, id: 'close', name: 'Close the books', dependsOn: ['scan'] },
          { ...task, id: 'scan', name: 'Scan the rivals', dependsOn: [] },
        ],
      }),
    });
    const request = runRequest({ tasks: [] });
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);
    const [plan] = ofType(events, 'plan');
    expect(plan?.planned).toBe(true);
    expect(plan?.tasks.map(({ id, dependsOn }) => ({ id, dependsOn }))).toEqual([
      { id: 'scan', dependsOn: [] },
      { id: 'close', dependsOn: ['scan'] },
      { id: 'scan-2', dependsOn: [] },
      { id: 'synthesis', dependsOn: ['scan', 'close', 'scan-2'] },
    ]);
    expect(plan?.tasks.at(-1)).toMatchObject({ name: 'Board paper', synthesis: true });
    const tasks = (plan?.tasks ?? []).map(({ id, name }) => ({ id, name }));
    expect(
      await findRunFaults(engine, provider.meter.calls, { runId: request.runId, tasks }, events),
    ).toEqual([]);
    // The names of upstream tasks are those of the plan.
    const [draft] = callsOf(request.runId, 'draft').filter((call) =>
      textOf(call).includes('Task: Close the books'),
    );
    expect(draft && textOf(draft)).toContain('Task done: Scan the market');
  });

  it('fails with an actionable message if the planner finds no task or cannot be reached', async () => {
    provider.failWhen((body) => (purposeOf({ body }) === 'plan' ? { kind: 'bad_request' } : null));
    const request = runRequest({ tasks: [] });
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(events.at(-1)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('refused the request'),
    });
  });
});

describe('a lead agent', () => {
  /**
   * A rerun of a task beside which another agent has a finished document that the task does not
   * build on.
   */
  const withUnseenDocument = () =>
    runRequest({
      tasks: [
        { id: 'one', name: 'Market research', agent: 'market-research-analyst' },
        { id: 'prices', name: 'Price study', agent: 'pricing-strategist' },
      ],
      rerunTaskId: 'one',
      previous: [
        {
          taskId: 'prices',
          filename: 'price-study.md',
          version: 1,
          reviewNotes: [],
          content: '# Prices\n\nThe panel pays fourteen.',
        },
      ],
    });

  it('asks a colleague: question, answer and cost are recorded, and the draft has the answer', async () => {
    script({
      delegate: () => ({
        questions: [{ agentSlug: 'pricing-strategist', question: 'What price will they pay?' }],
      }),
      consult: () => ({ answer: 'Fourteen dollars a bag, says the panel.' }),
    });
    const request = withUnseenDocument();
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);
    const [consult] = callsOf(request.runId, 'consult');
    const [row] = await engine.asSuperuser(
      'select from_agent, to_agent, question, answer, cost_nano_usd::integer as cost from engine.delegations where run_id = $1',
      [request.runId],
    );
    expect(row).toEqual({
      from_agent: 'market-research-analyst',
      to_agent: 'pricing-strategist',
      question: 'What price will they pay?',
      answer: 'Fourteen dollars a bag, says the panel.',
      cost: consult?.costNanoUsd,
    });
    expect(ofType(events, 'delegation')).toMatchObject([
      {
        taskId: 'one',
        from: 'market-research-analyst',
        to: 'pricing-strategist',
        question: 'What price will they pay?',
        cost: (consult?.costNanoUsd ?? 0) / 1e9,
      },
    ]);
    const [draft] = callsOf(request.runId, 'draft');
    expect(draft && textOf(draft)).toContain('Fourteen dollars a bag');
    expect(consult && textOf(consult)).toContain('The panel pays fourteen.');
  });

  it('asks nobody twice, and nobody whose documents it sees or who has none', async () => {
    const ask = (agentSlug: string) => ({ agentSlug, question: 'What do you know?' });
    script({
      delegate: () => ({ questions: [ask('pricing-strategist'), ask('pricing-strategist')] }),
    });
    const request = withUnseenDocument();
    await engine.startRun(request);
    await engine.eventsUntil(request.runId, isOver);
    expect(callsOf(request.runId, 'consult')).toHaveLength(1);
    const alone = runRequest();
    await engine.startRun(alone);
    await engine.eventsUntil(alone.runId, isOver);
    expect(callsOf(alone.runId, 'delegate')).toHaveLength(0);
  });
});

describe('the observer', () => {
  const low = {
    score: 40,
    strengths: [],
    issues: [{ concern: 'form', issue: 'Name the source of the figure.' }],
  };
  const oneTask = () => runRequest({ tasks: [{ id: 'one', name: 'Market research' }] });

  it('causes one revision of a weak draft, with its issues, and the better version is delivered', async () => {
    script({
      observe: ({ messages }) =>
        JSON.stringify(messages).includes('revised text') ? { ...low, score: 88 } : low,
      draft: () => '# Market research\n\nThe first text.',
      revise: () => '# Market research\n\nThe revised text.',
    });
    const request = oneTask();
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(ofType(events, 'deliverable')[0]?.content).toContain('revised text');
    const [revise] = callsOf(request.runId, 'revise');
    expect(revise && textOf(revise)).toContain('Issue 1: Name the source of the figure.');
    const [routing] = ofType(events, 'analytics').flatMap(
      ({ analytics }) => analytics.modelRouting,
    );
    expect(routing).toMatchObject({ taskId: 'one', observerScore: 88 });
  });

  it('keeps the draft if it scores the revision lower', async () => {
    script({
      observe: ({ messages }) =>
        JSON.stringify(messages).includes('revised text') ? { ...low, score: 20 } : low,
      draft: () => '# Market research\n\nThe first text.',
      revise: () => '# Market research\n\nThe revised text.',
    });
    const request = oneTask();
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(ofType(events, 'deliverable')[0]?.content).toContain('The first text.');
    expect(callsOf(request.runId, 'revise')).toHaveLength(1);
  });
});

describe('a paid draft', () => {
  const refuse = (purpose: string) =>
    provider.failWhen((body) => (purposeOf({ body }) === purpose ? { kind: 'bad_request' } : null));

  it.each(['revise', 'observe'])(
    'is delivered although the provider refuses to %s it',
    async (purpose) => {
      script({
        observe: () => ({
          score: 40,
          strengths: [],
          issues: [{ concern: 'form', issue: 'Name the source of the figure.' }],
        }),
        draft: () => '# Market research\n\nThe first text.',
      });
      refuse(purpose);
      const request = runRequest({ tasks: [{ id: 'one', name: 'Market research' }] });
      await engine.startRun(request);
      const events = await engine.eventsUntil(request.runId, isOver);
      provider.failWhen(() => null);
      expect(ofType(events, 'deliverable')[0]?.content).toContain('The first text.');
      expect(ofType(events, 'score')).toHaveLength(1);
      expect(events.at(-1)).toMatchObject({ type: 'status', status: 'completed' });
    },
  );
});

describe('a rerun of one task', () => {
  // REV-10
  it('executes only it, with its previous version, the notes, and its upstream deliverables', async () => {
    const document = { version: 1, reviewNotes: [] };
    const request = runRequest({
      rerunTaskId: 'plan',
      previous: [
        {
          ...document,
          taskId: 'market',
          filename: 'market-research.md',
          content: '# Market\n\nThe market is large.',
        },
        {
          ...document,
          taskId: 'costs',
          filename: 'cost-analysis.md',
          content: '# Costs\n\nRoasting is dear.',
        },
        {
          taskId: 'plan',
          filename: 'the-old-name.md',
          version: 3,
          content: '# Plan\n\nOpen a shop.',
          reviewNotes: ['Add the cost of rent.', 'Name an owner for each step.'],
        },
      ],
    });
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'completed', error: null });
    expect(
      ofType(events, 'deliverable').map(({ taskId, filename }) => ({ taskId, filename })),
    ).toEqual([{ taskId: 'plan', filename: 'the-old-name.md' }]);
    expect(ofType(events, 'score').map(({ taskId }) => taskId)).toEqual(['plan']);
    expect(ofType(events, 'library_entry')).toEqual([]);
    expect(callsOf(request.runId, 'draft')).toEqual([]);
    const [amend] = callsOf(request.runId, 'amend');
    const prompt = amend ? textOf(amend) : '';
    for (const part of [
      'Open a shop.',
      'BEGIN section 1',
      'Note 1: Add the cost of rent.',
      'Note 2: Name an owner for each step.',
      'Task done: Market research',
      'The market is large.',
      'Task done: Cost analysis',
      'Roasting is dear.',
    ]) {
      expect(prompt).toContain(part);
    }
  });

  it('without notes drafts the next version from the previous one', async () => {
    const before = { version: 3, content: '# Plan\n\nOpen a shop.', reviewNotes: [] };
    const request = runRequest({
      rerunTaskId: 'plan',
      previous: [{ ...before, taskId: 'plan', filename: 'the-old-name.md' }],
    });
    await engine.startRun(request);
    await engine.eventsUntil(request.runId, isOver);
    const drafts = callsOf(request.runId, 'draft').map(textOf);
    expect(drafts).toHaveLength(1);
    for (const part of ['version 3', 'Open a shop.']) expect(drafts[0]).toContain(part);
  });

  it('of several tasks executes them in the order of their graph, with new versions of this run as upstream', async () => {
    const earlier = { version: 1, reviewNotes: [] };
    const request = runRequest({
      rerunTaskId: 'costs',
      rerunTaskIds: ['plan', 'costs'],
      previous: [
        {
          ...earlier,
          taskId: 'market',
          filename: 'market-research.md',
          content: '# Market\n\nThe market is large.',
        },
        {
          ...earlier,
          taskId: 'costs',
          filename: 'cost-analysis.md',
          content: '# Costs\n\nRoasting was dear.',
        },
        {
          ...earlier,
          taskId: 'plan',
          filename: 'growth-plan.md',
          content: '# Plan\n\nOpen a shop.',
        },
      ],
    });
    script({
      draft: (body) =>
        textOf({ body }).includes('Task: Cost') ? '# Costs\n\nRoasting is cheap.' : undefined,
    });
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'completed' });
    expect(ofType(events, 'deliverable').map(({ taskId }) => taskId)).toEqual(['costs', 'plan']);
    const [plan] = callsOf(request.runId, 'draft')
      .map(textOf)
      .filter((text) => text.includes('Task: Growth plan'));
    expect(plan).toContain('Roasting is cheap.');
    expect(plan).toContain('The market is large.');
  });

  it('of a task that does not exist fails with a message', async () => {
    const request = runRequest({ rerunTaskId: 'nothing' });
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(events.at(-1)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no longer in the engagement'),
    });
  });
});
