import {
  EngineQueryDraft,
  type EngineQueryDraftRequest,
} from '@ecp/contract/engine/engine-query-drafts';
import { Value } from 'typebox/value';
import { beforeAll, expect, test } from 'vitest';
import { testTenant } from '../../../testing/engine/engine-client.ts';
import { type PricedProvider, purposeOf, textOf } from '../../../testing/engine/priced-provider.ts';
import { readMoney } from '../../../testing/engine/read-money.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { shareTestEngine } from '../../../testing/engine/share-test-engine.ts';
import type { TestEngine } from '../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
let provider: PricedProvider;
beforeAll(async () => {
  ({ engine, provider } = await shareTestEngine());
  provider.respondWith(({ response_format: format }) => {
    if (format?.json_schema?.name !== 'query') return null;
    return JSON.stringify({ sql: 'select clinic\nfrom visits', note: 'Lists the clinics.' });
  });
});

function order(changes: Partial<EngineQueryDraftRequest> = {}): EngineQueryDraftRequest {
  const { runId: draftId, engagement } = runRequest();
  const clinic = { name: 'Clinic name', sqlName: 'clinic', type: 'text' as const, unit: null };
  const table = {
    id: 't',
    attachmentId: 'a',
    filename: 'visits.csv',
    sheet: null,
    hidden: false,
    name: 'visits',
    columns: [clinic],
    rowCount: 2,
    leftOut: { count: 0, rows: [] },
    remarks: [],
    sample: [['North']],
  };
  return { draftId, engagement, tables: [table], question: 'Which clinics are there?', ...changes };
}

async function ask(asked: EngineQueryDraftRequest): Promise<EngineQueryDraft> {
  return Value.Parse(EngineQueryDraft, await engine.calls.draftQuery(testTenant, asked));
}
const calls = () => provider.meter.calls.filter((call) => purposeOf(call) === 'query');

// TAB-32
test('a model writes a statement from names and question, within the budget, and is paid once', async () => {
  const asked = order();
  const draft = await ask(asked);
  expect(draft).toMatchObject({
    status: 'completed',
    draft: { sql: 'select clinic\nfrom visits', note: 'Lists the clinics.' },
  });
  const [call] = calls();
  const text = call ? textOf(call) : '';
  expect(text).toContain('- clinic (');
  expect(text).toContain('Clinic name');
  expect(text).toContain('Which clinics are there?');
  expect(await ask(asked)).toEqual(draft);
  expect(calls()).toHaveLength(1);
  const money = await readMoney(engine, asked.engagement.id);
  expect(money).toMatchObject({ reserved: 0 });
  expect(draft.judgingSpentUsd).toBeCloseTo(Number(money.spent) / 1e9, 9);
  expect(draft.judgingSpentUsd).toBeGreaterThan(0);
});

// TAB-32
test('without money, or when the model fails, there is none, with the reason', async () => {
  const before = calls().length;
  const { engagement } = order();
  const poor = await ask(order({ engagement: { ...engagement, budgetUsd: 0.000_1 } }));
  expect(poor).toMatchObject({ status: 'failed', failureReason: 'budget_exhausted', draft: null });
  expect(calls()).toHaveLength(before);
  provider.failWhen(() => ({ kind: 'bad_request' }));
  expect(await ask(order())).toMatchObject({
    status: 'failed',
    draft: null,
    error: expect.any(String),
  });
});
