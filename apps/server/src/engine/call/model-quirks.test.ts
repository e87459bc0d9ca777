import { modelQuirks } from '@ecp/testing/fake-llm/model-quirks';
import { type OddGateway, type Quirk, startOddGateway } from '@ecp/testing/fake-llm/odd-gateway';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { readMoney } from '../../../testing/engine/read-money.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';
import type { CatalogModel } from '../models/catalog.ts';

/** `quirks-on-the-wire.test.ts` proves the quirks that a single answer shows, and half answers. */
const examples = [
  'refuses-all-at-once',
  'refuses-stream-and-options',
  'no-reason',
  'whole-json',
  'says-channels',
];
/** They are asked again like after a stream that closes. */
const halfAnswers = ['abort', 'network-error', 'no-resource', 'error', 'other'].map(
  (reason) => `end-${reason}-once`,
);
const repeated = Object.entries(modelQuirks).filter(([name, { repeats }]) => {
  return (repeats !== undefined && !halfAnswers.includes(name)) || examples.includes(name);
});

/** Each quirk is a model of one gateway, beside one that has none and that judges for all. */
const judge: CatalogModel = modelOf('plain', { inputPerMillion: 0.5, outputPerMillion: 2 });
const models = [
  judge,
  ...Object.keys(modelQuirks).map((id) => modelOf(id, { inputPerMillion: 1, outputPerMillion: 4 })),
];
const limits = { backoffMs: 5, maxBackoffMs: 20 };

let provider: PricedProvider;
let gateway: OddGateway;
let engine: TestEngine;
let usual: Awaited<ReturnType<typeof run>>;

beforeAll(async () => {
  provider = await startPricedProvider(models);
  gateway = await startOddGateway(
    provider.baseUrl,
    new Map<string, Quirk>(Object.entries(modelQuirks)),
  );
  const { openaiCompatible: server, ...settings } = provider.settings;
  if (server === undefined) throw new Error('The provider has no address');
  engine = await startTestEngine({
    models: { ...settings, openaiCompatible: { ...server, baseUrl: gateway.baseUrl } },
    limits,
  });
  usual = await run('plain');
});
afterAll(async () => {
  await engine.close();
  await gateway.close();
  await provider.close();
});

function modelOf(
  id: string,
  prices: Pick<CatalogModel, 'inputPerMillion' | 'outputPerMillion'>,
): CatalogModel {
  return { id, provider: 'openai-compatible', tier: 'standard', ...prices };
}

/** Runs one task whose document a model writes. */
async function run(model: string) {
  const request = runRequest({ tasks: [{ id: 'one', name: 'Market research' }] });
  request.engagement = { ...request.engagement, name: 'Northwind', model };
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  const calls = await engine.asSuperuser<{ cost: number; purpose: string }>(
    'select cost_nano_usd as cost, purpose from engine.model_calls where run_id = $1 and model = $2',
    [request.runId, model],
  );
  const [document] = ofType(events, 'deliverable').filter(({ taskId }) => taskId === 'one');
  const { status, error } = ofType(events, 'status').at(-1) ?? {};
  const money = await readMoney(engine, request.engagement.id);
  expect(money).toMatchObject({ reserved: 0, calls: money.spent });
  const costs = calls.map(({ cost }) => cost);
  return {
    status,
    error,
    text: document?.content,
    costs,
    sum: costs.reduce((sum, cost) => sum + cost, 0),
  };
}

// MOD-30, MOD-31, MOD-32, MOD-33
it.each(repeated)(
  'a model with the quirk %s ends its task as it should, at a fair price',
  async (id, { fails, refusals = 0, repeats = 0, waste = 0 }) => {
    const { status, error, text, costs, sum } = await run(id);
    if (fails === undefined) {
      expect({ status, error }).toEqual({ status: 'completed', error: null });
      expect(text).toBe(usual.text);
    } else {
      expect(status).toBe('failed');
      expect(error).toMatch(fails);
      expect(text).toBeUndefined();
    }
    expect(gateway.requestsFor(id).length).toBeLessThanOrEqual(
      usual.costs.length + refusals + repeats,
    );
    // The judge is a model of half the price; a fifth is for requests in another form, and for
    // usage that is not told.
    expect(sum).toBeLessThanOrEqual(2 * usual.sum * (1.2 + waste));
    expect(costs.length).toBeLessThanOrEqual(usual.costs.length + repeats);
  },
);
