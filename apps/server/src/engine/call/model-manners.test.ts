import type { LlmBehaviour } from '@ecp/testing/fake-llm/fake-llm-behaviour';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { readMoney } from '../../../testing/engine/read-money.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

const limits = { backoffMs: 10, maxBackoffMs: 50, timeoutMs: 20_000, idleTimeoutMs: 1_500 };

let engine: TestEngine;
let provider: PricedProvider;

beforeAll(async () => {
  provider = await startPricedProvider();
  engine = await startTestEngine({ models: provider.settings, limits });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});
beforeEach(() => {
  provider.behave({});
  provider.failWhen(() => null);
  provider.respondWith(() => null);
});

/** Runs the tasks of a planned or given engagement, and checks that the money adds up. */
async function run(overrides: Parameters<typeof runRequest>[0] = {}) {
  const request = runRequest(overrides);
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  expect(await readMoney(engine, request.engagement.id)).toMatchObject({ reserved: 0 });
  const documents = ofType(events, 'deliverable').filter(({ taskId }) => taskId !== null);
  return {
    last: events.at(-1),
    documents: documents.map(({ content = '' }) => content),
    codes: ofType(events, 'log').map(({ code }) => code),
    lines: ofType(events, 'log'),
    scores: ofType(events, 'score'),
    unscored: ofType(events, 'unscored'),
    calls: provider.meter.calls.filter((call) => textOf(call).includes(` ${request.runId}.`)),
  };
}
const completed = { type: 'status', status: 'completed', error: null };
const planned = { tasks: [] };
const oneTask = { tasks: [{ id: 'one', name: 'Market research' }] };

/** Lets the planner find one task, so that a planned run has each kind of call once. */
function planOneTask(): void {
  const task = {
    id: 'one',
    name: 'Market research',
    description: 'Size the market.',
    dependsOn: [],
  };
  const plan = JSON.stringify({ tasks: [{ ...task, agent: 'market-research-analyst' }] });
  provider.respondWith((body) => (purposeOf({ body }) === 'plan' ? plan : null));
}

describe('a model with bad manners', () => {
  // MOD-9, MOD-10
  it.each<[string, LlmBehaviour]>([
    [
      'thinks in a field of its own, names agents instead of their slugs, writes numbers as texts, and adds fields',
      {
        thoughts: 'field',
        wrongShapes: ['untidy_agent_names', 'numbers_as_strings', 'extra_fields'],
        wrongTurns: Infinity,
      },
    ],
    [
      'thinks aloud, talks and wraps, does not stream, and counts no tokens',
      {
        thoughts: 'tags',
        chatter: 'both',
        fence: true,
        ignoresStream: true,
        reportsUsage: false,
      },
    ],
    [
      'leaves out the object around a list, and sends only comments for a while',
      {
        wrongShapes: ['array_at_top'],
        wrongTurns: Infinity,
        slow: { everyMs: 50, forMs: 200, sends: 'comments' },
      },
    ],
    ['forgets a field once', { wrongShapes: ['missing_field'] }],
  ])('that %s completes a planned run with scores', async (_manner, behaviour) => {
    provider.behave(behaviour);
    planOneTask();
    const { last, documents, scores, unscored } = await run(planned);
    expect(last).toMatchObject(completed);
    expect(unscored).toEqual([]);
    expect(documents.length).toBeGreaterThan(0);
    expect(scores).toHaveLength(documents.length);
    for (const document of documents) {
      expect(document).toMatch(/^# /);
      expect(document).not.toMatch(/<think|as requested|Let me know|```markdown/);
    }
  });

  // MOD-9
  it('that gives too many items completes a run with scores', async () => {
    // Its plan would have as many tasks as a plan may have.
    provider.behave({ wrongShapes: ['surplus_items'], wrongTurns: Infinity });
    const { last, scores, unscored } = await run(oneTask);
    expect(last).toMatchObject(completed);
    expect([scores, unscored]).toMatchObject([[{ taskId: 'one' }], []]);
  });

  it('whose answer keeps its wrong shape is asked twice, and the document stands without a score', async () => {
    provider.failWhen((body) => {
      return purposeOf({ body }) === 'evaluate'
        ? { wrongShapes: ['missing_field'], wrongTurns: Infinity }
        : null;
    });
    const { last, documents, unscored, calls, lines } = await run(oneTask);
    expect(last).toMatchObject(completed);
    expect(documents).toHaveLength(1);
    expect(calls.filter((call) => purposeOf(call) === 'evaluate')).toHaveLength(2);
    expect(unscored).toMatchObject([{ taskId: 'one', taskName: 'Market research' }]);
    expect(unscored[0]?.reason).toContain('did not answer in the requested format');
    expect(
      lines.filter(({ code, level }) => code === 'call_left_out' && level === 'warning'),
    ).toHaveLength(1);
  });

  // MOD-10
  it('is corrected after a pause that began meanwhile, and not asked the same again', async () => {
    provider.failWhen((body) => {
      const isFirst =
        purposeOf({ body }) === 'evaluate' &&
        body.messages.every(({ role }) => role !== 'assistant');
      return isFirst ? { wrongShapes: ['missing_field'], latencyMs: 400 } : null;
    });
    const request = runRequest(oneTask);
    await engine.startRun(request);
    const evaluations = () =>
      provider.meter.calls.filter(
        (call) => purposeOf(call) === 'evaluate' && textOf(call).includes(` ${request.runId}.`),
      );
    await pollUntil(evaluations, (calls) => calls.length === 1);
    await engine.control(request.runId, 'pause');
    // The failed attempt is settled, and the next one finds the pause.
    await pollUntil(
      () => readMoney(engine, request.engagement.id),
      ({ reserved }) => reserved === 0,
    );
    await engine.control(request.runId, 'resume');
    expect((await engine.eventsUntil(request.runId, isOver)).at(-1)).toMatchObject(completed);
    expect(evaluations()).toHaveLength(2);
  });

  // MOD-11
  it('that uses up its limit is asked once with a higher one, and never the same again', async () => {
    provider.behave({ reasoningTokens: 9_000 });
    const { last, calls, codes, scores } = await run(oneTask);
    expect(last).toMatchObject(completed);
    expect(codes).toContain('output_limit_raised');
    expect(scores).toHaveLength(1);
    const drafts = calls
      .filter((call) => purposeOf(call) === 'draft')
      .map(({ body }) => body.max_tokens);
    expect(drafts).toEqual([8_000, 16_000]);
  });

  // MOD-12
  it('whose context is too small gets less material', async () => {
    provider.behave({ contextWindow: 20_000 });
    const sources = [
      {
        id: 's1',
        title: 'Long report',
        location: null,
        text: 'Coffee grew by 14 %. '.repeat(8_000),
      },
    ];
    const { last, calls, lines } = await run({ ...oneTask, sources });
    expect(last).toMatchObject(completed);
    const shortened = lines.filter(({ code }) => code === 'material_shortened');
    expect(shortened.length).toBeGreaterThan(0);
    expect(shortened[0]?.message).toContain('Long report');
    for (const { body } of calls)
      expect(textOf({ body })).toContain('win 2,000 household subscribers');
  });

  it('whose context is too small for the brief alone fails with a clear sentence after three shortenings', async () => {
    provider.behave({ contextWindow: 300 });
    const { last, calls } = await run(oneTask);
    expect(last).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('too long for the model fake-model'),
    });
    expect(calls).toHaveLength(4);
  });

  // MOD-13
  it('that sends nothing for the idle limit is tried again, and one that keeps sending is not cut', async () => {
    provider.failNext({ breaks: { afterChunks: 2, how: 'stall' } });
    const stalled = await run(oneTask);
    expect(stalled.last).toMatchObject(completed);
    expect(stalled.lines.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('sent nothing for 1.5 s'),
    );
    provider.failNext({ slow: { everyMs: 100, forMs: 2_000, sends: 'chunks' } });
    const slow = await run(oneTask);
    expect(slow.codes).not.toContain('call_retried');
  });

  it('that breaks off in the middle, sends an error there, or answers with nothing is asked again', async () => {
    provider.failNext(
      { breaks: { afterChunks: 3, how: 'cut' } },
      { breaks: { afterChunks: 3, how: 'error', message: 'The server is overloaded' } },
      { fails: { kind: 'empty' } },
    );
    const { last, codes } = await run(oneTask);
    expect(last).toMatchObject(completed);
    expect(codes.filter((code) => code === 'call_retried')).toHaveLength(3);
  });
});

describe('an optional call that cannot be had', () => {
  // MOD-14
  it('does not fail its task, be it of the observer or of the judge', async () => {
    provider.failWhen((body) =>
      ['observe', 'evaluate'].includes(purposeOf({ body })) ? { kind: 'bad_request' } : null,
    );
    const { last, documents, lines } = await run(oneTask);
    expect(last).toMatchObject(completed);
    expect(documents).toHaveLength(1);
    expect(
      lines.filter(({ code, taskId }) => code === 'call_left_out' && taskId !== null),
    ).toHaveLength(2);
  });
});

// This test comes last, because the engine remembers what the model ignores.
it('a model that ignores the form that it takes is asked in words, and that is remembered', async () => {
  provider.behave({ ignoresFormat: true });
  planOneTask();
  const first = await run(planned);
  expect(first.last).toMatchObject(completed);
  expect(first.scores).toHaveLength(first.documents.length);
  const second = await run(oneTask);
  expect(second.last).toMatchObject(completed);
  const asked = second.calls.filter(({ body }) =>
    textOf({ body }).includes('fits this JSON Schema'),
  );
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.every(({ body }) => body.messages.length === 2)).toBe(true);
});
