import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  purposeOf,
  textOf,
} from '../../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../../testing/engine/run-request.ts';
import { shareTestEngine } from '../../../../testing/engine/share-test-engine.ts';
import type { TestEngine } from '../../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
let provider: PricedProvider;

beforeAll(async () => {
  ({ engine, provider } = await shareTestEngine());
});
beforeEach(() => provider.failWhen(() => null));

const lead = 'market-research-analyst';
const pricing = 'pricing-strategist';
const finance = 'financial-modeller';
const ask = (agentSlug: string, question = 'What price will they pay?') => ({
  agentSlug,
  question,
});
/** Finished documents of two colleagues, which the task's lead does not see. */
const unseen = [
  { id: 'prices', name: 'Price study', agent: pricing },
  { id: 'model', name: 'Business case', agent: finance },
];
const finished = unseen.map(({ id }) => {
  return {
    taskId: id,
    filename: `${id}.md`,
    version: 1,
    content: `# Study\n\nFindings on ${id}.`,
    reviewNotes: [],
  };
});

const one = [{ id: 'one', name: 'Market research', agent: lead }];

interface Row extends Record<string, unknown> {
  id: string;
  to_agent: string;
  state: string;
  cost: number;
}

/** Runs tasks whose lead asks these questions. `consult` answers the colleagues' calls. */
async function consultIn(
  questions: ReturnType<typeof ask>[],
  consult: (body: ChatRequest) => object,
  overrides: Partial<StartRunRequest> = {},
) {
  provider.respondWith((body) => {
    const purpose = purposeOf({ body });
    if (purpose === 'delegate') return JSON.stringify({ questions });
    return purpose === 'consult' ? JSON.stringify(consult(body)) : null;
  });
  const { tasks = one, ...others } = overrides;
  const rerun = { rerunTaskId: 'one', rerunTaskIds: tasks.map(({ id }) => id), previous: finished };
  const request = runRequest({ tasks: [...tasks, ...unseen], ...rerun, ...others });
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  const rows = await engine.asSuperuser<Row>(
    `select id, run_id, from_agent, to_agent, state, depth, parent_id, reused_from, answer, reason, cost_nano_usd::integer as cost
      from engine.delegations where run_id = $1 order by created_at, id`,
    [request.runId],
  );
  const calls = provider.meter.calls.filter((call) => textOf(call).includes(` ${request.runId}.`));
  const lines = ofType(events, 'log').map(({ message }) => message);
  return {
    rows,
    lines,
    events: ofType(events, 'delegation'),
    last: events.at(-1),
    consults: calls.filter((call) => purposeOf(call) === 'consult'),
    drafts: calls.filter((call) => purposeOf(call) === 'draft').map(textOf),
  };
}

describe('a question', () => {
  const two = [
    { id: 'one', name: 'Market research', agent: lead },
    { id: 'two', name: 'Market survey', agent: lead },
  ];

  it('that two tasks ask at the same time is paid once, and both get the answer', async () => {
    const { rows, events, consults, drafts, lines } = await consultIn(
      [ask(pricing)],
      () => ({ answer: 'Fourteen dollars a bag.' }),
      { tasks: two },
    );
    expect(consults).toHaveLength(1);
    expect(rows.map(({ state }) => state).sort()).toEqual(['answered', 'reused']);
    const reused = rows.find(({ state }) => state === 'reused');
    expect(reused).toMatchObject({ cost: 0, answer: 'Fourteen dollars a bag.' });
    expect(reused?.['reused_from']).toBe(rows.find(({ state }) => state === 'answered')?.id);
    expect(events.map(({ reused: isReused, cost }) => [isReused, cost > 0])).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(lines.filter((line) => line.includes('who had answered this before'))).toHaveLength(1);
    expect(drafts.filter((draft) => draft.includes('Fourteen dollars a bag.'))).toHaveLength(2);
  });

  // PRO-5
  it('that waits for another task’s answer does not prevent a stop of the run', async () => {
    const { promise: called, resolve: wasCalled } = Promise.withResolvers<void>();
    provider.failWhen((body) => {
      if (purposeOf({ body }) !== 'consult') return null;
      wasCalled();
      return { kind: 'hang' };
    });
    provider.respondWith((body) =>
      purposeOf({ body }) === 'delegate' ? JSON.stringify({ questions: [ask(pricing)] }) : null,
    );
    const rerun = { rerunTaskId: 'one', rerunTaskIds: ['one', 'two'], previous: finished };
    const request = runRequest({ tasks: [...two, ...unseen], ...rerun });
    await engine.startRun(request);
    await called;
    await engine.control(request.runId, 'stop');
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'failed', error: 'Stopped by user' });
  });

  it('that got no answer can be asked by another task', async () => {
    let tries = 0;
    provider.failWhen((body) =>
      purposeOf({ body }) === 'consult' && ++tries === 1 ? { kind: 'bad_request' } : null,
    );
    const { rows, drafts } = await consultIn([ask(pricing)], () => ({ answer: 'Fourteen.' }), {
      tasks: two,
    });
    expect(rows.map(({ state }) => state).sort()).toEqual(['answered', 'failed']);
    expect(drafts.filter((draft) => draft.includes('Fourteen.'))).toHaveLength(1);
  });

  // PRO-2
  it.each([
    [0.03, ['refused', 'refused']],
    [0.044, ['answered', 'refused']],
    [5, ['answered', 'answered']],
  ])(
    'that would cost more than a quarter of the task’s share of $%d is not asked',
    async (budgetUsd, states) => {
      const { engagement, runId } = runRequest();
      const { rows, lines, consults } = await consultIn(
        [ask(pricing), ask(finance)],
        () => ({ answer: 'Twelve.' }),
        {
          runId,
          engagement: { ...engagement, budgetUsd },
        },
      );
      expect(rows.map(({ state }) => state)).toEqual(states);
      expect(consults).toHaveLength(states.filter((state) => state === 'answered').length);
      const refusals = lines.filter((line) => line.endsWith('the task cannot afford it'));
      expect(refusals).toHaveLength(states.filter((state) => state === 'refused').length);
    },
  );
});

it('a task that is executed again takes the same path, even if its run was stopped since', async () => {
  const { rows, last } = await consultIn([ask(pricing)], () => ({ answer: 'Twelve.' }));
  expect(last).toMatchObject({ status: 'completed' });
  const runId = String(rows[0]?.['run_id']);
  await engine.asSuperuser(
    `update engine.runs set status = 'failed', stop_requested_at = now() where id = $1`,
    [runId],
  );
  expect(await engine.repeatTask(runId, 'one')).toMatchObject({
    state: 'completed',
    taskId: 'one',
  });
});
