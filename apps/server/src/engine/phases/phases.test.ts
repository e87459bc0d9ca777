import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testTenant } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { salesSource, salesTable } from '../../../testing/engine/sales-table.ts';
import { scriptMaterial } from '../../../testing/engine/scripted-material.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';
import { addMessage } from '../../material/answers/messages.ts';
import { listEntries } from '../../material/notebook/notebook.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { EngineTask } from '../kernel/runs.ts';
import { type Analysis, analyse } from './analysis.ts';
import { writeDocument } from './writing.ts';

let engine: TestEngine;
let provider: PricedProvider;
const material = scriptMaterial(() => engine.database);
beforeAll(async () => {
  provider = await startPricedProvider();
  engine = await startTestEngine({ models: provider.settings, material });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});
beforeEach(() => {
  material.failQueriesWith(null);
  material.answerWith(() => ({
    columns: [
      { name: 'Region', type: 'text', unit: null },
      { name: 'Revenue', type: 'number', unit: 'EUR' },
    ],
    rows: [
      ['North', 120],
      ['South', 80],
    ],
  }));
});

const task: EngineTask = {
  id: 'decision',
  name: 'Board paper',
  description: 'Say which region the firm leaves.',
  kind: 'synthesis',
  agentSlug: 'corporate-strategist',
  dependsOn: [],
  filename: 'board-paper.md',
};

/** Stores a run that nobody executes, with the table of sales. */
async function storeRun(budgetUsd = 5): Promise<Analysis> {
  const request = runRequest({ sources: [salesSource], tables: [salesTable] });
  const { runId } = request;
  const engagementId = request.engagement.id;
  await engine.asSuperuser(
    `insert into engine.budgets (tenant_id, engagement_id, limit_nano_usd) values ($1, $2, $3)`,
    [testTenant, engagementId, budgetUsd * 1_000_000_000],
  );
  await engine.asSuperuser(
    `insert into engine.runs (id, tenant_id, engagement_id, status, input, tasks)
      values ($1, $2, $3, 'running', $4, $5)`,
    [runId, testTenant, engagementId, JSON.stringify(request), JSON.stringify([task])],
  );
  const { models } = engine.services;
  return { tenantId: testTenant, runId, engagementId, tasks: [task], models, maxTurns: 80 };
}

const toolTurns = ({ messages }: ChatRequest) =>
  messages.filter(({ role }) => role === 'assistant').length;
const called = (name: string, input: object) => ({ name, arguments: JSON.stringify(input) });
const query = called('run_query', {
  title: 'Revenue by region',
  finding: 'The north sells more than the south.',
  sql: 'select region, sum(revenue) as revenue from sales group by region',
});
const answer = {
  question: 'Which region does the firm leave?',
  answer: 'It leaves the south. The north sells 120 EUR.',
  claims: [{ text: 'The north sells more.', facts: ['north'], sureness: 'high', counter: '' }],
  division: [{ taskId: 'decision', holds: 'The decision.' }],
};
const submit = called('submit_answer', answer);

type Turn = ReturnType<typeof called> | string;

/** Answers each turn by its number, with a call of a tool or with words. */
function play(...turns: (Turn | ((body: ChatRequest) => Turn))[]): void {
  provider.respondWith((body) => {
    const turn = turns[toolTurns(body)] ?? 'No turn is left.';
    const turnAnswer = typeof turn === 'function' ? turn(body) : turn;
    return typeof turnAnswer === 'string' ? turnAnswer : { toolCalls: [turnAnswer] };
  });
}

/** The fact of the first row, by the id of the entry that the last result names. */
function factOf({ messages }: ChatRequest) {
  const [, entryId = ''] = /entry (q\w+)/.exec(JSON.stringify(messages.at(-1))) ?? [];
  const cell = { entryId, row: 0, column: 'Revenue' };
  const label = { id: 'north', label: 'Revenue, north', unit: 'EUR', period: '2025' };
  return called('record_fact', { ...label, ...cell });
}

describe('the lead', () => {
  test('records an entry and a fact, and submits the answer with which the analysis ends', async () => {
    const analysis = await storeRun();
    play(query, factOf, submit);
    const before = provider.meter.calls.length;
    const end = await analyse(engine.services, analysis);
    expect(end).toMatchObject({
      outcome: 'answered',
      answer: { version: 1, status: 'draft', answer: answer.answer, motions: [], unknown: [] },
    });
    const entries = await listEntries(engine.database, analysis);
    expect(entries).toMatchObject([
      {
        kind: 'query',
        title: 'Revenue by region',
        finding: 'The north sells more than the south.',
        runId: analysis.runId,
        facts: [{ id: 'north', value: 120, path: 'rows/0/Revenue' }],
      },
    ]);
    const calls = provider.meter.calls.slice(before);
    expect(calls).toHaveLength(3);
    // Each turn begins with the bytes of the one before, so that caches of providers hold.
    const [first, second, third] = calls.map(({ body }) =>
      JSON.stringify(body.messages).slice(0, -1),
    );
    expect(second?.startsWith(first ?? '?')).toBe(true);
    expect(third?.startsWith(second ?? '?')).toBe(true);
    expect(third).toContain('(Turn 2 of 80. About');
    const steps = await engine.asSuperuser(
      `select data ->> 'kind' as kind, data ->> 'phase' as phase, data ->> 'entryId' as entry
        from engine.events where run_id = $1 and type = 'step' order by seq`,
      [analysis.runId],
    );
    expect(steps).toEqual([
      { kind: 'query', phase: 'analysis', entry: entries[0]?.id },
      { kind: 'note', phase: 'analysis', entry: null },
      { kind: 'answer', phase: 'analysis', entry: null },
    ]);
    // A process that takes over pays nothing again.
    expect(await analyse(engine.services, analysis)).toEqual(end);
    expect(provider.meter.calls.slice(before)).toHaveLength(3);
  });

  test('is told what its answer names that is not there, and corrects it', async () => {
    const analysis = await storeRun();
    play(submit, query, factOf, submit);
    expect(await analyse(engine.services, analysis)).toMatchObject({ outcome: 'answered' });
    const refused = provider.meter.calls.at(-1)?.body.messages ?? [];
    expect(JSON.stringify(refused)).toContain('No fact has the id north');
  });

  // PHA-6
  test('that answers in words is reminded twice, then its last words are the answer', async () => {
    const analysis = await storeRun();
    play('First.', 'Second.', 'The firm leaves the south.');
    const before = provider.meter.calls.length;
    expect(await analyse(engine.services, analysis)).toMatchObject({
      outcome: 'answered',
      answer: { question: 'Board paper', answer: 'The firm leaves the south.', claims: [] },
    });
    const calls = provider.meter.calls.slice(before);
    expect(calls).toHaveLength(3);
    expect(calls.at(-1)?.body.messages.filter(({ role }) => role === 'user')).toHaveLength(3);
    const logs = await engine.asSuperuser(
      `select data ->> 'level' as level from engine.events
        where run_id = $1 and data ->> 'code' = 'answer_in_words'`,
      [analysis.runId],
    );
    expect(logs).toEqual([{ level: 'warning' }]);
  });

  test('reads the messages of people at its next turn, once', async () => {
    const analysis = await storeRun();
    const { runId, engagementId } = analysis;
    const author = { kind: 'user', id: 'u1', name: 'Ada' } as const;
    const target = { tenantId: testTenant, engagementId, runId };
    await engine.database.withTenant(testTenant, (tx) =>
      addMessage(tx, target, 'The south is sold.', author),
    );
    play(query, factOf, submit);
    await analyse(engine.services, analysis);
    const prompt = JSON.stringify(provider.meter.calls.at(-1)?.body.messages);
    expect(prompt.split('Message from Ada: The south is sold.')).toHaveLength(2);
  });

  // PHA-6
  test('must answer when its share of the money is spent', async () => {
    const analysis = await storeRun(1);
    await engine.asSuperuser(
      `insert into engine.model_calls (id, tenant_id, run_id, engagement_id, call_key, attempt, purpose,
          agent_slug, model, status, executor_id, reserved_nano_usd, cost_nano_usd)
        values ('spent', $1, $2, $3, 'earlier', 1, 'analyse', 'lead', 'm', 'settled', 'e', 0, 549000000)`,
      [testTenant, analysis.runId, analysis.engagementId],
    );
    play(query, factOf, submit);
    await analyse(engine.services, analysis);
    const prompt = JSON.stringify(provider.meter.calls.at(-1)?.body.messages);
    expect(prompt).toContain('This was the last turn with tools.');
  });

  test('begins a new session from the notebook when the window is full', async () => {
    const analysis = await storeRun();
    const models = analysis.models.map((model) => ({ ...model, contextWindow: 200 }));
    const services: EngineServices = { ...engine.services, models };
    const before = provider.meter.calls.length;
    let number = 0;
    provider.respondWith((body) => {
      number += 1;
      if (number === 1) return { toolCalls: [query] };
      if (number === 2) {
        const [, entryId = ''] = /Entry 1, id (q\w+)/.exec(JSON.stringify(body.messages)) ?? [];
        return {
          toolCalls: [
            factOf({ ...body, messages: [{ role: 'user', content: `entry ${entryId}` }] }),
          ],
        };
      }
      return { toolCalls: [submit] };
    });
    expect(await analyse(services, { ...analysis, models })).toMatchObject({ outcome: 'answered' });
    const [, second] = provider.meter.calls.slice(before);
    expect(second?.body.messages.filter(({ role }) => role === 'tool')).toHaveLength(0);
    expect(JSON.stringify(second?.body.messages)).toContain('The notebook so far:');
  });

  test('whose every call is refused ends the analysis with the failure', async () => {
    const analysis = await storeRun();
    provider.failWhen(() => ({ kind: 'unauthorized' }));
    expect(await analyse(engine.services, analysis)).toMatchObject({ outcome: 'failed' });
    provider.failWhen(() => null);
  });
});

describe('the author', () => {
  const paper = '# The firm leaves the south\n\nThe north sells [120 EUR](fact:north).\n';

  test('writes from the answer, the notebook and the documents before, without the sources', async () => {
    const analysis = await storeRun();
    play(query, factOf, submit);
    await analyse(engine.services, analysis);
    play(paper);
    const documents = [{ filename: 'costs.md', content: '# Costs of leaving' }];
    const writing = { ...analysis, task, isDeciding: true, documents };
    const end = await writeDocument(engine.services, writing);
    expect(end).toEqual({ outcome: 'written', content: paper, cut: false });
    const prompt = JSON.stringify(provider.meter.calls.at(-1)?.body.messages);
    expect(prompt).toContain('Fact north: Revenue, north = 120');
    expect(prompt).toContain('# Costs of leaving');
    expect(prompt).toContain(answer.answer);
    expect(prompt).not.toContain(salesSource.text.slice(0, 40));
    // A process that takes over pays nothing again.
    const calls = provider.meter.calls.length;
    expect(await writeDocument(engine.services, writing)).toEqual(end);
    expect(provider.meter.calls).toHaveLength(calls);
  });

  test('computes and records a figure that the notebook lacks, then writes', async () => {
    const analysis = await storeRun();
    play(query, factOf, paper);
    const writing = { ...analysis, task, isDeciding: false, documents: [] };
    const end = await writeDocument(engine.services, writing);
    expect(end).toMatchObject({ outcome: 'written', content: paper });
    expect(await listEntries(engine.database, analysis)).toMatchObject([
      { taskId: task.id, facts: [{ id: 'north' }] },
    ]);
  });
});
