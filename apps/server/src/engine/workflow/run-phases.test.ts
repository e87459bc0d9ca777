import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { EngineEvent, EngineEventOf } from '@ecp/contract/engine/engine-events';
import type { ChatRequest, ScriptedAnswer } from '@ecp/testing/fake-llm/fake-llm-wire';
import {
  callTool,
  playTeam,
  promptOf,
  roleOf,
  type TeamRole,
  type TeamScript,
} from '@ecp/testing/fake-llm/fake-team';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isOver, testTenant } from '../../../testing/engine/engine-client.ts';
import { askPlan } from '../../../testing/engine/plan-price/price-brief.ts';
import {
  type PricedProvider,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { salesSource, salesTable } from '../../../testing/engine/sales-table.ts';
import { scriptMaterial } from '../../../testing/engine/scripted-material.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';
import { decideAnswer, findAnswer } from '../../material/answers/answers.ts';
import { wakeWaitingRun } from '../lifecycle/answer-question.ts';

let engine: TestEngine;
let provider: PricedProvider;
const material = scriptMaterial(() => engine.database);

beforeAll(async () => {
  provider = await startPricedProvider();
  engine = await startTestEngine({ models: provider.settings, material, hasPhases: true });
});

afterAll(async () => {
  await engine.close();
  await provider.close();
});

beforeEach(() => {
  provider.failWhen(() => null);
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

const answer = {
  question: 'Which region does the firm leave?',
  answer: 'It leaves the south. The north sells 120 EUR.',
  claims: [{ text: 'The north sells more.', facts: ['north'], sureness: 'high', counter: '' }],
};

const objection = { text: 'The cost of leaving is missing.', evidence: 'No entry computes it.' };

const script: TeamScript = {
  analysis: [
    () => {
      const sql = 'select region, sum(revenue) as revenue from sales group by region';
      return callTool('run_query', { title: 'Revenue by region', finding: 'North leads.', sql });
    },
    (body) => {
      const [, entryId = ''] = /entry (q\w+)/.exec(JSON.stringify(body.messages.at(-1))) ?? [];
      const label = { id: 'north', label: 'Revenue, north', unit: 'EUR', period: '2025' };
      return callTool('record_fact', { ...label, entryId, row: 0, column: 'Revenue' });
    },
  ],
  answer,
  objections: [objection],
  write: () =>
    '# The firm leaves the south\n\nThe north sells [120 EUR](fact:north). The paper is writen well.\n',
};

/** Answers every role; `override` answers a call before, and null leaves it to the role. */
function play(override: (role: TeamRole, body: ChatRequest) => ScriptedAnswer = () => null): void {
  provider.respondWith((body) => override(roleOf(body), body) ?? playTeam(script, body));
}

const tasks = [
  { id: 'market', name: 'Market research', description: 'Size the market.' },
  {
    id: 'decision',
    name: 'Board paper',
    description: 'Say which region the firm leaves.',
    dependsOn: ['market'],
  },
];

async function playRun(overrides: Partial<StartRunRequest> = {}) {
  const request = runRequest({ tasks, sources: [salesSource], tables: [salesTable], ...overrides });
  const before = provider.meter.calls.length;
  await engine.startRun(request);
  const finish = async () => {
    const events = await engine.eventsUntil(request.runId, isOver);
    const roles = provider.meter.calls.slice(before).map(({ body }) => roleOf(body));
    return { events, roles };
  };
  return { request, finish };
}

const ofType = <Type extends EngineEvent['type']>(events: EngineEvent[], type: Type) =>
  events.filter((event): event is EngineEventOf<Type> & EngineEvent => event.type === type);

describe('a run by phases', () => {
  // PHA-1
  test('analyses, is challenged, writes the deciding document first, and publishes footnotes', async () => {
    play();
    const { request, finish } = await playRun();
    const { events, roles } = await finish();
    expect(ofType(events, 'status').at(-1)).toMatchObject({ status: 'completed' });
    // Who comes later begins with the notebook of those before.
    const prompts = provider.meter.calls.map(({ body }) => ({
      role: roleOf(body),
      text: promptOf(body),
    }));
    for (const later of ['challenger', 'settling lead', 'author', 'anchor'])
      expect(prompts.find(({ role }) => role === later)?.text).toContain(
        'Fact north: Revenue, north = 120',
      );
    const phases = roles.filter((role, index) => role !== roles[index - 1]);
    expect(phases.slice(0, 5)).toEqual(['lead', 'challenger', 'settling lead', 'author', 'edit']);
    expect(roles.filter((role) => role === 'author')).toHaveLength(2);
    const deliverables = ofType(events, 'deliverable').filter(({ taskId }) => taskId !== null);
    expect(deliverables).toHaveLength(2);
    const started = ofType(events, 'task_started').map(({ taskId }) => taskId);
    expect(started).toEqual(['decision', 'market']);
    for (const { content, citations } of deliverables) {
      expect(content).toContain('The north sells 120 EUR.[^1]');
      expect(content).toContain('[^1]: Notebook 1: “Revenue, north: 120 EUR”');
      // The value is proved; nobody but the writer's model could judge the sentence.
      expect(citations).toMatchObject([{ state: 'unjudged' }]);
    }
    const target = { tenantId: testTenant, engagementId: request.engagement.id };
    expect(await findAnswer(engine.database, target)).toMatchObject({
      version: 2,
      status: 'challenged',
      objections: [{ ...objection, status: 'refused', reason: 'It changes nothing.' }],
    });
    const steps = ofType(events, 'step').map(({ phase, kind }) => `${phase}: ${kind}`);
    expect(steps).toEqual(
      expect.arrayContaining(['analysis: query', 'analysis: answer', 'challenge: objection']),
    );
  });

  // PHA-5
  test('makes the small replacements of the editor and refuses those that change a fact', async () => {
    play((role) => {
      if (role !== 'edit') return null;
      const [file] = ['board-paper.md'];
      const good = { file, find: 'writen', replace: 'written', reason: 'Spelling' };
      const bad = { file, find: '120 EUR', replace: '130 EUR', reason: 'Rounder' };
      return JSON.stringify({ replacements: [good, bad] });
    });
    const { finish } = await playRun();
    const { events } = await finish();
    const paper = ofType(events, 'deliverable').find(({ taskId }) => taskId === 'decision');
    expect(paper?.content).toContain('written well');
    expect(paper?.content).toContain('sells 120 EUR');
    const steps = ofType(events, 'step').filter(({ phase }) => phase === 'editing');
    expect(steps).toMatchObject([{ text: 'Made 1 of 2 replacements in 2 documents.' }]);
  });

  // PHA-9
  test('lets a reader link what the author left to cells of the notebook, which become facts', async () => {
    play((role, body) => {
      if (role === 'author') return '# The south\n\nThe south sells only 80 EUR.\n';
      if (role !== 'anchor') return null;
      const [, entryId] = /Entry 1, id (q\w+)/.exec(promptOf(body)) ?? [];
      const anchor = { words: '80 EUR', target: `cell:${entryId}:1:Revenue` };
      const lost = { words: 'The south sells', target: `cell:${entryId}:9:Revenue` };
      return JSON.stringify({ anchors: [anchor, lost] });
    });
    const { finish } = await playRun();
    const { events } = await finish();
    const paper = ofType(events, 'deliverable').find(({ taskId }) => taskId === 'decision');
    expect(paper?.content).toContain('The south sells only 80 EUR.[^1]');
    expect(paper?.content).toContain('[^1]: Notebook 1: “Revenue, South: 80 EUR”');
    expect(paper?.citations).toMatchObject([{ state: 'unjudged' }]);
  });

  // PHA-3
  test('goes on without a challenge and an editor when their calls fail, and says so', async () => {
    play();
    provider.failWhen((body) =>
      ['challenger', 'edit'].includes(roleOf(body)) ? { kind: 'unauthorized' } : null,
    );
    const { request, finish } = await playRun();
    const { events } = await finish();
    expect(ofType(events, 'status').at(-1)).toMatchObject({ status: 'completed' });
    const lacks = ofType(events, 'log').filter(({ code }) => code === 'call_left_out');
    const messages = lacks.map(({ message }) => message).join('\n');
    expect(messages).toContain('The challenger has made no objections.');
    expect(messages).toContain('No editor has read');
    const target = { tenantId: testTenant, engagementId: request.engagement.id };
    expect(await findAnswer(engine.database, target)).toMatchObject({
      version: 1,
      status: 'challenged',
    });
  });

  // PHA-3
  test('fails every task when the lead gets no answer', async () => {
    play();
    provider.failWhen((body) => (roleOf(body) === 'lead' ? { kind: 'unauthorized' } : null));
    const { finish } = await playRun();
    const { events } = await finish();
    expect(ofType(events, 'status').at(-1)).toMatchObject({
      status: 'failed',
      failureReason: 'tasks_failed',
    });
    const ends = ofType(events, 'task_complete').map(({ status }) => status);
    expect(ends).toEqual(['failed', 'failed']);
  });

  // PHA-4
  test('waits for the approval of its answer, is returned with notes, and goes on once approved', async () => {
    play((role, body) => {
      const isRevision = promptOf(body).includes('Name the cost of leaving.');
      if (role !== 'lead' || !isRevision) return null;
      return callTool('submit_answer', { ...answer, answer: 'It leaves the south for 3 EUR.' });
    });
    const base = runRequest();
    const engagement = { ...base.engagement, approveAnswer: true };
    const { request, finish } = await playRun({ runId: base.runId, engagement });
    const target = { tenantId: testTenant, engagementId: engagement.id, runId: request.runId };
    const decide = (decision: Parameters<typeof decideAnswer>[2]) =>
      engine.database.withTenant(testTenant, async (tx) => {
        const decided = await decideAnswer(tx, target, decision, 'Ada');
        await wakeWaitingRun(tx, { tenantId: testTenant, runId: request.runId });
        return decided;
      });
    const waits = (events: EngineEvent[]) =>
      ofType(events, 'step').filter(({ phase }) => phase === 'approval').length;
    await engine.eventsUntil(request.runId, (events) => waits(events) === 1);
    await decide({ approved: false, notes: 'Name the cost of leaving.' });
    await engine.eventsUntil(request.runId, (events) => waits(events) === 2);
    expect(await findAnswer(engine.database, target)).toMatchObject({
      answer: 'It leaves the south for 3 EUR.',
      status: 'challenged',
    });
    await decide({ approved: true });
    const { events } = await finish();
    expect(ofType(events, 'status').at(-1)).toMatchObject({ status: 'completed' });
    expect(await findAnswer(engine.database, target)).toMatchObject({ status: 'approved' });
  });
});

describe('the plan of a run by phases', () => {
  // PHA-8
  test('names the phases that its budget pays, with a range for each document, and calls no model', async () => {
    const before = provider.meter.calls.length;
    const priced = async (budgetUsd: number) => {
      const { runId: planId, engagement, sources, previous } = runRequest({ tasks });
      const budgeted = { ...engagement, budgetUsd };
      return askPlan(engine, { planId, engagement: budgeted, sources, previous, tasks });
    };
    const whole = await priced(5);
    expect(whole.phases).toEqual(expect.arrayContaining(['analysis', 'challenge', 'editing']));
    expect(whole.phases).not.toContain('approval');
    const { lowUsd, expectedUsd, highUsd } = whole.cost;
    expect(0 < lowUsd && lowUsd < expectedUsd && expectedUsd < highUsd).toBe(true);
    const ofTask = (id: string) =>
      whole.tasks.find((task) => task.id === id)?.cost.expectedUsd ?? 0;
    // The deciding document carries what serves all documents.
    expect(ofTask('decision')).toBeGreaterThan(ofTask('market'));
    expect(ofTask('decision') + ofTask('market')).toBeCloseTo(expectedUsd, 6);
    const small = await priced(0.2);
    expect(small.phases).not.toContain('challenge');
    expect(small.cost.highUsd).toBeLessThanOrEqual(0.2);
    expect(provider.meter.calls).toHaveLength(before);
  });
});
